import { eq } from 'drizzle-orm';
import type { Queryable } from '../db/database.ts';
import { signIns } from '../db/tables/auth.ts';
import type { Services } from '../services.ts';
import { accessTopic } from './access-topic.ts';
import { hashToken, newToken } from './tokens.ts';

/**
 * Signs a browser in under a new token and ends its previous sign-in, so that a token planted or seen before becomes
 * useless.
 * @returns the token for the cookie; the table stores only its hash
 */
export async function beginSignIn(services: Services, userId: string, formerToken: string | undefined): Promise<string> {
  const token = newToken(services.randomBytes);
  const now = services.now();
  const ended = await services.db.transaction(async (tx) => {
    await tx.insert(signIns).values({ tokenHash: hashToken(token), userId, createdAt: now, lastUsedAt: now });
    return formerToken ? deleteSignIn(tx, formerToken) : [];
  });
  // Beta access belongs to an address, which may have changed with this sign-in.
  endStreams(services, [...ended, { userId }]);
  return token;
}

/** Ends a sign-in and its event streams at once, on every replica. */
export async function endSignIn(services: Services, token: string): Promise<void> {
  endStreams(services, await deleteSignIn(services.db, token));
}

const deleteSignIn = (db: Queryable, token: string) =>
  db
    .delete(signIns)
    .where(eq(signIns.tokenHash, hashToken(token)))
    .returning({ userId: signIns.userId });

/** Of these people, the streams that may no longer go on. */
const endStreams = ({ pokes }: Services, ended: readonly { userId: string }[]) =>
  pokes.publish(ended.map(({ userId }) => accessTopic(userId)));
