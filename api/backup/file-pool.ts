import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** Media files by the hash of their content, shared by all backups in a folder: each file is there once. */
export const pathInPool = (root: string, sha256: string): string => join(root, 'media', sha256.slice(0, 2), sha256);

export async function isInPool(root: string, sha256: string, size: number): Promise<boolean> {
  const found = await stat(pathInPool(root, sha256)).catch(() => null);
  return found !== null && found.isFile() && found.size === size;
}

/**
 * Adds a file, flushed to the disk.
 * @param unfinished where to write it until it is complete
 * @returns false, with nothing added, if the bytes have another hash
 */
export async function addToPool(root: string, sha256: string, bytes: AsyncIterable<Uint8Array>, unfinished: string): Promise<boolean> {
  const hash = createHash('sha256');
  await pipeline(
    bytes,
    async function* hashed(pieces: AsyncIterable<Uint8Array>) {
      for await (const piece of pieces) {
        hash.update(piece);
        yield piece;
      }
    },
    createWriteStream(unfinished, { flush: true }),
  );
  if (hash.digest('hex') !== sha256) {
    await rm(unfinished);
    return false;
  }
  const path = pathInPool(root, sha256);
  await mkdir(dirname(path), { recursive: true });
  await rename(unfinished, path);
  return true;
}

/** Makes the names of new files and folders in a folder survive a power cut. */
export async function keepFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  await folder.sync().finally(() => folder.close());
}

/** Whether a file has exactly these bytes. */
export async function isWhole(path: string, { bytes, sha256 }: { bytes: number; sha256: string }): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  if (found === null || !found.isFile() || found.size !== bytes) return false;
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path)) hash.update(piece as Uint8Array);
  return hash.digest('hex') === sha256;
}
