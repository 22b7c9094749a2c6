import type { Database } from '../db/database.ts';
import { findInstallation } from '../db/installation.ts';
import { installation } from '../db/tables/installation.ts';

/** When nightly backups last worked, and why one has failed since, for all replicas. */
export interface BackupNotes {
  /** The moment of the newest backup that was restored as a test. */
  backedUpAt: Date | null;
  /** How many media files it lacks. */
  lost: number;
  failedAt: Date | null;
  /** One line; null if the newest attempt worked. */
  failure: string | null;
}

export async function readBackupNotes(db: Database): Promise<BackupNotes> {
  const { backedUpAt, backupLost, backupFailedAt, backupFailure } = await findInstallation(db);
  return { backedUpAt, lost: backupLost, failedAt: backupFailedAt, failure: backupFailure };
}

export async function noteBackedUp(db: Database, at: Date, lost: number): Promise<void> {
  await db.update(installation).set({ backedUpAt: at, backupLost: lost, backupFailedAt: null, backupFailure: null });
}

const FAILURE_MAX = 300;

/** @param failure only its first line is kept */
export async function noteBackupFailed(db: Database, at: Date, failure: string): Promise<void> {
  const [line = ''] = failure.split('\n');
  await db.update(installation).set({ backupFailedAt: at, backupFailure: line.slice(0, FAILURE_MAX) });
}
