import { and, eq, isNull } from 'drizzle-orm';
import type { Queryable } from '../db/database.ts';
import { users } from '../db/tables/people.ts';
import type { Env } from '../env.ts';

/** Where the administrators of this server read their mail. */
export async function adminAddresses(db: Queryable, { adminEmails }: Pick<Env, 'adminEmails'>): Promise<string[]> {
  const stored = await db
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.isAdmin, true), isNull(users.deleteAt)));
  return [...new Set([...adminEmails, ...stored.flatMap(({ email }) => email ?? [])])];
}
