import { timingSafeEqual } from 'node:crypto';
import { and, eq, gt, isNotNull, sql } from 'drizzle-orm';
import { signInAttempts } from '../db/tables/doors.ts';
import type { Services } from '../services.ts';
import { ATTEMPT_SECONDS, CODE_TRIES, secondsAfter } from './lifetimes.ts';
import { hashCode, hashToken, newCode, newToken } from './tokens.ts';

/**
 * Sends a new code to an address, bound to the browser that asks.
 * @returns the attempt's token, for that browser's cookie
 * @throws whatever the mail server says when it does not take the message; the attempt is gone then
 */
export async function beginCodeAttempt(services: Services, email: string, returnTo: string): Promise<string> {
  const token = newToken(services.randomBytes);
  const code = newCode(services.randomBytes);
  await services.db.insert(signInAttempts).values({
    tokenHash: hashToken(token),
    email,
    codeHash: hashCode(services.env.sessionSecret, token, code),
    triesLeft: CODE_TRIES,
    returnTo,
    expiresAt: secondsAfter(services.now(), ATTEMPT_SECONDS),
  });
  try {
    await services.mail.sendCode(email, code);
  } catch (error) {
    await services.db.delete(signInAttempts).where(eq(signInAttempts.tokenHash, hashToken(token)));
    throw error;
  }
  return token;
}

export interface CodeAttempt {
  email: string;
  returnTo: string;
  triesLeft: number;
}

/**
 * The attempt of a browser, also one whose time is over: another code can then be sent without typing all again.
 * Null when there is none, or its code was used.
 */
export async function readCodeAttempt(services: Services, token: string): Promise<(CodeAttempt & { isOver: boolean; secondsLeft: number }) | null> {
  const [attempt] = await services.db
    .select({
      email: signInAttempts.email,
      returnTo: signInAttempts.returnTo,
      triesLeft: signInAttempts.triesLeft,
      expiresAt: signInAttempts.expiresAt,
    })
    .from(signInAttempts)
    .where(eq(signInAttempts.tokenHash, hashToken(token)));
  if (!attempt?.email) return null;
  const { email, returnTo, triesLeft, expiresAt } = attempt;
  const secondsLeft = Math.ceil((expiresAt.getTime() - services.now().getTime()) / 1_000);
  return { email, returnTo, triesLeft, secondsLeft, isOver: triesLeft === 0 || secondsLeft <= 0 };
}

export type TriedCode = { outcome: 'right' | 'wrong'; attempt: CodeAttempt } | { outcome: 'over' };

/**
 * Tries a code. The try is taken before the code is looked at, in one statement, so that any number of guesses at once
 * are five guesses; a right code is used up by whoever deletes the attempt.
 */
export async function tryCode(services: Services, token: string, code: string): Promise<TriedCode> {
  const [tried] = await services.db
    .update(signInAttempts)
    .set({ triesLeft: sql`${signInAttempts.triesLeft} - 1` })
    .where(
      and(
        eq(signInAttempts.tokenHash, hashToken(token)),
        gt(signInAttempts.expiresAt, services.now()),
        gt(signInAttempts.triesLeft, 0),
        isNotNull(signInAttempts.codeHash),
      ),
    )
    .returning();
  if (!tried?.email || !tried.codeHash) return { outcome: 'over' };
  const attempt = { email: tried.email, returnTo: tried.returnTo, triesLeft: tried.triesLeft };
  if (!timingSafeEqual(tried.codeHash, hashCode(services.env.sessionSecret, token, code))) {
    return { outcome: 'wrong', attempt };
  }
  const used = await services.db
    .delete(signInAttempts)
    .where(eq(signInAttempts.tokenHash, hashToken(token)))
    .returning({ tokenHash: signInAttempts.tokenHash });
  return used.length === 1 ? { outcome: 'right', attempt } : { outcome: 'over' };
}
