import { inArray } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { objects, uploads } from '../../db/tables/media.ts';
import type { MediaStore, StoredFile } from '../store/media-store.ts';
import { objectPathOf, uploadPathOf } from '../store/object-names.ts';

const DAY_MS = 86_400_000;
/** A younger file may be about to get its row. */
const UNKNOWN_AFTER_MS = DAY_MS;
const SET_ASIDE_MS = 30 * DAY_MS;
/** More unknown files than this number and this share of all files suggest a wrong or older database, not leftovers. */
const FEW = 20;
const FEW_SHARE = 0.01;
const BATCH = 500;

export const KINDS = ['object', 'upload'] as const;
type Kind = (typeof KINDS)[number];

/**
 * A stored file without a row. It may be the only copy of a video, so the program never deletes it on its own
 * (docs/decisions/0058).
 */
export interface UnknownFile {
  kind: Kind;
  name: string;
}

export const pathOf = ({ kind, name }: UnknownFile): string => (kind === 'object' ? objectPathOf(name) : uploadPathOf(name));

/** Whether there are so many unknown files that the database is probably the wrong one. */
export const isMoreThanFew = (unknown: number, seen: number): boolean => unknown > FEW && unknown > seen * FEW_SHARE;

export const isOldEnough = ({ lastChangedAt }: StoredFile, now: Date): boolean =>
  now.getTime() - lastChangedAt.getTime() > UNKNOWN_AFTER_MS;

/** The names for which the database has a row. */
export async function knownAmong(db: Database, kind: Kind, names: readonly string[]): Promise<Set<string>> {
  if (kind === 'upload') {
    const rows = await db
      .select({ id: uploads.id })
      .from(uploads)
      .where(inArray(uploads.id, [...names]));
    return new Set(rows.map(({ id }) => id));
  }
  const rows = await db
    .select({ path: objects.path })
    .from(objects)
    .where(inArray(objects.path, names.map(objectPathOf)));
  const paths = new Set(rows.map(({ path }) => path));
  return new Set(names.filter((name) => paths.has(objectPathOf(name))));
}

/**
 * Sets a file aside with a note that says since when. The file stays in place, so that it is served as soon as a row
 * appears again; unfinished parts in a bucket could not be moved anyway.
 */
export const setAside = (store: MediaStore, { kind, name }: UnknownFile): Promise<void> => store.notes.write(noteOf(kind, name), '');

export interface SetAside extends UnknownFile {
  since: Date;
}

export async function* listSetAside(store: MediaStore, kind: Kind, after = ''): AsyncGenerator<SetAside> {
  for await (const { name, lastChangedAt } of store.notes.list(`set-aside/${kind}`, after)) yield { kind, name, since: lastChangedAt };
}

/** Leaves out the files that are set aside already. @param files all of one kind */
export async function notSetAside(store: MediaStore, kind: Kind, files: readonly UnknownFile[]): Promise<UnknownFile[]> {
  const names = files.map(({ name }) => name).toSorted();
  const [first, last] = [names[0], names.at(-1)];
  if (first === undefined || last === undefined) return [];
  const aside = new Set<string>();
  // A listing starts after a given name. The first name without its last letter sorts before that name.
  for await (const { name } of listSetAside(store, kind, first.slice(0, -1))) {
    if (name > last) break;
    aside.add(name);
  }
  return files.filter(({ name }) => !aside.has(name));
}

export const mayBeReclaimed = ({ since }: SetAside, now: Date): boolean => now.getTime() - since.getTime() >= SET_ASIDE_MS;

/**
 * Clears the notes of files that have a row again, as after restoring a newer dump.
 * @param batch files of one kind that are set aside
 * @returns the others
 */
export async function bringBackKnown(db: Database, store: MediaStore, kind: Kind, batch: readonly SetAside[]): Promise<SetAside[]> {
  const known = await knownAmong(
    db,
    kind,
    batch.map(({ name }) => name),
  );
  for (const name of known) await store.notes.remove(noteOf(kind, name));
  return batch.filter(({ name }) => !known.has(name));
}

/**
 * Deletes the files that were set aside 30 days before `at` and still have no row. Only a person starts this.
 * @returns each file once it is deleted
 */
export async function* reclaimSetAside(db: Database, store: MediaStore, at: Date): AsyncGenerator<SetAside> {
  const due: SetAside[] = [];
  for (const kind of KINDS) {
    for await (const batch of inBatchesOf(listSetAside(store, kind))) {
      due.push(...(await bringBackKnown(db, store, kind, batch)).filter((file) => mayBeReclaimed(file, at)));
    }
  }
  for (const file of due) {
    const { kind, name } = file;
    await (kind === 'object' ? store.removeObject(name) : store.removeUpload(name));
    await store.notes.remove(noteOf(kind, name));
    yield file;
  }
}

export async function* inBatchesOf<T>(all: AsyncIterable<T>): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const one of all) {
    batch.push(one);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

const noteOf = (kind: Kind, name: string) => `set-aside/${kind}/${name}`;
