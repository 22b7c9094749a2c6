import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { identities, signIns } from '../db/tables/auth.ts';
import { users } from '../db/tables/people.ts';

/**
 * Forgets by which provider's identity people sign in, so that the next one with their verified address gets their
 * account (R164). For one address it also ends the sign-ins: the former subject may be another person. Accounts without
 * an address keep their identity, which is their only way in.
 * @returns the number of accounts
 */
export async function forgetIdentities(db: Database, which: { email: string } | { issuer: string }): Promise<number> {
  return db.transaction(async (tx) => {
    const forgotten = await tx
      .delete(identities)
      .where(
        and(
          'issuer' in which ? eq(identities.issuer, which.issuer) : undefined,
          inArray(
            identities.userId,
            tx
              .select({ id: users.id })
              .from(users)
              .where('email' in which ? eq(users.email, which.email) : isNotNull(users.email)),
          ),
        ),
      )
      .returning({ userId: identities.userId });
    const userIds = [...new Set(forgotten.map(({ userId }) => userId))];
    if ('email' in which) await tx.delete(signIns).where(inArray(signIns.userId, userIds));
    return userIds.length;
  });
}
