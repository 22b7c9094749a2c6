import { eq, inArray, isNull } from 'drizzle-orm';
import { objects, uploads } from '../db/tables/media.ts';
import { objectNameOf } from '../media/store/object-names.ts';
import type { ErasureServices } from './erasure-services.ts';

const FILES_AT_ONCE = 20;

/**
 * Removes a person's files from the store, each before its row: a file without a row would be set aside and kept.
 * @returns how many finished files, with those that were derived from them
 */
export async function removeMediaOf(services: ErasureServices, userId: string, signal?: AbortSignal): Promise<number> {
  await removeAll(() => removeUploads(services, userId), signal);
  return removeAll(() => removeObjects(services, userId), signal);
}

async function removeAll(removeSome: () => Promise<number>, signal?: AbortSignal): Promise<number> {
  let removed = 0;
  for (let some = FILES_AT_ONCE; some === FILES_AT_ONCE; removed += some) {
    signal?.throwIfAborted();
    some = await removeSome();
  }
  return removed;
}

async function removeUploads({ db, store }: ErasureServices, userId: string): Promise<number> {
  const found = await db.select({ id: uploads.id }).from(uploads).where(eq(uploads.ownerId, userId)).limit(FILES_AT_ONCE);
  const ids = found.map(({ id }) => id);
  for (const id of ids) await store.removeUpload(id);
  await db.delete(uploads).where(inArray(uploads.id, ids));
  return ids.length;
}

async function removeObjects({ db, store }: ErasureServices, userId: string): Promise<number> {
  const found = await db
    .select({ path: objects.path })
    .from(objects)
    .where(eq(objects.ownerId, userId))
    // Originals last: deleting an original's row deletes the rows of the files derived from it.
    .orderBy(isNull(objects.derivedFrom))
    .limit(FILES_AT_ONCE);
  const paths = found.map(({ path }) => path);
  for (const path of paths) await store.removeObject(objectNameOf(path));
  await db.delete(objects).where(inArray(objects.path, paths));
  return paths.length;
}
