import { and, eq, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../db/database.ts';
import { identities } from '../db/tables/auth.ts';
import { users } from '../db/tables/people.ts';
import { raiseFeeds } from '../feeds/raise-feeds.ts';
import type { Services } from '../services.ts';
import { createUser } from './create-user.ts';
import type { ProvedIdentity } from './provider.ts';
import { settleAbsences } from './removed-people.ts';
import { findUserByEmail, lockUserCreation } from './user-of-email.ts';

/**
 * The person behind a provider's (issuer, subject). The first sign-in links the person with the verified email, or
 * creates one. An unverified email never links, or anyone could claim an account (R13).
 * @returns null if the email belongs to a person with another identity: a provider may give an address to someone else
 * (R164)
 */
export async function userOfIdentity(services: Services, identity: ProvedIdentity): Promise<string | null> {
  const known = await findByIdentity(services.db, identity);
  if (known && (identity.email === null || known.email === identity.email)) return known.userId;

  const found = await services.db.transaction(async (tx) => {
    await lockUserCreation(tx);
    const meanwhile = await findByIdentity(tx, identity);
    if (meanwhile) return { userId: meanwhile.userId, moved: await takeEmail(services, tx, meanwhile.userId, identity.email) };
    const holder = identity.email === null ? null : await findUserByEmail(tx, identity.email);
    if (holder && (await hasIdentity(tx, holder))) return null;
    const userId = holder ?? (await createUser(services, tx, identity));
    await tx.insert(identities).values({ issuer: identity.issuer, subject: identity.subject, userId });
    return { userId, moved: [] };
  });
  if (!found) return null;
  services.pokes.publish(found.moved);
  return found.userId;
}

async function hasIdentity(tx: Transaction, userId: string): Promise<boolean> {
  const [any] = await tx.select({ subject: identities.subject }).from(identities).where(eq(identities.userId, userId)).limit(1);
  return any !== undefined;
}

async function findByIdentity(db: Queryable, { issuer, subject }: ProvedIdentity) {
  const [found] = await db
    .select({ userId: users.id, email: users.email })
    .from(identities)
    .innerJoin(users, eq(users.id, identities.userId))
    .where(and(eq(identities.issuer, issuer), eq(identities.subject, subject)));
  return found ?? null;
}

/**
 * Updates a person to their new verified email. The old address may go to someone else, who must not find this account
 * under it. An address that another person of this server uses stays theirs.
 */
async function takeEmail(services: Services, tx: Transaction, userId: string, email: string | null): Promise<string[]> {
  if (email === null || (await findUserByEmail(tx, email))) return [];
  await tx
    .update(users)
    .set({ email, updatedAt: services.now(), version: sql`${users.version} + 1` })
    .where(eq(users.id, userId));
  // Beta access stays with the address.
  const absence = await settleAbsences(tx, services, eq(users.id, userId));
  const raised = await raiseFeeds(tx, services, [{ kind: 'own', userId, entity: 'profile', rowId: userId }, ...absence]);
  return raised.map(({ name }) => name);
}
