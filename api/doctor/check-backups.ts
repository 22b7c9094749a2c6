import { existsSync } from 'node:fs';
import { mkdtemp, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isLoopback } from '../auth/loopback.ts';
import { readBackupNotes } from '../backup/backup-notes.ts';
import { listBackups } from '../backup/backups-in.ts';
import type { Database } from '../db/database.ts';
import type { Env } from '../env.ts';

/** What stands in the way of the next backup, or of using the last one. A server for one's own machine needs none. */
export async function checkBackups(db: Database, { backup, publicUrl }: Pick<Env, 'backup' | 'publicUrl'>): Promise<string[]> {
  if (!backup) return isLoopback(new URL(publicUrl).hostname) ? [] : ['There are no backups. Set BACKUP_DIR to a folder on another disk.'];
  const { backedUpAt, failure } = await readBackupNotes(db);
  if (failure) return [`The last backup failed: ${failure}`];
  // The first backup makes the folder.
  if (existsSync(backup.dir)) {
    try {
      await rmdir(await mkdtemp(join(backup.dir, '.doctor-')));
    } catch (error) {
      return [`BACKUP_DIR cannot be written: ${(error as NodeJS.ErrnoException).code}`];
    }
  }
  const isGone = backedUpAt !== null && (await listBackups(backup.dir)).length === 0;
  return isGone ? ['BACKUP_DIR has no backup any more. Is its disk mounted?'] : [];
}
