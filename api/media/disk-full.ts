import { Refusal } from '../errors.ts';

const FULL = new Set(['ENOSPC', 'EDQUOT', 'QuotaExceeded', 'XMinioStorageFull']);

/** Whether a disk or an object store has no room left. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && (FULL.has((error as NodeJS.ErrnoException).code ?? '') || FULL.has(error.name));

/** What has arrived is kept, so the upload goes on where it stopped once there is room. */
export const diskFull = () =>
  new Refusal('storage_full', 'The server has no room left. Your upload is kept and goes on when there is room.');
