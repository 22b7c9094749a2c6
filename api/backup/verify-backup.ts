import { freeBytesOf } from '../db/free-bytes.ts';
import { openDatabase } from '../db/open.ts';
import { withScratchFolder } from '../media/store/scratch.ts';
import type { BackupPlace } from './backups-in.ts';
import { checkMediaFiles, checkOwnFiles, compareRows } from './check-backup.ts';
import { readErased } from './erased-list.ts';
import { loadSnapshot } from './load-snapshot.ts';
import type { Manifest } from './manifest.ts';
import { clearNewDatabase } from './new-database.ts';
import { mustHaveSpace } from './space-for-drill.ts';

/**
 * Proves that a backup can be restored: reads every byte of it, loads the rows into an embedded database that it deletes
 * afterwards, and compares what that one then holds (docs/decisions/0143).
 * @param dataDir for the scratch database
 * @param freeBytes of the disk of a folder
 * @throws BackupDamaged, and SettingsError if the scratch database would not fit
 */
export async function verifyBackup(place: BackupPlace, dataDir: string, freeBytes = freeBytesOf): Promise<Manifest> {
  const manifest = await checkOwnFiles(place);
  await checkMediaFiles(place);
  await readErased(place.root);
  await withScratchFolder(dataDir, async (scratch) => {
    await mustHaveSpace(place, manifest, freeBytes(scratch));
    const database = await openDatabase({ databaseUrl: null, dataDir: scratch });
    try {
      await clearNewDatabase(database);
      await database.migrate(manifest.migration);
      await loadSnapshot(database.db, place.folder, manifest);
      await compareRows(database.db, place, manifest);
    } finally {
      await database.close();
    }
  });
  return manifest;
}
