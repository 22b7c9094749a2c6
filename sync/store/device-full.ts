/** The browser has no room left for this app. The change was not accepted and nothing of it was written. */
export class DeviceFull extends Error {
  override readonly name = 'DeviceFull';

  constructor(cause: unknown) {
    super('This device is full', { cause });
  }
}

/** Dexie throws the browser's quota error itself, or an error that has it as `inner`. */
export const isDeviceFull = (error: unknown): boolean => {
  const { name, inner } = (error ?? {}) as { name?: unknown; inner?: { name?: unknown } };
  return name === 'QuotaExceededError' || inner?.name === 'QuotaExceededError';
};
