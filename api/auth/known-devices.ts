import { timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import type { Services } from '../services.ts';
import { readDeviceCookie, setDeviceCookie } from './cookies.ts';
import { DEVICE_SECONDS, secondsAfter } from './lifetimes.ts';
import { DEVICE_ID_BYTES, deviceIdOf, signDevice } from './tokens.ts';

/** People remembered per device. More could make the cookie of a shared device longer than a header may be. */
const PEOPLE = 5;
const TOKEN = /^([\w-]{22})\.(\d{1,12})\.([\w-]{43})$/;

type Known = Pick<Services, 'env' | 'now' | 'randomBytes'>;

/** Well-formed tokens of the cookie, newest first. Only the address that a token was signed for can verify it. */
const tokensOf = (c: Context, { env }: Known) => (readDeviceCookie(c, env) ?? '').split('~', PEOPLE).filter((token) => TOKEN.test(token));

/** The device's id in a token, if this server signed it for this address and it has not expired. */
function idIn(token: string, { env, now }: Known, email: string): string | null {
  const [, id = '', expires = '', mac = ''] = TOKEN.exec(token) ?? [];
  const given = Buffer.from(mac, 'base64url');
  const expected = signDevice(env.sessionSecret, id, Number(expires), email);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  return Number(expires) * 1_000 > now().getTime() ? id : null;
}

/**
 * The id of a device that has signed in with this address before; null for any other (R162). It grants a share of codes
 * for this address, and nothing else.
 */
export function knownDevice(c: Context, services: Known, email: string): string | null {
  for (const token of tokensOf(c, services)) {
    const id = idIn(token, services, email);
    if (id) return id;
  }
  return null;
}

/**
 * Remembers that this device has signed in with this address. A known device keeps its id, and so its one share.
 * @param signInToken the token of a renewed sign-in; omitted for a new one
 */
export function rememberDevice(c: Context, services: Known, email: string, signInToken?: string): void {
  const { env, now, randomBytes } = services;
  const newId = () =>
    signInToken ? deviceIdOf(env.sessionSecret, signInToken) : Buffer.from(randomBytes(DEVICE_ID_BYTES)).toString('base64url');
  const id = knownDevice(c, services, email) ?? newId();
  const expires = Math.floor(secondsAfter(now(), DEVICE_SECONDS).getTime() / 1_000);
  const token = `${id}.${expires}.${Buffer.from(signDevice(env.sessionSecret, id, expires, email)).toString('base64url')}`;
  const others = tokensOf(c, services).filter((other) => idIn(other, services, email) === null);
  setDeviceCookie(c, env, [token, ...others].slice(0, PEOPLE).join('~'));
}
