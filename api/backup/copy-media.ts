import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { objectNameOf } from '../media/store/object-names.ts';
import type { MediaStore } from '../media/store/media-store.ts';
import { addToPool, isInPool } from './file-pool.ts';
import { lineOf, type NamedFile, readNamed, severalAtOnce } from './named-media.ts';
import { type FileDigest, writeLines } from './packed-lines.ts';

export interface CopiedMedia extends FileDigest {
  /** Files in the backup, and their bytes. */
  files: number;
  fileBytes: number;
  /** Files that the store lacks or that differ from their row. */
  lost: number;
  /** Files that no earlier backup had, and their bytes. */
  newFiles: number;
  newBytes: number;
}

interface CopyPlaces {
  /** The folder of all backups, and the unfinished one in it. */
  root: string;
  folder: string;
  /** The list of the files that the snapshot names, and the list to write. */
  named: string;
  list: string;
}

/** A finalize commits its row first and then moves the file, which takes longest in a bucket. */
const SETTLE_MS = 10_000;

/** Copies the named files that the pool lacks, and lists those that are in the pool now. */
export async function copyMedia(store: MediaStore, { root, folder, named, list }: CopyPlaces, settleMs = SETTLE_MS): Promise<CopiedMedia> {
  // However many files are missing, they are waited for only once.
  const settled = wait(settleMs, undefined, { ref: false });
  const readSettled = async (name: string) => (await store.readObject(name)) ?? (await settled, await store.readObject(name));
  const sums = { files: 0, fileBytes: 0, lost: 0, newFiles: 0, newBytes: 0 };
  const copy = async ({ sha256, size, path }: NamedFile, slot: number): Promise<boolean> => {
    if (await isInPool(root, sha256, size)) return true;
    const bytes = await readSettled(objectNameOf(path));
    if (!bytes || !(await addToPool(root, sha256, bytes, join(folder, `copying-${slot}`)))) return false;
    sums.newFiles += 1;
    sums.newBytes += size;
    return true;
  };
  async function* copied() {
    for await (const group of severalAtOnce(readNamed(named))) {
      const isThere = await Promise.all(group.map(copy));
      const there = group.filter((_, index) => isThere[index]);
      sums.files += there.length;
      sums.lost += group.length - there.length;
      for (const { size } of there) sums.fileBytes += size;
      if (there.length > 0) yield there.map(lineOf);
    }
  }
  const digest = await writeLines(list, copied());
  return { ...digest, ...sums };
}
