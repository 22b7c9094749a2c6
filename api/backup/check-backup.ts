import { join } from 'node:path';
import type { Database } from '../db/database.ts';
import { migrationTimes } from '../db/migrate.ts';
import { BackupDamaged } from './backup-damaged.ts';
import type { BackupPlace } from './backups-in.ts';
import { isWhole, pathInPool } from './file-pool.ts';
import { fileOfTable, type Manifest, MEDIA_LIST, readManifest, SECRET } from './manifest.ts';
import { readNamed } from './named-media.ts';
import { readTable, writeRowsAlike } from './read-table.ts';
import { RowsDigest } from './rows-digest.ts';

/** Reads every file of the backup itself: manifest, tables, list and secret. @throws BackupDamaged */
export async function checkOwnFiles({ folder }: BackupPlace): Promise<Manifest> {
  const manifest = await readManifest(folder);
  const { tables, media, secret, migration } = manifest;
  if (!migrationTimes().includes(migration)) throw new BackupDamaged(folder, 'was made by a newer Longline: use that one');
  const files = [
    ...Object.entries(tables).map(([table, digest]) => [fileOfTable(table), digest] as const),
    [MEDIA_LIST, media] as const,
    ...(secret ? [[SECRET, secret] as const] : []),
  ];
  for (const [name, digest] of files) {
    const path = join(folder, name);
    if (!(await isWhole(path, digest))) throw new BackupDamaged(path);
  }
  return manifest;
}

/** Reads every media file of the backup. @throws BackupDamaged */
export async function checkMediaFiles({ root, folder }: BackupPlace): Promise<void> {
  let last = '';
  for await (const { sha256, size } of readNamed(join(folder, MEDIA_LIST))) {
    // Sorted by hash, so the same content comes in a row.
    if (sha256 === last) continue;
    last = sha256;
    const path = pathInPool(root, sha256);
    if (!(await isWhole(path, { bytes: size, sha256 }))) throw new BackupDamaged(path);
  }
}

/** Compares each table of a database with the snapshot that it was loaded from. @throws BackupDamaged */
export async function compareRows(db: Database, { folder }: BackupPlace, manifest: Manifest): Promise<void> {
  const table = await differingTable(db, manifest);
  if (table === null) return;
  const { rows } = manifest.tables[table]!;
  throw new BackupDamaged(join(folder, fileOfTable(table)), `has ${rows} rows, and a database loaded from it differs`);
}

/** The first table of a database whose rows are not those of a snapshot; null if there is none. */
export const differingTable = (db: Database, { tables }: Pick<Manifest, 'tables'>): Promise<string | null> =>
  db.transaction(async (tx) => {
    await writeRowsAlike(tx);
    for (const [table, { rows, content }] of Object.entries(tables)) {
      const found = new RowsDigest();
      for await (const batch of readTable(tx, table)) for (const row of batch) found.add(row);
      if (found.rows !== rows || found.content !== content) return table;
    }
    return null;
  });
