import type { MediaServices } from './media-services.ts';
import type { MediaStore } from './media-store.ts';
import type { UploadLocker } from './upload-locker.ts';

/** What the sweeps of media need. */
export type SweepServices = MediaServices & {
  store: MediaStore;
  locker: UploadLocker;
  /** Ages count up to this moment (`readAgeGate`). What is written down meanwhile carries the time of `now`. */
  agesUntil: Date;
  /** How long each step may take; a minute if left out. */
  stepMs?: number;
};
