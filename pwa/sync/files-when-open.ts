import type { DeviceFiles } from '../../sync/ports/device-files.ts';

/**
 * Device files that open with their first use, so that text appears without waiting for them.
 * @param open called again by the next use after a failure
 */
export function filesWhenOpen(open: () => Promise<DeviceFiles>): DeviceFiles {
  let opening: Promise<DeviceFiles> | null = null;
  const files = () => {
    opening ??= open().catch((error: unknown) => {
      opening = null;
      throw error;
    });
    return opening;
  };
  return {
    create: async (name) => (await files()).create(name),
    open: async (name) => (await files()).open(name),
    delete: async (name) => (await files()).delete(name),
    list: async () => (await files()).list(),
    estimate: async () => (await files()).estimate(),
  };
}
