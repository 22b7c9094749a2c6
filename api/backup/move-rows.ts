import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { hasTables, migrationTimes } from '../db/migrate.ts';
import type { OpenDatabase } from '../db/open.ts';
import { rowsOf } from '../db/rows-of.ts';
import { installation } from '../db/tables/installation.ts';
import { SettingsError } from '../env.ts';
import { giveStoreTo, mustBeBound } from '../media/maintenance/bind-store.ts';
import type { MediaStore } from '../media/store/media-store.ts';
import { withScratchFolder } from '../media/store/scratch.ts';
import { differingTable } from './check-backup.ts';
import { loadSnapshot } from './load-snapshot.ts';
import { type Manifest, MEDIA_LIST } from './manifest.ts';
import { isNewDatabase } from './new-database.ts';
import { readInstallation } from './read-installation.ts';
import { writeSnapshot } from './write-snapshot.ts';

interface Move {
  from: OpenDatabase;
  to: OpenDatabase;
  /** The media that belong to `from`, and afterwards to `to`. */
  store: MediaStore;
  /** For the rows on their way. */
  dataDir: string;
  newId: () => string;
}

/**
 * Copies all rows into an empty PostgreSQL database and compares them there. The copy expects media of another id, so no
 * server starts on it until the last step gives that id to the media. Then none starts on the old database. Changes no
 * row of `from`.
 * @throws SettingsError with one line
 */
export async function moveRows({ from, to, store, dataDir, newId }: Move): Promise<Pick<Manifest, 'tables'>> {
  const bound = await hasTables(from.db).then((has) => (has ? readInstallation(from.db) : null));
  if (!bound?.mediaStoreId) throw new SettingsError('No server has used the old database. Is DATABASE_URL or DATA_DIR the right one?');
  await mustBeBound(store, bound);
  if (!(await isNewDatabase(to)) || (await hasTables(to.db)))
    throw new SettingsError('The new database is not empty, or has been used before. Nothing was changed.');
  await mustBeAlone(from, 'Nothing was changed.');
  const mediaStoreId = newId();
  const snapshot = await withScratchFolder(dataDir, async (folder) => {
    const written = await writeSnapshot(from.db, folder, join(folder, MEDIA_LIST));
    if (!migrationTimes().includes(written.migration))
      throw new SettingsError('The old database was migrated by a newer Longline: use that one. Nothing was changed.');
    await to.migrate(written.migration);
    await loadSnapshot(to.db, folder, written, (tx) => tx.update(installation).set({ mediaStoreId }));
    return written;
  });
  const { installation: _ownIds, ...tables } = snapshot.tables;
  for (const { db } of [to, from]) {
    const table = await differingTable(db, { tables });
    if (table !== null) throw new SettingsError(`The rows of ${table} differ. ${STILL_OLD}`);
  }
  await to.migrate();
  await mustBeAlone(from, STILL_OLD);
  await giveStoreTo(store, { id: bound.id, mediaStoreId });
  return snapshot;
}

const STILL_OLD = 'The media still belong to the old database. Move into another new one.';

/** A server that writes meanwhile would lose what it writes. An embedded database is locked by whoever opened it. */
async function mustBeAlone({ db, kind }: OpenDatabase, state: string): Promise<void> {
  if (kind === 'pglite') return;
  const others = await rowsOf(
    db,
    // Processes of PostgreSQL itself have no user.
    sql`select 1 from pg_stat_activity where datname = current_database() and usename is not null and pid <> pg_backend_pid()`,
  );
  if (others.length > 0)
    throw new SettingsError(`The old database is still in use. Stop every server and end every other session. ${state}`);
}
