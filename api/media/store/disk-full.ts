import { Refusal } from '../../errors.ts';

const FULL = new Set(['ENOSPC', 'EDQUOT', 'QuotaExceeded']);
/** Insufficient Storage, from an object store that is full. A used-up quota is a 403 with an error name. */
const INSUFFICIENT_STORAGE = 507;

interface FromDiskOrBucket extends NodeJS.ErrnoException {
  $metadata?: { httpStatusCode?: number };
}

/** Whether a disk or an object store is full. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error &&
  (FULL.has((error as FromDiskOrBucket).code ?? '') ||
    FULL.has(error.name) ||
    (error as FromDiskOrBucket).$metadata?.httpStatusCode === INSUFFICIENT_STORAGE);

/**
 * @throws Refusal 507 if the disk or the object store is full; the bytes received so far are kept, and the upload can
 * resume
 */
export async function refusingWhenFull<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    throw new Refusal('storage_full', 'The server has no space left. Your upload is kept and continues when there is space.', {
      cause: error,
    });
  }
}
