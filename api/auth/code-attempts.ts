import { timingSafeEqual } from 'node:crypto';
import { and, eq, gt, isNotNull, sql } from 'drizzle-orm';
import { signInAttempts } from '../db/tables/auth.ts';
import type { Services } from '../services.ts';
import { type SignInFrom, countGuess, digitsOfNewCode } from './code-guesses.ts';
import { ATTEMPT_SECONDS, CODE_TRIES, secondsAfter } from './lifetimes.ts';
import { hashCode, hashToken, newCode, newToken } from './tokens.ts';
import { countWrongCode, forgetWrongCodes, wrongCodesSince } from './wrong-codes.ts';

/**
 * Sends a new code to an address. Only the browser that asks can use it.
 * @returns the attempt's token, for that browser's cookie
 * @throws the mail server's error when it rejects the message; the attempt is deleted
 */
export async function beginCodeAttempt(services: Services, from: SignInFrom, returnTo: string): Promise<string> {
  const { email } = from;
  const token = newToken(services.randomBytes);
  const codeDigits = await digitsOfNewCode(services, from);
  const code = newCode(services.randomBytes, codeDigits);
  await services.db.insert(signInAttempts).values({
    tokenHash: hashToken(token),
    email,
    codeHash: hashCode(services.env.sessionSecret, token, code),
    codeDigits,
    triesLeft: CODE_TRIES,
    returnTo,
    expiresAt: secondsAfter(services.now(), ATTEMPT_SECONDS),
  });
  try {
    await services.mail.sendCode(email, code, await wrongCodesSince(services, email));
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
  codeDigits: number;
}

/**
 * The attempt of a browser, even an expired one, so that a person can request another code without retyping the email.
 * Null if there is none or its code was used.
 */
export async function readCodeAttempt(
  services: Services,
  token: string,
): Promise<(CodeAttempt & { isOver: boolean; secondsLeft: number }) | null> {
  const [attempt] = await services.db
    .select({
      email: signInAttempts.email,
      returnTo: signInAttempts.returnTo,
      triesLeft: signInAttempts.triesLeft,
      codeDigits: signInAttempts.codeDigits,
      expiresAt: signInAttempts.expiresAt,
    })
    .from(signInAttempts)
    .where(eq(signInAttempts.tokenHash, hashToken(token)));
  if (!attempt?.email) return null;
  const { email, returnTo, triesLeft, codeDigits, expiresAt } = attempt;
  const secondsLeft = Math.ceil((expiresAt.getTime() - services.now().getTime()) / 1_000);
  return { email, returnTo, triesLeft, codeDigits, secondsLeft, isOver: triesLeft === 0 || secondsLeft <= 0 };
}

/** 'over': the attempt has ended. 'notCompared': too many codes were guessed, so only a new, longer one is accepted. */
export type TriedCode = { outcome: 'right' | 'wrong'; attempt: CodeAttempt } | { outcome: 'over' } | { outcome: 'notCompared' };

/**
 * Tries a code. One statement takes the try before the code is compared, so that concurrent guesses cannot get more tries.
 * Deleting the attempt uses up a correct code, so only one of several concurrent requests signs in.
 * @param deviceOf finds the id of the requesting device, if it has signed in with the attempt's address before
 */
export async function tryCode(
  services: Services,
  token: string,
  code: string,
  deviceOf: (email: string) => string | null,
): Promise<TriedCode> {
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
  const { email, returnTo, triesLeft, codeDigits } = tried;
  const attempt = { email, returnTo, triesLeft, codeDigits };
  const guess = await countGuess(services, { email, deviceId: deviceOf(email) }, codeDigits);
  if (!guess.allowed) return { outcome: 'notCompared' };
  if (!timingSafeEqual(tried.codeHash, hashCode(services.env.sessionSecret, token, code))) {
    await countWrongCode(services, email);
    return { outcome: 'wrong', attempt };
  }
  await guess.takeBack();
  const used = await services.db
    .delete(signInAttempts)
    .where(eq(signInAttempts.tokenHash, hashToken(token)))
    .returning({ tokenHash: signInAttempts.tokenHash });
  if (used.length === 0) return { outcome: 'over' };
  await forgetWrongCodes(services, email);
  return { outcome: 'right', attempt };
}
