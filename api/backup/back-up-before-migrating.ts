import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { isDatabaseUnavailable } from '../db/database-unavailable.ts';
import { isBehind, isDeadlock } from '../db/migrate.ts';
import type { OpenDatabase } from '../db/open.ts';
import { type Env, SettingsError } from '../env.ts';
import { openMediaStore } from '../media/media.ts';
import { BackupRunning } from './backup-leases.ts';
import { madeInWords } from './in-words.ts';
import { makeBackup } from './make-backup.ts';
import { MigratedMeanwhile } from './write-snapshot.ts';

const ASK_AGAIN_MS = 1_000;

/**
 * Backs up a database that is about to be migrated, if a setting names a folder. Does nothing for a new database.
 * @param say receives a line about the backup
 * @throws SettingsError if that fails: then the database must not be migrated
 */
export async function backUpBeforeMigrating(env: Env, { db }: OpenDatabase, say: (line: string) => void): Promise<void> {
  if (!env.backup) return;
  const store = await openMediaStore({ env, db });
  const services = { db, store, dataDir: env.dataDir, now: () => new Date(), newId: () => randomUUID() };
  while (await isBehind(db)) {
    try {
      say(`Before the upgrade: ${madeInWords(await makeBackup(services, env.backup.dir))}`);
      return;
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      const mayBeUpgraded = error instanceof BackupRunning || error instanceof MigratedMeanwhile || isDeadlock(error);
      if (!mayBeUpgraded) {
        const words = `BACKUP_DIR: the backup before the upgrade failed: ${(error as Error).message} Nothing was upgraded.`;
        throw new SettingsError(words, { cause: error });
      }
    }
    // Another replica is about to migrate, too, or has.
    await wait(ASK_AGAIN_MS);
  }
}
