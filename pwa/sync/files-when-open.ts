import type { DeviceFiles } from '../../sync/ports/device-files.ts';

/** Files that are usable before they are open, so that text appears without waiting for them. */
export function filesWhenOpen(opening: Promise<DeviceFiles>): DeviceFiles {
  // Avoid an unhandled rejection; callers that use a file get the error.
  opening.catch(() => undefined);
  return {
    create: async (name) => (await opening).create(name),
    open: async (name) => (await opening).open(name),
    delete: async (name) => (await opening).delete(name),
    list: async () => (await opening).list(),
    estimate: async () => (await opening).estimate(),
  };
}
