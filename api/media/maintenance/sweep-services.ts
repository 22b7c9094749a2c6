import type { MediaServices } from '../ports/media-services.ts';
import type { MediaStore } from '../store/media-store.ts';
import type { UploadLocker } from '../uploads/upload-locker.ts';

/** Dependencies of the media sweeps. */
export type SweepServices = MediaServices & {
  store: MediaStore;
  locker: UploadLocker;
  /** Ages count up to this moment (`readAgeGate`). New timestamps use `now`. */
  agesUntil: Date;
  /** Time limit of each step; a minute by default. */
  stepMs?: number;
};
