import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '../db/database.ts';
import { SettingsError } from '../env.ts';
import { SWEEP_LEASE } from '../media/maintenance/sweep.ts';
import { type Lease, type LeaseTimes, takeLease } from '../media/ports/lease.ts';

/** The embedded database answers nothing else while it reads a snapshot, so the leases must outlast that. */
export const BACKUP_LEASE_TIMES: LeaseTimes = { expiresInMs: 60_000, renewEveryMs: 5_000 };
const ASK_AGAIN_MS = 500;

/** Another process is backing this database up. */
export class BackupRunning extends SettingsError {}

/**
 * Runs `work` while no sweep deletes media and no other backup runs. A sweep that has begun ends first.
 * @throws BackupRunning
 */
export async function withBackupLeases<T>({ db, newId }: { db: Database; newId: () => string }, work: () => Promise<T>): Promise<T> {
  const only = await takeLease({ db, newId, name: 'backup', times: BACKUP_LEASE_TIMES });
  if (!only) throw new BackupRunning('Another backup of this database is running.');
  try {
    let pause: Lease | null;
    while (!(pause = await takeLease({ db, newId, name: SWEEP_LEASE, times: BACKUP_LEASE_TIMES }))) await wait(ASK_AGAIN_MS);
    return await work().finally(() => pause.release());
  } finally {
    await only.release();
  }
}
