import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { Database, Queryable, Transaction } from '../db/database.ts';
import { rowsOf } from '../db/rows-of.ts';
import { SettingsError } from '../env.ts';
import { fileOfTable, type Manifest } from './manifest.ts';
import { type FileDigest, writeLines } from './packed-lines.ts';
import { listTables, readByCursor, readTable, writeRowsAlike } from './read-table.ts';
import { readInstallation } from './read-installation.ts';
import { RowsDigest } from './rows-digest.ts';

/** The tables were migrated while they were read: one that was rewritten is empty for an older snapshot. */
export class MigratedMeanwhile extends SettingsError {}

type Snapshot = Pick<Manifest, 'installation' | 'migration' | 'tables'>;

/** By hash, so that lists of several backups can be compared line by line. `C` sorts alike everywhere. */
const NAMED_MEDIA = `select served_sha256 || ' ' || served_size || ' ' || path as line from objects
                     order by served_sha256 collate "C", path collate "C"`;

/**
 * Writes all rows as of one moment into `folder`, while others write. Memory does not grow with the tables.
 * @param namedMedia path of the list of media files that the rows name
 * @throws MigratedMeanwhile
 */
export async function writeSnapshot(db: Database, folder: string, namedMedia: string): Promise<Snapshot> {
  await mkdir(join(folder, 'tables'));
  const snapshot = await db.transaction(
    async (tx) => {
      await writeRowsAlike(tx);
      const tables: Manifest['tables'] = {};
      for (const table of await listTables(tx)) tables[table] = await writeTable(tx, folder, table);
      await writeLines(namedMedia, readByCursor(tx, NAMED_MEDIA));
      return { installation: (await readInstallation(tx))?.id ?? null, migration: await migrationOf(tx), tables };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
  if ((await migrationOf(db)) !== snapshot.migration) throw new MigratedMeanwhile('The database was upgraded during the backup.');
  return snapshot;
}

async function writeTable(tx: Transaction, folder: string, table: string): Promise<FileDigest & { rows: number; content: string }> {
  const digest = new RowsDigest();
  async function* digested() {
    for await (const batch of readTable(tx, table)) {
      for (const row of batch) digest.add(row);
      yield batch;
    }
  }
  const file = await writeLines(join(folder, fileOfTable(table)), digested());
  return { ...file, rows: digest.rows, content: digest.content };
}

/** When the newest migration of a database was made. */
async function migrationOf(tx: Queryable): Promise<number> {
  const [row] = await rowsOf<{ made: string }>(tx, sql`select max(created_at)::text as made from drizzle.__drizzle_migrations`);
  return Number(row!.made);
}
