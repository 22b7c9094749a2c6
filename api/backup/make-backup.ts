import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Database } from '../db/database.ts';
import { mustBeBound } from '../media/maintenance/bind-store.ts';
import { digestOfFile } from '../media/store/digest-file.ts';
import type { MediaStore } from '../media/store/media-store.ts';
import { withBackupLeases } from './backup-leases.ts';
import { nameOf } from './backups-in.ts';
import { type CopiedMedia, copyMedia } from './copy-media.ts';
import { keepFolder } from './file-pool.ts';
import { listErasuresIn } from './list-erasures.ts';
import { MEDIA_LIST, SECRET, writeManifest } from './manifest.ts';
import { mustBeOwn } from './must-be-own.ts';
import { readInstallation } from './read-installation.ts';
import type { FileDigest } from './packed-lines.ts';
import { writeSnapshot } from './write-snapshot.ts';

export interface BackupServices {
  db: Database;
  store: MediaStore;
  /** Holds the generated secret, if there is one. */
  dataDir: string;
  now: () => Date;
  newId: () => string;
  /** How long to wait for files whose rows are newer; see `copyMedia`. */
  settleMs?: number;
}

export interface MadeBackup {
  folder: string;
  rows: number;
  media: CopiedMedia;
}

const UNFINISHED = 'unfinished-';

/**
 * Backs up the database and the media that it names into a new folder in `dir`, while people write: first all rows as of
 * one moment, then the files, which never change (docs/decisions/0142).
 * @throws BackupRunning, and SettingsError if the folder has backups of another database or the store is another one
 */
export async function makeBackup(services: BackupServices, dir: string): Promise<MadeBackup> {
  const root = resolve(dir);
  // Of a folder that is there, a recursive mkdir would say that it is missing (read-only) or that it exists (a file).
  if (!existsSync(root)) await mkdir(root, { recursive: true });
  if (!existsSync(join(root, 'media'))) await mkdir(join(root, 'media'));
  return withBackupLeases(services, async () => {
    await mustBelongTogether(services, root);
    // Only a process that ended early leaves one, because the lease allows one backup at a time.
    for (const name of await readdir(root)) if (name.startsWith(UNFINISHED)) await rm(join(root, name), { recursive: true });
    const at = services.now();
    const unfinished = join(root, UNFINISHED + nameOf(at));
    await mkdir(unfinished);
    try {
      const made = await fill(services, root, unfinished, at);
      // Before this folder is a backup: an erasure from now on finds it remembered.
      await listErasuresIn(services.db, root);
      const folder = join(root, nameOf(at));
      await rename(unfinished, folder);
      await keepFolder(root);
      return { folder, ...made };
    } catch (error) {
      await rm(unfinished, { recursive: true, force: true });
      throw error;
    }
  });
}

/** @throws SettingsError if database, media store and folder do not belong together */
async function mustBelongTogether({ db, store }: BackupServices, root: string): Promise<void> {
  const own = await readInstallation(db);
  if (own === null) return;
  await mustBeOwn(root, own.id);
  await mustBeBound(store, own);
}

async function fill(
  { db, store, dataDir, settleMs }: BackupServices,
  root: string,
  folder: string,
  at: Date,
): Promise<Omit<MadeBackup, 'folder'>> {
  const named = join(folder, 'named.txt.gz');
  const snapshot = await writeSnapshot(db, folder, named);
  const media = await copyMedia(store, { root, folder, named, list: join(folder, MEDIA_LIST) }, settleMs);
  await rm(named);
  const { newFiles: _, newBytes: __, ...listed } = media;
  const secret = await copySecret(dataDir, folder);
  for (const shelf of ['', ...(await readdir(join(root, 'media')))]) await keepFolder(join(root, 'media', shelf));
  await writeManifest(folder, { madeAt: at.toISOString(), ...snapshot, media: listed, secret });
  await keepFolder(join(folder, 'tables'));
  await keepFolder(folder);
  const rows = Object.values(snapshot.tables).reduce((sum, table) => sum + table.rows, 0);
  return { rows, media };
}

/** Devices hold the keys of locked work encrypted with this secret, so a restored server needs it. */
async function copySecret(dataDir: string, folder: string): Promise<FileDigest | null> {
  const from = join(dataDir, SECRET);
  if (!existsSync(from)) return null;
  const to = join(folder, SECRET);
  await copyFile(from, to);
  return { bytes: (await stat(to)).size, sha256: await digestOfFile(to) };
}
