import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { SIGNED_IN_COOKIE } from '../contract/signed-in-cookie.ts';
import type { Env } from '../env.ts';
import { ATTEMPT_COOKIE_SECONDS, DEVICE_SECONDS, SIGN_IN_SECONDS } from './lifetimes.ts';

type PublicUrl = Pick<Env, 'publicUrl'>;

const isTls = ({ publicUrl }: PublicUrl) => publicUrl.startsWith('https:');

// This prefix makes browsers require Secure, Path=/ and this exact host. Without TLS they would drop the cookie.
const named = (name: string, env: PublicUrl) => (isTls(env) ? `__Host-${name}` : name);

const common = (env: PublicUrl) => ({ path: '/', sameSite: 'Lax', secure: isTls(env) }) as const;

const SIGN_IN = 'longline';
const ATTEMPT = 'longline-attempt';
const DEVICE = 'longline-device';
const ASK_ACCOUNT = 'longline-ask-account';

/** The sign-in token of the browser, if any. */
export const readSignInCookie = (c: Context, env: PublicUrl) => getCookie(c, named(SIGN_IN, env));

/** Sets the token, and the cookie that tells the app's pages who is signed in. */
export function setSignInCookies(c: Context, env: PublicUrl, token: string, userId: string): void {
  setCookie(c, named(SIGN_IN, env), token, { ...common(env), httpOnly: true, maxAge: SIGN_IN_SECONDS });
  setCookie(c, SIGNED_IN_COOKIE, userId, { ...common(env), maxAge: SIGN_IN_SECONDS });
}

/** The id of the signed-in person, in the cookie that pages may read. */
export const readSignedInMark = (c: Context) => getCookie(c, SIGNED_IN_COOKIE);

export function clearSignInCookies(c: Context, env: PublicUrl): void {
  setCookie(c, named(SIGN_IN, env), '', { ...common(env), httpOnly: true, maxAge: 0 });
  setCookie(c, SIGNED_IN_COOKIE, '', { ...common(env), maxAge: 0 });
}

/** One token for each person who has signed in on this browser (`known-devices.ts`). Sign-out keeps this cookie. */
export const readDeviceCookie = (c: Context, env: PublicUrl) => getCookie(c, named(DEVICE, env));

export const setDeviceCookie = (c: Context, env: PublicUrl, tokens: string): void =>
  setCookie(c, named(DEVICE, env), tokens, { ...common(env), httpOnly: true, maxAge: DEVICE_SECONDS });

/** Binds a sign-in attempt to the browser that began it. */
export const readAttemptCookie = (c: Context, env: PublicUrl) => getCookie(c, named(ATTEMPT, env));

export const setAttemptCookie = (c: Context, env: PublicUrl, token: string): void =>
  setCookie(c, named(ATTEMPT, env), token, { ...common(env), httpOnly: true, maxAge: ATTEMPT_COOKIE_SECONDS });

export const clearAttemptCookie = (c: Context, env: PublicUrl): void =>
  setCookie(c, named(ATTEMPT, env), '', { ...common(env), httpOnly: true, maxAge: 0 });

/** Whether the provider must ask which account to use, because the last person signed out in this browser (R165). */
export const readAskAccountCookie = (c: Context, env: PublicUrl): boolean => getCookie(c, named(ASK_ACCOUNT, env)) !== undefined;

export const setAskAccountCookie = (c: Context, env: PublicUrl): void =>
  setCookie(c, named(ASK_ACCOUNT, env), '1', { ...common(env), httpOnly: true, maxAge: SIGN_IN_SECONDS });

export const clearAskAccountCookie = (c: Context, env: PublicUrl): void =>
  setCookie(c, named(ASK_ACCOUNT, env), '', { ...common(env), httpOnly: true, maxAge: 0 });
