import { statfsSync } from 'node:fs';

/** Space that the disk of a folder has for this process. */
export function freeBytesOf(folder: string): number {
  return diskSpaceOf(folder).free;
}

/** Size of the disk of a folder, and what it has left for this process, in bytes. */
export function diskSpaceOf(folder: string): { size: number; free: number } {
  const { blocks, bavail, bsize } = statfsSync(folder);
  return { size: blocks * bsize, free: bavail * bsize };
}
