import { eq, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../db/database.ts';
import { users } from '../db/tables/people.ts';
import type { Services } from '../services.ts';
import { createUser } from './create-user.ts';

// Any number will do, as long as nothing else locks it.
const NEWCOMERS = 7_305_114;

/**
 * Lets newcomers in one at a time, over all replicas, until the transaction ends. So two first sign-ins at once make
 * one person where they are the same, and one admin where they are not. Newcomers are few.
 */
export const oneNewcomerAtATime = (tx: Transaction) => tx.execute(sql`select pg_advisory_xact_lock(${NEWCOMERS})`);

export async function findUserByEmail(db: Queryable, email: string): Promise<string | null> {
  const [found] = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
  return found?.id ?? null;
}

/**
 * The person who has just proved to hold `email`, made on their first sign-in.
 * @param readTerminal the proof was a code from the server's terminal: on a server that knows nobody yet and names no
 *   ADMIN_EMAILS, such a person is its admin (design section 6)
 */
export async function userOfEmail(services: Services, email: string, readTerminal: boolean): Promise<string> {
  const known = await findUserByEmail(services.db, email);
  if (known) return known;
  return services.db.transaction(async (tx) => {
    await oneNewcomerAtATime(tx);
    const meanwhile = await findUserByEmail(tx, email);
    if (meanwhile) return meanwhile;
    const mayBeFirst = readTerminal && services.env.adminEmails.length === 0;
    const isAdmin = mayBeFirst && (await tx.select({ id: users.id }).from(users).limit(1)).length === 0;
    return createUser(services, tx, { email, isAdmin });
  });
}
