import { statfsSync } from 'node:fs';

/** Space that the disk of a folder has for this process. */
export function freeBytesOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
