import type { Database } from './db/database.ts';
import { type Installation, lockInstallation } from './db/installation.ts';
import { installation } from './db/tables/installation.ts';
import type { Log } from './log.ts';

const DAY_MS = 86_400_000;
/** Sweeps run every hour: a longer gap is a jump of the clock, or a server that was off. The two look the same. */
const JUMP_MS = DAY_MS;
/** How long sweeps have to follow each other without a jump before the clock is believed. */
const STEADY_MS = DAY_MS;
/** Devices offer again what a restored backup lacks; files that only they name must still be there. */
const RESTORED_MS = 30 * DAY_MS;

type Clock = Pick<Installation, 'sweptAt' | 'steadySince' | 'agesUntil'>;

/**
 * What a sweep at `now` makes of the clock (decision 59). After a jump forwards ages count up to the last sweep before
 * it: that moment has passed for certain. After a jump backwards no earlier reading can be trusted.
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
 * Up to which moment sweeps may count ages; null: nothing may be deleted by age now. Every sweep asks this first, and
 * so also notes when it ran.
 */
export async function readAgeGate({ db, now, log }: { db: Database; now: () => Date; log: Log }): Promise<Date | null> {
  return db.transaction(async (tx) => {
    const row = await lockInstallation(tx);
    const { clock, jumped } = readClock(row, now());
    await tx.update(installation).set(clock);
    const about = { lastSweep: row.sweptAt, now: clock.sweptAt, agesUntil: clock.agesUntil };
    if (jumped) log.warn(about, 'more than a day between this sweep and the last: deletion by age waits until the clock was steady for a day');
    if (row.restoredAt && !hasWaited(row.restoredAt, clock.agesUntil)) {
      log.info({ restoredAt: row.restoredAt }, 'a backup was restored less than 30 days ago: sweeps delete nothing');
      return null;
    }
    return clock.agesUntil;
  });
}

const hasWaited = (restoredAt: Date, agesUntil: Date | null) =>
  agesUntil !== null && agesUntil.getTime() - restoredAt.getTime() >= RESTORED_MS;
