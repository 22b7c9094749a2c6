import { mkdir, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { BackupDamaged } from './backup-damaged.ts';
import { keepFolder } from './file-pool.ts';

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

const listIn = (root: string): string => join(root, 'erased');

/**
 * The ids of erased accounts, which the backups in a folder share. Each is the name of an empty file: a crash cannot tear
 * it, and replicas may add to the list at once.
 * @throws BackupDamaged if the list has something else in it
 */
export async function readErased(root: string): Promise<string[]> {
  const names = await namesIn(listIn(root));
  for (const name of names) if (!ID.test(name)) throw new BackupDamaged(join(listIn(root), name), 'is not the id of an account');
  return names;
}

/** Adds what the list lacks, flushed to the disk. Nothing is ever taken off it. */
export async function addErased(root: string, userIds: readonly string[]): Promise<void> {
  const listed = new Set(await namesIn(listIn(root)));
  const missing = userIds.filter((id) => !listed.has(id));
  if (missing.length === 0) return;
  await mkdir(listIn(root), { recursive: true });
  for (const id of missing) await (await open(join(listIn(root), id), 'a')).close();
  await keepFolder(listIn(root));
  await keepFolder(root);
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
