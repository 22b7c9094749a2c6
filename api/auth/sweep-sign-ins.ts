import { inArray, lt } from 'drizzle-orm';
import { signInAttempts, signIns, waitlist } from '../db/tables/auth.ts';
import { rateLimits } from '../db/tables/replicas.ts';
import type { Services } from '../services.ts';
import { inBatches } from '../sweep-time.ts';
import { SIGN_IN_SECONDS, secondsAfter, WAITLIST_SECONDS } from './lifetimes.ts';

const BATCH = 5_000;

/** Deletes sign-ins and attempts that had expired at `agesUntil`. */
export async function sweepSignIns({ db }: Pick<Services, 'db'>, agesUntil: Date): Promise<void> {
  const unused = lt(signIns.lastUsedAt, secondsAfter(agesUntil, -SIGN_IN_SECONDS));
  await inBatches(undefined, BATCH, async () => {
    const some = db.select({ hash: signIns.tokenHash }).from(signIns).where(unused).orderBy(signIns.lastUsedAt).limit(BATCH);
    return (await db.delete(signIns).where(inArray(signIns.tokenHash, some)).returning({ userId: signIns.userId })).length;
  });
  const expired = lt(signInAttempts.expiresAt, agesUntil);
  await inBatches(undefined, BATCH, async () => {
    const some = db
      .select({ hash: signInAttempts.tokenHash })
      .from(signInAttempts)
      .where(expired)
      .orderBy(signInAttempts.expiresAt)
      .limit(BATCH);
    return (await db.delete(signInAttempts).where(inArray(signInAttempts.tokenHash, some)).returning({ at: signInAttempts.expiresAt }))
      .length;
  });
}

/** Deletes addresses that have waited too long for access (R370). */
export async function sweepWaitlist({ db }: Pick<Services, 'db'>, agesUntil: Date): Promise<void> {
  const old = lt(waitlist.createdAt, secondsAfter(agesUntil, -WAITLIST_SECONDS));
  await inBatches(undefined, BATCH, async () => {
    const some = db.select({ id: waitlist.id }).from(waitlist).where(old).orderBy(waitlist.createdAt).limit(BATCH);
    return (await db.delete(waitlist).where(inArray(waitlist.id, some)).returning({ id: waitlist.id })).length;
  });
}

/** Deletes counts whose window has ended. */
export async function sweepRateLimits({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  const over = lt(rateLimits.resetsAt, now());
  await inBatches(undefined, BATCH, async () => {
    const some = db.select({ bucket: rateLimits.bucket }).from(rateLimits).where(over).orderBy(rateLimits.resetsAt).limit(BATCH);
    return (await db.delete(rateLimits).where(inArray(rateLimits.bucket, some)).returning({ at: rateLimits.resetsAt })).length;
  });
}
