import { eq, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../db/database.ts';
import { users } from '../db/tables/people.ts';
import type { Services } from '../services.ts';
import { createUser } from './create-user.ts';
import { awaitsFirstAdmin } from './first-admin.ts';

// An arbitrary number that no other advisory lock uses.
const USER_CREATION_LOCK = 7_305_114;

/**
 * Serialises the creation of accounts across all replicas until the transaction ends. Two concurrent first sign-ins of one
 * person then create one account, and those of two people one admin.
 */
export const lockUserCreation = (tx: Transaction) => tx.execute(sql`select pg_advisory_xact_lock(${USER_CREATION_LOCK})`);

export async function findUserByEmail(db: Queryable, email: string): Promise<string | null> {
  const [found] = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
  return found?.id ?? null;
}

/**
 * The person who has just proved with a code that they own `email`; created on their first sign-in, as the administrator
 * if the server awaits its first.
 */
export async function userOfEmail(services: Services, email: string): Promise<string> {
  const known = await findUserByEmail(services.db, email);
  if (known) return known;
  return services.db.transaction(async (tx) => {
    await lockUserCreation(tx);
    const meanwhile = await findUserByEmail(tx, email);
    if (meanwhile) return meanwhile;
    return createUser(services, tx, { email, isAdmin: await awaitsFirstAdmin(services, tx) });
  });
}
