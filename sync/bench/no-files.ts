import type { DeviceFiles } from '../ports/device-files.ts';

/** For benchmarks without media. */
export const noFiles: DeviceFiles = {
  create: () => Promise.reject(new Error('The bench keeps no files')),
  open: async () => null,
  delete: async () => {},
  list: async () => [],
  estimate: async () => null,
};
