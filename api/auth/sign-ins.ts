import { eq, type SQL } from 'drizzle-orm';
import type { Queryable } from '../db/database.ts';
import { signIns } from '../db/tables/auth.ts';
import type { Services } from '../services.ts';
import { accessTopic } from './access-topic.ts';
import { describeBrowser } from './describe-browser.ts';
import { SIGN_IN_SECONDS, secondsAfter } from './lifetimes.ts';
import { hashToken, newToken } from './tokens.ts';

/**
 * Signs a browser in under a new token and ends its previous sign-in, so that a token planted or seen before becomes
 * useless.
 * @returns the token for the cookie; the table stores only its hash
 */
export async function beginSignIn(
  services: Services,
  userId: string,
  { formerToken, userAgent }: { formerToken?: string | undefined; userAgent?: string | undefined },
): Promise<string> {
  const token = newToken(services.randomBytes);
  const now = services.now();
  const ended = await services.db.transaction(async (tx) => {
    await tx
      .insert(signIns)
      .values({ tokenHash: hashToken(token), userId, createdAt: now, lastUsedAt: now, ...describeBrowser(userAgent) });
    return formerToken ? deleteSignIns(tx, signInOf(formerToken)) : [];
  });
  // Beta access belongs to an address, which may have changed with this sign-in.
  endStreams(services, [...ended, { userId }]);
  return token;
}

/** Ends sign-ins and their event streams at once, on every replica. @returns how many */
export async function endSignIns(services: Services, which: SQL | undefined): Promise<number> {
  const ended = await deleteSignIns(services.db, which);
  endStreams(services, ended);
  return ended.length;
}

/** Sign-ins last used at this moment or earlier have expired (R15), swept or not. */
export const oldestUse = ({ now }: Pick<Services, 'now'>): Date => secondsAfter(now(), -SIGN_IN_SECONDS);

/** The sign-in with this token. */
export const signInOf = (token: string): SQL => eq(signIns.tokenHash, hashToken(token));

const deleteSignIns = (db: Queryable, which: SQL | undefined) => db.delete(signIns).where(which).returning({ userId: signIns.userId });

/** Makes every event stream of these people check whether it may continue. */
const endStreams = ({ pokes }: Services, ended: readonly { userId: string }[]) =>
  pokes.publish(ended.map(({ userId }) => accessTopic(userId)));
