import { and, eq, gt, isNotNull } from 'drizzle-orm';
import { signInAttempts } from '../db/tables/auth.ts';
import type { Services } from '../services.ts';
import { ATTEMPT_SECONDS, secondsAfter } from './lifetimes.ts';
import type { ProviderChecks } from './provider.ts';
import { hashToken, newToken } from './tokens.ts';

/** Stores the values that the provider's answer must match. @returns the token for the browser's cookie */
export async function beginProviderAttempt(services: Services, checks: ProviderChecks, returnTo: string): Promise<string> {
  const token = newToken(services.randomBytes);
  await services.db.insert(signInAttempts).values({
    tokenHash: hashToken(token),
    provider: checks,
    returnTo,
    expiresAt: secondsAfter(services.now(), ATTEMPT_SECONDS),
  });
  return token;
}

/** Deletes and returns a browser's attempt, so that its state and nonce work only once. Null when there is none. */
export async function takeProviderAttempt(services: Services, token: string): Promise<{ checks: ProviderChecks; returnTo: string } | null> {
  const [attempt] = await services.db
    .delete(signInAttempts)
    .where(
      and(eq(signInAttempts.tokenHash, hashToken(token)), gt(signInAttempts.expiresAt, services.now()), isNotNull(signInAttempts.provider)),
    )
    .returning();
  return attempt?.provider ? { checks: attempt.provider, returnTo: attempt.returnTo } : null;
}
