import { eq, sql } from 'drizzle-orm';
import { accessTopic } from '../auth/access-topic.ts';
import { adminActions, betaAccess, identities, signInAttempts, signIns, waitlist } from '../db/tables/auth.ts';
import type { Transaction } from '../db/database.ts';
import { erasedAccounts, users } from '../db/tables/people.ts';
import { rateLimits } from '../db/tables/replicas.ts';
import { forgetAddressInReports } from '../reports/forget-people.ts';
import { accountHeldUntil } from '../reports/held.ts';
import type { ErasureServices } from './erasure-services.ts';

interface Condition {
  /** Only if its person chose a time until then. */
  dueAt?: Date;
}

/**
 * Makes an erasure irrevocable and visible at once: the person is signed out everywhere, absent for others, and known by no
 * address. A sign-in with the same address makes a new account from now on. May be repeated.
 */
export async function beginErasure(
  { db, now, pokes }: Pick<ErasureServices, 'db' | 'now' | 'pokes'>,
  userId: string,
  { dueAt }: Condition = {},
): Promise<void> {
  await db.transaction(async (tx) => {
    const [person] = await tx
      .select({ email: users.email, deleteAt: users.deleteAt })
      .from(users)
      .where(eq(users.id, userId))
      .for('update');
    // Its person may have kept it a moment ago.
    if (dueAt && !(person?.deleteAt && person.deleteAt <= dueAt)) return;
    const heldUntil = dueAt ? await accountHeldUntil(tx, userId, dueAt) : null;
    if (heldUntil) {
      await tx.update(users).set({ deleteAt: heldUntil }).where(eq(users.id, userId));
      return;
    }
    await tx.insert(erasedAccounts).values({ userId, begunAt: now() }).onConflictDoNothing();
    if (!person) return;
    const { email } = person;
    // Subscriptions to pushes end with their sign-in.
    await tx.delete(signIns).where(eq(signIns.userId, userId));
    await tx.delete(identities).where(eq(identities.userId, userId));
    await tx.update(adminActions).set({ adminId: null }).where(eq(adminActions.adminId, userId));
    if (email !== null)
      for (const table of [adminActions, signInAttempts, betaAccess, waitlist]) await tx.delete(table).where(eq(table.email, email));
    if (email !== null) await forgetAddressInReports(tx, email);
    await deleteCountsOf(tx, email === null ? [userId] : [userId, email]);
    await tx.update(users).set({ email: null, isAdmin: false, removedAt: now(), deleteAt: null }).where(eq(users.id, userId));
  });
  pokes.publish([accessTopic(userId)]);
}

/** Counts of requests are named after a limit and whom it counts. */
async function deleteCountsOf(tx: Transaction, names: readonly string[]): Promise<void> {
  for (const name of names) await tx.delete(rateLimits).where(sql`split_part(${rateLimits.bucket}, ':', 2) = ${name}`);
}
