import { eq, or, sql } from 'drizzle-orm';
import { accessTopic } from '../auth/access-topic.ts';
import { adminActions, betaAccess, identities, signInAttempts, signIns, waitlist } from '../db/tables/auth.ts';
import type { Transaction } from '../db/database.ts';
import { erasedAccounts, users } from '../db/tables/people.ts';
import { rateLimits } from '../db/tables/replicas.ts';
import type { ErasureServices } from './erasure-services.ts';

/** Whether it is to be erased only if the time has come that its person chose. */
interface Condition {
  onlyIfDue?: boolean;
}

/**
 * Makes an erasure irrevocable and visible at once: the person is signed out everywhere, absent for others, and known by no
 * address. A sign-in with the same address makes a new account from now on. May be repeated.
 */
export async function beginErasure(
  { db, now, pokes }: Pick<ErasureServices, 'db' | 'now' | 'pokes'>,
  userId: string,
  { onlyIfDue = false }: Condition = {},
): Promise<void> {
  await db.transaction(async (tx) => {
    const [person] = await tx
      .select({ email: users.email, deleteAt: users.deleteAt })
      .from(users)
      .where(eq(users.id, userId))
      .for('update');
    // Its person may have kept it a moment ago.
    if (onlyIfDue && !(person?.deleteAt && person.deleteAt <= now())) return;
    await tx.insert(erasedAccounts).values({ userId, begunAt: now() }).onConflictDoNothing();
    if (!person) return;
    const { email } = person;
    // Subscriptions to pushes end with their sign-in.
    await tx.delete(signIns).where(eq(signIns.userId, userId));
    await tx.delete(identities).where(eq(identities.userId, userId));
    await tx.delete(adminActions).where(or(eq(adminActions.adminId, userId), email === null ? undefined : eq(adminActions.email, email)));
    if (email !== null) for (const table of [signInAttempts, betaAccess, waitlist]) await tx.delete(table).where(eq(table.email, email));
    await deleteCountsOf(tx, email === null ? [userId] : [userId, email]);
    await tx.update(users).set({ email: null, isAdmin: false, removedAt: now(), deleteAt: null }).where(eq(users.id, userId));
  });
  pokes.publish([accessTopic(userId)]);
}

/** Counts of requests are named after a limit and whom it counts. */
async function deleteCountsOf(tx: Transaction, names: readonly string[]): Promise<void> {
  for (const name of names) await tx.delete(rateLimits).where(sql`split_part(${rateLimits.bucket}, ':', 2) = ${name}`);
}
