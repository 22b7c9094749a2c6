import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { and, eq, isNull } from 'drizzle-orm';
import type { Upload } from '@tus/server';
import type { FinalizeAnswer } from '../../contract/online-calls.ts';
import type { Transaction } from '../../db/database.ts';
import { derivations, objects, uploads } from '../../db/tables/media.ts';
import { notFound, Refusal } from '../../errors.ts';
import { digestBoth } from './digest.ts';
import { findLocation } from '../location/find-location.ts';
import { storedBytes, lockQuotaOf, quotaExceeded } from './storage-quota.ts';
import type { MediaServices } from '../ports/media-services.ts';
import { digestOfFile } from '../store/digest-file.ts';
import { withScratchFolder } from '../store/scratch.ts';
import type { MediaStore } from '../store/media-store.ts';
import { newName, objectNameOf, objectPathOf } from '../store/object-names.ts';
import type { Patch } from '../store/patch.ts';
import { encodePicture } from '../derived/picture.ts';
import { isBarePicture } from './is-bare-picture.ts';
import { sniffMedia } from './sniff-media.ts';
import type { UploadLocker } from './upload-locker.ts';

type ObjectRow = typeof objects.$inferSelect;
type FinalizeServices = MediaServices & { store: MediaStore; locker: UploadLocker };

/**
 * Turns a finished upload into an object. A repeated call gives the same answer.
 *
 * Writes the row before it moves the file. Once the row says what the object is, a repeated finalize or the sweep can
 * redo blanking and moving after a crash at any point. A re-encoded picture is written before its row; without a row,
 * the sweep treats the file as unknown.
 * @throws Refusal 404, 409 while it is incomplete or busy, 413, 415
 */
export async function finalizeUpload(
  services: FinalizeServices,
  ownerId: string,
  id: string,
  durationSeconds: number | null = null,
): Promise<FinalizeAnswer> {
  const { store, locker } = services;
  const row = await locker.hold(id, async () => {
    const made =
      (await madeOf(services, ownerId, id)) ??
      (await makeObject(services, ownerId, id, durationSeconds).catch(async (error: unknown) => {
        // A process that lost its lease unnoticed may have made the object and moved the file meanwhile.
        const madeMeanwhile = await madeOf(services, ownerId, id);
        if (madeMeanwhile) return madeMeanwhile;
        throw error;
      }));
    await placeObject(store, id, made);
    return made;
  });
  return { objectPath: row.path, mediaType: row.mediaType, size: row.size, sha256: row.sha256 };
}

/** Moves an object's file to its place if it is not there yet, and deletes the upload. */
export async function placeObject(store: MediaStore, uploadId: string, object: ObjectRow): Promise<void> {
  const name = objectNameOf(object.path);
  if (!(await store.hasObject(name))) {
    await adopt(store, uploadId, name, object).catch(async (error: unknown) => {
      // Another process has since moved it.
      if (!(await store.hasObject(name))) throw error;
    });
  }
  await store.removeUpload(uploadId);
}

async function adopt(store: MediaStore, uploadId: string, name: string, object: ObjectRow): Promise<void> {
  const isAsReceived = object.sha256 === object.servedSha256;
  await store.adoptUpload(uploadId, name, async () => (isAsReceived ? [] : patchesOf(store, uploadId, object.mediaType)));
}

async function makeObject(services: FinalizeServices, ownerId: string, id: string, durationSeconds: number | null): Promise<ObjectRow> {
  const { db, env, store, now, randomBytes } = services;
  const upload = await completeUpload(store, id);
  const name = newName(randomBytes);
  const row = {
    path: objectPathOf(name),
    ownerId,
    createdAt: now(),
    unusedSince: null,
    durationSeconds,
    derived: [],
    derivedFrom: null,
    derivedKind: null,
    servedCrc32: null,
    wholeAt: null,
    ...(await contentOf(services, ownerId, upload, name)),
  };
  const kind = row.mediaType.startsWith('video/') ? 'video' : 'picture';
  const outcome = await db.transaction(async (tx: Transaction) => {
    await lockQuotaOf(tx, ownerId);
    // Count again: a replica that yielded late may have recorded fewer bytes than another one had reserved.
    if ((await storedBytes(tx, ownerId)) + row.servedSize > env.userMediaBytes) return 'quota-exceeded';
    const [mine] = await tx
      .update(uploads)
      .set({ objectPath: row.path, size: row.size })
      .where(and(eq(uploads.id, id), isNull(uploads.objectPath)))
      .returning({ id: uploads.id });
    if (!mine) return 'not-mine';
    await tx.insert(objects).values(row);
    await tx.insert(derivations).values({ objectPath: row.path, kind, dueAt: now() });
    return 'made';
  });
  if (outcome === 'made') return row;
  await store.removeObject(name);
  if (outcome === 'quota-exceeded') throw quotaExceeded(env.userMediaBytes);
  // Another process has made it, or the upload was cancelled: the file written here is unused.
  throw notFound();
}

async function completeUpload(store: MediaStore, id: string): Promise<Upload> {
  const upload = await store.uploads.getUpload(id).catch((error: { status_code?: number }) => {
    if (error.status_code === 404 || error.status_code === 410) throw notFound();
    throw error;
  });
  if (upload.size === undefined || upload.offset < upload.size) {
    throw new Refusal('conflict', 'This upload is not complete yet.');
  }
  return upload;
}

type Content = Pick<ObjectRow, 'mediaType' | 'size' | 'sha256' | 'servedSize' | 'servedSha256'>;

/** Reads the bytes, and writes the object if it differs from the upload. */
async function contentOf(services: FinalizeServices, ownerId: string, { id, offset: size }: Upload, name: string): Promise<Content> {
  const source = await services.store.openUpload(id);
  try {
    const { mediaType, kind } = await sniffMedia(source);
    if (kind === 'picture') {
      // Everything that reads the upload comes before the write: another process may move the upload away, and a file
      // written after that would stay without a row.
      const { received } = await digestBoth(source, []);
      const encoded = await writeEncoded(services, ownerId, id, name);
      if (encoded === 'bare') return { mediaType, size, sha256: received, servedSize: size, servedSha256: received };
      if (encoded) return { ...encoded, size, sha256: received };
    }
    const { received, served } = await digestBoth(source, await findLocation(source, mediaType));
    return { mediaType, size, sha256: received, servedSize: size, servedSha256: served };
  } finally {
    await source.close();
  }
}

type Served = Pick<ObjectRow, 'mediaType' | 'servedSize' | 'servedSha256'>;

/**
 * Writes the re-encoded picture.
 * @returns with nothing written: `bare` if it has nothing but its pixels and stays as it is, null if the server cannot decode it
 */
async function writeEncoded({ env, store }: FinalizeServices, ownerId: string, id: string, name: string): Promise<Served | 'bare' | null> {
  return store.withUploadAsFile(id, (file) =>
    withScratchFolder(env.dataDir, async (folder) => {
      const target = join(folder, 'picture');
      const mediaType = await encodePicture({ ownerId, file }, target);
      if (!mediaType) return null;
      if (isBarePicture(await readFile(file))) return 'bare';
      const served = { mediaType, servedSize: (await stat(target)).size, servedSha256: await digestOfFile(target) };
      await store.writeObjectFrom(name, target);
      return served;
    }),
  );
}

async function patchesOf(store: MediaStore, uploadId: string, mediaType: string): Promise<Patch[]> {
  const source = await store.openUpload(uploadId);
  return findLocation(source, mediaType).finally(() => source.close());
}

/** The object of an upload; null while there is none. @throws Refusal 404 */
async function madeOf({ db }: FinalizeServices, ownerId: string, id: string): Promise<ObjectRow | null> {
  const [upload] = await db.select().from(uploads).where(eq(uploads.id, id));
  if (!upload || upload.ownerId !== ownerId) throw notFound();
  if (upload.objectPath === null) return null;
  const [row] = await db.select().from(objects).where(eq(objects.path, upload.objectPath));
  // The object has since been deleted, with its session.
  if (!row) throw notFound();
  return row;
}
