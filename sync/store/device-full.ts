/** The browser has no room left for this app. The change was not accepted and nothing of it was written. */
export class DeviceFull extends Error {
  override readonly name = 'DeviceFull';

  constructor(cause: unknown) {
    super('This device is full', { cause });
  }
}

/** Whether the device is full. Dexie throws the browser's error itself, or wraps it. */
export const isDeviceFull = (error: unknown): boolean => {
  const { name, inner } = (error ?? {}) as { name?: unknown; inner?: { name?: unknown } };
  return name === 'QuotaExceededError' || inner?.name === 'QuotaExceededError';
};
