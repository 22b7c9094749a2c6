/** The browser has no more room for this app: the change was not accepted, and nothing of it was written. */
export class DeviceFull extends Error {
  override readonly name = 'DeviceFull';

  constructor(cause: unknown) {
    super('This device is full, so nothing was saved. Free some space, then save again.', { cause });
  }
}

/** Dexie tells of it as the error that ended the transaction, or wrapped once more. */
export const isDeviceFull = (error: unknown): boolean => {
  const { name, inner } = (error ?? {}) as { name?: unknown; inner?: { name?: unknown } };
  return name === 'QuotaExceededError' || inner?.name === 'QuotaExceededError';
};
