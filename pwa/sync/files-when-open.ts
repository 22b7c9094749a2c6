import type { DeviceFiles } from '../../sync/device-files.ts';

/** Files that can be named before they are open, so that what is typed shows without waiting for them. */
export function filesWhenOpen(opening: Promise<DeviceFiles>): DeviceFiles {
  // A failure belongs to whoever asks for a file.
  opening.catch(() => undefined);
  return {
    create: async (name) => (await opening).create(name),
    open: async (name) => (await opening).open(name),
    delete: async (name) => (await opening).delete(name),
    list: async () => (await opening).list(),
    estimate: async () => (await opening).estimate(),
  };
}
