import type { MediaServices } from '../ports/media-services.ts';
import type { MediaStore } from '../store/media-store.ts';
import type { UploadLocker } from '../uploads/upload-locker.ts';

/** Dependencies of the media sweeps. */
export type SweepServices = MediaServices & {
  store: MediaStore;
  locker: UploadLocker;
  /** Ages count up to this moment (`readAgeGate`). New timestamps use `now`. */
  agesUntil: Date;
  /** How long uploads are kept after their last byte; `UPLOAD_KEPT_DAYS` by default. */
  uploadsKeptDays?: number;
  /** Time limit of each step; a minute by default. */
  stepMs?: number;
};
