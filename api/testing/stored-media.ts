import { Readable } from 'node:stream';
import type { Database } from '../db/database.ts';
import { checkObjects, findWithoutRow } from '../media/maintenance/integrity.ts';
import type { MediaStore, StoredFile } from '../media/store/media-store.ts';
import { objectNameOf } from '../media/store/object-names.ts';
import { pathOf } from '../media/maintenance/set-aside.ts';

/** Reads what a store holds, and changes it without the server. */

export const idOf = (path: string): string => path.split('/').at(-1)!;

const namesOf = async (files: AsyncIterable<StoredFile>) => {
  const names: string[] = [];
  for await (const { name } of files) names.push(name);
  return names.toSorted();
};
export const storedUploads = (store: MediaStore): Promise<string[]> => namesOf(store.listUploads());
export const storedObjects = (store: MediaStore): Promise<string[]> => namesOf(store.listObjects());

/** Bytes of an upload that would survive a server crash. */
export const arrivedOf = async (store: MediaStore, path: string): Promise<number> => (await store.uploads.getUpload(idOf(path))).offset;

export async function bytesOfUpload(store: MediaStore, path: string): Promise<Buffer> {
  const source = await store.openUpload(idOf(path));
  return source.read(0, source.size).finally(() => source.close());
}

export async function bytesOfObject(store: MediaStore, objectPath: string): Promise<Buffer> {
  const file = await store.readObject(objectNameOf(objectPath));
  if (!file) throw new Error(`${objectPath} has no file`);
  return Buffer.concat(await file.toArray());
}

/** Stores a complete upload that is not finalized yet. */
export async function layUpload(store: MediaStore, path: string, bytes: Uint8Array): Promise<void> {
  await store.restartUpload(idOf(path), bytes.length);
  await store.uploads.write(Readable.from([bytes]), idOf(path), 0);
}

/** The findings of `npm run check-media`, one line each. */
export async function problemsOf(db: Database, store: MediaStore): Promise<string[]> {
  const problems: string[] = [];
  for await (const { problem, path } of checkObjects(db, store)) problems.push(`${problem} ${path}`);
  const { orphaned, setAside } = await findWithoutRow(db, store);
  return [...problems, ...orphaned.map((file) => `orphaned ${pathOf(file)}`), ...setAside.map((file) => `set aside ${pathOf(file)}`)];
}
