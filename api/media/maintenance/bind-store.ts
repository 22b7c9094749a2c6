import { inArray } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Database, Transaction } from '../../db/database.ts';
import { findInstallation, type Installation, lockInstallation } from '../../db/installation.ts';
import { installation } from '../../db/tables/installation.ts';
import { objects, uploads } from '../../db/tables/media.ts';
import { type Env, SettingsError } from '../../env.ts';
import type { MediaStore, StoredFile } from '../store/media-store.ts';
import { objectPathOf } from '../store/object-names.ts';

interface BindServices {
  db: Database;
  store: MediaStore;
  env: Pick<Env, 'objectStore' | 'dataDir'>;
  newId: () => string;
}

/** A database, and the media store that belongs to it; null until they are bound. */
export type BoundIds = Pick<Installation, 'id' | 'mediaStoreId'>;

const NOTE = 'store';
const Marker = z.object({ store: z.string(), database: z.string() });
type Marker = z.infer<typeof Marker>;

/**
 * Files sampled to decide whether a database and a store without ids belong together. Names are random, so one match
 * proves it.
 */
const SAMPLE = 1_000;

/**
 * Ensures that database and media store carry each other's id (docs/decisions/0057). Binds them when neither has one and both
 * are empty, or when they know each other's files. Replicas that start together wait for the first.
 * @throws SettingsError with one line when they do not belong together
 */
export async function bindMediaStore(services: BindServices): Promise<void> {
  const { db, store } = services;
  for (;;) {
    const row = await findInstallation(db);
    // Read the store outside any transaction: a slow store must not block the database.
    const marker = await readMarker(store);
    if (row.mediaStoreId !== null && marker?.store === row.mediaStoreId && marker.database === row.id) return;
    // The process ended between the two writes: only this database can have written its id there.
    const wasBegun = row.mediaStoreId === null && marker?.database === row.id;
    const refusal = wasBegun ? null : await whyNotBound(services, row, marker);
    const isDone = await db.transaction(async (tx) => {
      const locked = await lockInstallation(tx);
      // Another replica has since bound them, so the earlier read is stale.
      if (locked.id !== row.id || locked.mediaStoreId !== row.mediaStoreId) return false;
      if (refusal) throw mismatch(services, refusal);
      await writeIds(tx, services, locked, marker);
      return true;
    });
    if (isDone) return;
  }
}

async function whyNotBound({ db, store }: BindServices, row: Installation, marker: Marker | null): Promise<string | null> {
  if (marker) return 'belongs to another database';
  if (row.mediaStoreId !== null) return 'is not the one that belongs to this database';
  return (await knowEachOther(db, store)) ? null : 'does not match this database, neither knows the files of the other';
}

/**
 * Ensures that a database and a media store that were bound are still each other's, and binds nothing. A folder that is not
 * mounted looks like an empty store.
 * @throws SettingsError with one line when they are not
 */
export async function mustBeBound(store: MediaStore, { id, mediaStoreId }: BoundIds): Promise<void> {
  const marker = await readMarker(store);
  const wasBegun = mediaStoreId === null && (marker === null || marker.database === id);
  if (wasBegun || (marker?.store === mediaStoreId && marker.database === id)) return;
  throw new SettingsError('The media store is not the one that belongs to this database. Is its disk mounted?');
}

/**
 * Binds database and store regardless of what they held before. For an operator who knows that they belong together. The id
 * of the store is new: a copy of this database may know the former one.
 */
export async function adoptMediaStore(services: BindServices): Promise<void> {
  const { db } = services;
  await findInstallation(db);
  await db.transaction(async (tx) => writeIds(tx, services, await lockInstallation(tx), null));
}

/**
 * Gives a store to the database with these ids. Any other database no longer matches it.
 * @throws the store's error if the note was not written
 */
export async function giveStoreTo(store: MediaStore, ids: { id: string; mediaStoreId: string }): Promise<void> {
  try {
    await writeMarker(store, { store: ids.mediaStoreId, database: ids.id });
  } catch (error) {
    // A bucket may have written the note and lost the answer.
    const marker = await readMarker(store).catch(() => null);
    if (marker?.store !== ids.mediaStoreId) throw error;
  }
}

/**
 * Writes the note under the lock, so that concurrent replicas write one note. It is small, and the store's client times
 * out within seconds.
 */
async function writeIds(tx: Transaction, { store, newId }: BindServices, row: Installation, marker: Marker | null): Promise<void> {
  const ids: Marker = { store: marker?.store ?? newId(), database: row.id };
  await writeMarker(store, ids);
  await tx.update(installation).set({ mediaStoreId: ids.store });
}

const writeMarker = (store: MediaStore, ids: Marker) => store.notes.write(NOTE, `${JSON.stringify(ids)}\n`);

async function readMarker(store: MediaStore): Promise<Marker | null> {
  const text = await store.notes.read(NOTE);
  return text === null ? null : Marker.parse(JSON.parse(text));
}

async function knowEachOther(db: Database, store: MediaStore): Promise<boolean> {
  const paths = (await firstNames(store.listObjects())).map(objectPathOf);
  const ids = await firstNames(store.listUploads());
  if (paths.length + ids.length === 0) return (await db.select({ path: objects.path }).from(objects).limit(1)).length === 0;
  const known = await db.select({ path: objects.path }).from(objects).where(inArray(objects.path, paths)).limit(1);
  if (known.length > 0) return true;
  return (await db.select({ id: uploads.id }).from(uploads).where(inArray(uploads.id, ids)).limit(1)).length > 0;
}

async function firstNames(files: AsyncIterable<StoredFile>): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of files) if (names.push(name) === SAMPLE) break;
  return names;
}

function mismatch({ env }: BindServices, how: string): SettingsError {
  const where = env.objectStore ? `The bucket ${env.objectStore.bucket}` : `The media folder in ${env.dataDir}`;
  return new SettingsError(
    `${where} ${how}: set DATABASE_URL and ${env.objectStore ? 'S3_BUCKET' : 'DATA_DIR'} to the two that belong together, ` +
      'or run npm run check-media -- --bind if these do. Nothing was changed.',
  );
}
