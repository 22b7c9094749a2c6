import { createHash } from 'node:crypto';
import { asc, gt } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { objects } from '../../db/tables/media.ts';
import { addUnknown, type Found, listFiles } from './find-unknown.ts';
import type { MediaStore } from '../store/media-store.ts';
import { objectNameOf } from '../store/object-names.ts';
import { inBatchesOf, isMoreThanFew, KINDS, listSetAside, pathOf, type SetAside, type UnknownFile } from './set-aside.ts';

export interface Finding {
  problem: 'missing' | 'altered';
  path: string;
}

const BATCH = 500;

/**
 * Reads every object and compares it with its row: `missing` has no file; `altered` differs from the SHA-256 that it
 * should be served with. Changes nothing, and may run beside a server: an object that is being finalized may show up as
 * missing.
 */
export async function* checkObjects(db: Database, store: MediaStore): AsyncGenerator<Finding> {
  for await (const { path, servedSha256 } of allObjects(db)) {
    const digest = await digestOfObject(store, objectNameOf(path));
    if (digest === null) yield { problem: 'missing', path };
    else if (digest !== servedSha256) yield { problem: 'altered', path };
  }
}

export interface FilesWithoutRow {
  /** Files that the sweep has not set aside yet. */
  orphaned: UnknownFile[];
  setAside: SetAside[];
  /** Whether there are so many that the sweep sets none aside and deletes nothing. */
  isMoreThanFew: boolean;
}

/** Finds every file without a row. Changes nothing. */
export async function findWithoutRow(db: Database, store: MediaStore): Promise<FilesWithoutRow> {
  const since = new Map<string, SetAside>();
  const found: Found = { seen: 0, unknown: [] };
  for (const kind of KINDS) {
    for await (const file of listSetAside(store, kind)) since.set(pathOf(file), file);
    for await (const files of inBatchesOf(listFiles(store, kind))) await addUnknown(db, kind, files, null, found);
  }
  const { seen, unknown } = found;
  const orphaned = unknown.filter((file) => !since.has(pathOf(file)));
  const setAside = unknown.flatMap((file) => since.get(pathOf(file)) ?? []);
  return { orphaned, setAside, isMoreThanFew: isMoreThanFew(orphaned.length, seen) };
}

async function* allObjects(db: Database) {
  for (let after = ''; ; ) {
    const rows = await db
      .select({ path: objects.path, servedSha256: objects.servedSha256 })
      .from(objects)
      .where(gt(objects.path, after))
      .orderBy(asc(objects.path))
      .limit(BATCH);
    yield* rows;
    const last = rows.at(-1);
    if (!last) return;
    after = last.path;
  }
}

async function digestOfObject(store: MediaStore, name: string): Promise<string | null> {
  const file = await store.readObject(name);
  if (!file) return null;
  const hash = createHash('sha256');
  for await (const piece of file) hash.update(piece as Uint8Array);
  return hash.digest('hex');
}
