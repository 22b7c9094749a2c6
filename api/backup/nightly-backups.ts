import { findInstallation } from '../db/installation.ts';
import type { Env } from '../env.ts';
import type { Log } from '../log.ts';
import { takeLease } from '../media/ports/lease.ts';
import { BACKUP_LEASE_TIMES, BackupRunning, withBackupLeases } from './backup-leases.ts';
import { noteBackedUp, noteBackupFailed, readBackupNotes } from './backup-notes.ts';
import { removeDrills } from './drill.ts';
import { madeInWords } from './in-words.ts';
import { type BackupServices, makeBackup } from './make-backup.ts';
import { pruneBackups } from './prune-backups.ts';

const HOUR_MS = 3_600_000;
/** In the server's own zone. */
const NIGHT_HOUR = 3;

export interface NightlyServices extends BackupServices {
  target: NonNullable<Env['backup']>;
  log: Log;
  /** Restores a backup into a scratch database. @throws Error with one line if that fails */
  drill: (folder: string, dataDir: string) => Promise<void>;
}

/**
 * Backs up every night, on one replica: at three, or at the next start if no server ran then. Tries again every hour
 * until a backup has passed its drill.
 * @returns a function that stops it
 */
export function startNightlyBackups(services: NightlyServices): () => void {
  const run = () => {
    backUpIfDue(services).catch((error: unknown) =>
      services.log.error({ err: error }, 'The nightly backup failed; the next try is in an hour'),
    );
  };
  run();
  const timer = setInterval(run, HOUR_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** @returns whether there was something to do */
export async function backUpIfDue(services: NightlyServices): Promise<boolean> {
  const { db, newId, now, dataDir } = services;
  const lease = await takeLease({ db, newId, name: 'nightly backup', times: BACKUP_LEASE_TIMES });
  if (!lease) return false;
  try {
    await removeDrills(dataDir);
    const { backedUpAt } = await readBackupNotes(db);
    const at = now();
    // One in the future was noted while the clock was wrong.
    if (backedUpAt && backedUpAt >= lastNight(at) && backedUpAt <= at) return false;
    await backUpAndDrill(services);
    return true;
  } catch (error) {
    // An operator's command is at it; the next hour will do.
    if (error instanceof BackupRunning) return false;
    await noteBackupFailed(db, now(), (error as Error).message);
    throw error;
  } finally {
    await lease.release();
  }
}

async function backUpAndDrill(services: NightlyServices): Promise<void> {
  const { db, log, now, target, dataDir, drill } = services;
  const at = now();
  const made = await makeBackup(services, target.dir);
  await drill(made.folder, dataDir);
  await noteBackedUp(db, at, made.media.lost);
  log.info({}, madeInWords(made));
  const { agesUntil } = await findInstallation(db);
  if (agesUntil) await withBackupLeases(services, () => pruneBackups(target.dir, { keepDays: target.keepDays, now: at, agesUntil }));
}

/** The last time that clocks showed three at night. */
export function lastNight(now: Date): Date {
  const night = new Date(now);
  night.setHours(NIGHT_HOUR, 0, 0, 0);
  if (night > now) night.setDate(night.getDate() - 1);
  return night;
}
