import type { Database } from '../../db/database.ts';
import type { MediaStore, StoredFile } from '../store/media-store.ts';
import { isOldEnough, knownAmong, type UnknownFile } from './set-aside.ts';

export interface Found {
  seen: number;
  unknown: UnknownFile[];
}

export const listFiles = (store: MediaStore, kind: UnknownFile['kind'], after = ''): AsyncIterable<StoredFile> =>
  kind === 'object' ? store.listObjects(after) : store.listUploads(after);

/**
 * Adds to `found` the files that have no row.
 * @param at skips files younger than a day at this moment; null: includes all
 */
export async function addUnknown(
  db: Database,
  kind: UnknownFile['kind'],
  files: readonly StoredFile[],
  at: Date | null,
  found: Found,
): Promise<void> {
  const known = await knownAmong(
    db,
    kind,
    files.map(({ name }) => name),
  );
  found.seen += files.length;
  for (const file of files) {
    if (!known.has(file.name) && (at === null || isOldEnough(file, at))) found.unknown.push({ kind, name: file.name });
  }
}
