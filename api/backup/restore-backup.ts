import { existsSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Env } from '../env.ts';
import { SettingsError } from '../env.ts';
import type { OpenDatabase } from '../db/open.ts';
import { noteRestored } from '../db/installation.ts';
import { findServerRun } from '../db/server-run.ts';
import { RESTORED_MS } from '../age-gate.ts';
import { eraseAgain } from '../erasure/erase-again.ts';
import { postponeDeletions } from '../erasure/postpone-deletions.ts';
import { startNewHistoryAfterRestore } from '../feeds/new-history.ts';
import { adoptMediaStore } from '../media/maintenance/bind-store.ts';
import type { MediaStore } from '../media/store/media-store.ts';
import { endLinks } from '../partner-links/end-links.ts';
import { objectNameOf } from '../media/store/object-names.ts';
import type { BackupPlace } from './backups-in.ts';
import { checkOwnFiles } from './check-backup.ts';
import { readErased } from './erased-list.ts';
import { isWhole, pathInPool } from './file-pool.ts';
import { forgetFolders } from './list-erasures.ts';
import { loadSnapshot } from './load-snapshot.ts';
import { type Manifest, MEDIA_LIST, SECRET } from './manifest.ts';
import { readNamed, severalAtOnce } from './named-media.ts';
import { clearNewDatabase, isNewDatabase } from './new-database.ts';

export interface RestoreServices {
  database: OpenDatabase;
  store: MediaStore;
  env: Pick<Env, 'objectStore' | 'dataDir'>;
  now: () => Date;
  newId: () => string;
}

export interface Restored {
  manifest: Manifest;
  /** Media files of the backup that are damaged, and were left out. */
  damaged: string[];
  /** Accounts of the backup that were erased after it was made, and now again. */
  erased: number;
}

/**
 * Restores a backup into an empty database and an empty media store, and marks it as restored: devices then offer what
 * it lacks. Binds the two last, so that no server starts on a restore that did not end.
 * @throws SettingsError when the place is not empty, BackupDamaged when rows are missing or damaged. A damaged media file
 *   is only left out: the devices may have it, and the rest matters more.
 */
export async function restoreBackup(services: RestoreServices, place: BackupPlace): Promise<Restored> {
  const { database, store, env, now, newId } = services;
  await mustBeEmpty(services);
  const manifest = await checkOwnFiles(place);
  const listed = await readErased(place.root);
  const damaged = await restoreMedia(store, place);
  await clearNewDatabase(database);
  await database.migrate(manifest.migration);
  await loadSnapshot(database.db, place.folder, manifest);
  await database.migrate();
  await startNewHistoryAfterRestore(database.db);
  await noteRestored(database.db, now());
  await postponeDeletions(database.db, new Date(now().getTime() + RESTORED_MS));
  await endLinks(database.db);
  await forgetFolders(database.db);
  const erasure = { db: database.db, store, now, newId, serverRun: await findServerRun(database.db), pokes: { publish: () => undefined } };
  const erased = await eraseAgain(erasure, listed);
  const secret = join(env.dataDir, SECRET);
  if (manifest.secret && !existsSync(secret)) await copyFile(join(place.folder, SECRET), secret);
  await adoptMediaStore({ ...services, db: database.db });
  return { manifest, damaged, erased };
}

async function mustBeEmpty({ database, store, env }: RestoreServices): Promise<void> {
  if (!(await isNewDatabase(database)))
    throw new SettingsError(
      `The database ${database.url === null ? `in ${env.dataDir}` : 'of DATABASE_URL'} is not empty. Restore into a new one. Nothing was changed.`,
    );
  if (await hasMedia(store))
    throw new SettingsError(
      `${env.objectStore ? `The bucket ${env.objectStore.bucket}` : `The media folder in ${env.dataDir}`} is not empty. Restore into a new one. Nothing was changed.`,
    );
}

async function hasMedia(store: MediaStore): Promise<boolean> {
  for await (const _ of store.listObjects()) return true;
  for await (const _ of store.listUploads()) return true;
  return (await store.notes.read('store')) !== null;
}

/** @returns the paths of the damaged files */
async function restoreMedia(store: MediaStore, { root, folder }: BackupPlace): Promise<string[]> {
  const damaged: string[] = [];
  for await (const group of severalAtOnce(readNamed(join(folder, MEDIA_LIST)))) {
    await Promise.all(
      group.map(async ({ sha256, size, path }) => {
        const file = pathInPool(root, sha256);
        if (await isWhole(file, { bytes: size, sha256 })) await store.writeObjectFrom(objectNameOf(path), file);
        else damaged.push(file);
      }),
    );
  }
  return damaged;
}
