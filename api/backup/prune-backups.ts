import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { listBackups, newestOf, timeOf } from './backups-in.ts';
import { MEDIA_LIST } from './manifest.ts';
import { readNamed } from './named-media.ts';

const DAY_MS = 86_400_000;

interface Ages {
  keepDays: number;
  now: Date;
  /** The moment up to which ages count (docs/decisions/0059). */
  agesUntil: Date;
}

/**
 * Deletes backups that are older than `keepDays`, except the newest, then the media that no remaining one has. Nothing
 * may be backed up into this folder meanwhile.
 */
export async function pruneBackups(root: string, { keepDays, now, agesUntil }: Ages): Promise<void> {
  const names = await listBackups(root);
  const newest = newestOf(names, now);
  const old = names.filter((name) => name !== newest && agesUntil.getTime() - timeOf(name).getTime() > keepDays * DAY_MS);
  for (const name of old) await rm(join(root, name), { recursive: true });
  if (old.length > 0) await pruneMedia(root, await listBackups(root));
}

/** Lists and pool are sorted by hash, so all of them are read once, side by side. */
async function pruneMedia(root: string, backups: readonly string[]): Promise<void> {
  const lists = backups.map((name) => sortedHashes(join(root, name, MEDIA_LIST)));
  for (const shelf of (await readdir(join(root, 'media'))).toSorted()) {
    for (const sha256 of (await readdir(join(root, 'media', shelf))).toSorted()) {
      const isNamed = await Promise.all(lists.map((list) => list.has(sha256)));
      if (!isNamed.includes(true)) await rm(join(root, 'media', shelf, sha256));
    }
  }
}

/** Answers for ascending hashes only. */
function sortedHashes(list: string): { has(sha256: string): Promise<boolean> } {
  const files = readNamed(list);
  let current = '';
  return {
    async has(sha256) {
      while (current < sha256) {
        const next = await files.next();
        current = next.done ? 'none' : next.value.sha256;
      }
      return current === sha256;
    },
  };
}
