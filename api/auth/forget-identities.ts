import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { identities, signIns } from '../db/tables/auth.ts';
import { users } from '../db/tables/people.ts';

/**
 * Forgets people's identities at the provider, so that the next identity with their verified address gets their account
 * (R164). For one address it also ends the sign-ins: the former subject may be another person. Accounts without
 * an address keep their identity, which is their only way in.
 * @returns the number of accounts
 */
export async function forgetIdentities(db: Database, which: { email: string } | { issuer: string }): Promise<number> {
  return db.transaction(async (tx) => {
    // Forgetting an address ends its sign-ins, even if the account has no identity.
    const named = 'email' in which ? await tx.select({ userId: users.id }).from(users).where(eq(users.email, which.email)) : [];
    const forgotten = await tx
      .delete(identities)
      .where(
        and(
          'issuer' in which ? inArray(identities.issuer, spellingsOf(which.issuer)) : undefined,
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
    for (const { userId } of named) await tx.delete(signIns).where(eq(signIns.userId, userId));
    return new Set([...named, ...forgotten].map(({ userId }) => userId)).size;
  });
}

/** Providers and settings may write the same issuer with or without a trailing slash. */
function spellingsOf(issuer: string): string[] {
  const bare = issuer.replace(/\/$/, '');
  return [bare, `${bare}/`];
}
