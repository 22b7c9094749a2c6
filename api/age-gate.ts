import type { Database } from './db/database.ts';
import { type Installation, lockInstallation } from './db/installation.ts';
import { installation } from './db/tables/installation.ts';
import { DELETION_WAIT_DAYS } from './contract/limits.ts';
import { postponeDeletions } from './erasure/postpone-deletions.ts';
import type { Log } from './log.ts';

const DAY_MS = 86_400_000;
/** Sweeps run every hour. A longer gap means that the clock jumped or the server was off; the two look the same. */
const JUMP_MS = DAY_MS;
/** How long sweeps must run without a jump before ages count again. */
const STEADY_MS = DAY_MS;
/**
 * How long sweeps delete nothing after a restore. Devices offer the rows that the backup lacks, and the files of those rows
 * must survive until they do.
 */
export const RESTORED_MS = 30 * DAY_MS;

type Clock = Pick<Installation, 'sweptAt' | 'steadySince' | 'agesUntil'>;

/**
 * Updates the clock for a sweep at `now` (docs/decisions/0059). After a forward jump, ages count up to the last sweep before
 * the jump: that moment has certainly passed. After a backward jump, no earlier reading is reliable.
 */
export function readClock({ sweptAt, steadySince, agesUntil }: Clock, now: Date): { clock: Clock; jumped: boolean } {
  const gap = sweptAt ? now.getTime() - sweptAt.getTime() : 0;
  if (!sweptAt || !steadySince) return { clock: { sweptAt: now, steadySince: now, agesUntil: null }, jumped: false };
  if (gap > JUMP_MS) return { clock: { sweptAt: now, steadySince: now, agesUntil: sweptAt }, jumped: true };
  if (gap < -JUMP_MS) return { clock: { sweptAt: now, steadySince: now, agesUntil: null }, jumped: true };
  const isSteady = now.getTime() - steadySince.getTime() >= STEADY_MS;
  return { clock: { sweptAt: now, steadySince, agesUntil: isSteady ? now : agesUntil }, jumped: false };
}

/**
 * The moment up to which sweeps may count ages; null if nothing may be deleted by age now. Every sweep calls this
 * first, because it also records when the sweep ran.
 */
export async function readAgeGate({ db, now, log }: { db: Database; now: () => Date; log: Log }): Promise<Date | null> {
  return db.transaction(async (tx) => {
    const row = await lockInstallation(tx);
    const { clock, jumped } = readClock(row, now());
    await tx.update(installation).set(clock);
    const about = { lastSweep: row.sweptAt, now: clock.sweptAt, agesUntil: clock.agesUntil };
    if (jumped) {
      await postponeDeletions(tx, new Date(now().getTime() + DELETION_WAIT_DAYS * DAY_MS));
      log.warn(about, 'more than a day between this sweep and the last: deletion by age waits until the clock has been steady for a day');
    }
    if (row.restoredAt && !hasWaited(row.restoredAt, clock.agesUntil)) {
      log.info({ restoredAt: row.restoredAt }, 'a backup was restored less than 30 days ago: sweeps delete nothing');
      return null;
    }
    return clock.agesUntil;
  });
}

/** The same as the last sweep found it, without noting a sweep. */
export async function peekAgeGate(db: Database): Promise<Date | null> {
  const [row] = await db.select().from(installation);
  return row && (!row.restoredAt || hasWaited(row.restoredAt, row.agesUntil)) ? row.agesUntil : null;
}

const hasWaited = (restoredAt: Date, agesUntil: Date | null) =>
  agesUntil !== null && agesUntil.getTime() - restoredAt.getTime() >= RESTORED_MS;
