import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { OpenDatabase } from '../db/open.ts';
import { rowsOf } from '../db/rows-of.ts';
import { SettingsError } from '../env.ts';
import { bindAfresh, mustBeBound } from '../media/maintenance/bind-store.ts';
import type { MediaStore } from '../media/store/media-store.ts';
import { withScratchFolder } from '../media/store/scratch.ts';
import { differingTable } from './check-backup.ts';
import { loadSnapshot } from './load-snapshot.ts';
import { type Manifest, MEDIA_LIST } from './manifest.ts';
import { clearNewDatabase, isNewDatabase } from './new-database.ts';
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
 * Copies all rows into an empty PostgreSQL database and compares them there. Binds the media last, so that no server starts
 * on a move that did not end, and none on the old database afterwards. Changes no row of `from`.
 * @throws SettingsError with one line
 */
export async function moveRows({ from, to, store, dataDir, newId }: Move): Promise<Pick<Manifest, 'tables'>> {
  if (!(await isNewDatabase(to))) throw new SettingsError('The new database is not empty. Nothing was changed.');
  await mustBeAlone(from);
  const bound = await readInstallation(from.db);
  if (bound) await mustBeBound(store, bound);
  const snapshot = await withScratchFolder(dataDir, async (folder) => {
    const written = await writeSnapshot(from.db, folder, join(folder, MEDIA_LIST));
    await clearNewDatabase(to);
    await to.migrate(written.migration);
    await loadSnapshot(to.db, folder, written);
    return written;
  });
  for (const { db } of [to, from]) {
    const table = await differingTable(db, snapshot);
    if (table !== null)
      throw new SettingsError(`The rows of ${table} differ. The media still belong to the old database. Move into another new one.`);
  }
  await mustBeAlone(from);
  await to.migrate();
  await bindAfresh({ db: to.db, store, newId });
  return snapshot;
}

/** A server that writes meanwhile would lose what it writes. An embedded database is locked by whoever opened it. */
async function mustBeAlone({ db, kind }: OpenDatabase): Promise<void> {
  if (kind === 'pglite') return;
  const others = await rowsOf(
    db,
    sql`select 1 from pg_stat_activity
        where datname = current_database() and application_name = 'longline' and pid <> pg_backend_pid()`,
  );
  if (others.length > 0) throw new SettingsError('A server still uses the old database. Stop every server first. Nothing was changed.');
}
