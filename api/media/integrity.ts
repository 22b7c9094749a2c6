import { createHash } from 'node:crypto';
import { asc, gt, inArray } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { objects } from '../db/tables/media.ts';
import type { MediaStore } from './media-store.ts';
import { objectNameOf, objectPathOf } from './object-names.ts';

export interface Finding {
  problem: 'missing' | 'altered' | 'orphaned';
  path: string;
}

const BATCH = 500;

/**
 * Reads every object and compares it with its row: `missing` has no file, `altered` another SHA-256 than it should be
 * served with, `orphaned` no row. Changes nothing, and may run beside a server: what is being finalised meanwhile may
 * then show up as missing or orphaned.
 */
export async function* checkIntegrity(db: Database, store: MediaStore): AsyncGenerator<Finding> {
  for await (const { path, servedSha256 } of allObjects(db)) {
    const digest = await digestOfObject(store, objectNameOf(path));
    if (digest === null) yield { problem: 'missing', path };
    else if (digest !== servedSha256) yield { problem: 'altered', path };
  }
  let names: string[] = [];
  for await (const { name } of store.listObjects()) {
    names.push(name);
    if (names.length < BATCH) continue;
    yield* orphansAmong(db, names);
    names = [];
  }
  yield* orphansAmong(db, names);
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

async function* orphansAmong(db: Database, names: readonly string[]): AsyncGenerator<Finding> {
  const paths = names.map(objectPathOf);
  const rows = await db.select({ path: objects.path }).from(objects).where(inArray(objects.path, paths));
  const known = new Set(rows.map(({ path }) => path));
  for (const path of paths) if (!known.has(path)) yield { problem: 'orphaned', path };
}
