import { eq } from 'drizzle-orm';
import { signIns } from '../db/tables/auth.ts';
import type { Services } from '../services.ts';
import { hashToken, newToken } from './tokens.ts';

/**
 * Signs a browser in under a new token and ends its previous sign-in, so that a token planted or seen before becomes
 * useless.
 * @returns the token for the cookie; the table stores only its hash
 */
export async function beginSignIn(services: Services, userId: string, formerToken: string | undefined): Promise<string> {
  const token = newToken(services.randomBytes);
  const now = services.now();
  await services.db.transaction(async (tx) => {
    if (formerToken) await tx.delete(signIns).where(eq(signIns.tokenHash, hashToken(formerToken)));
    await tx.insert(signIns).values({ tokenHash: hashToken(token), userId, createdAt: now, lastUsedAt: now });
  });
  return token;
}

/** Ends a sign-in at once, on every replica. */
export async function endSignIn(services: Services, token: string): Promise<void> {
  await services.db.delete(signIns).where(eq(signIns.tokenHash, hashToken(token)));
}
