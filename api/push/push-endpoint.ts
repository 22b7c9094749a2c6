import { ECDH } from 'node:crypto';
import { isIP } from 'node:net';
import type { Env } from '../env.ts';
import { Refusal } from '../errors.ts';
import { isPublicAddress } from './public-address.ts';

/** Top-level names that only local networks resolve (RFC 6761, RFC 6762, RFC 8375, RFC 9476 and common use). */
const LOCAL_NAME = /\.(alt|corp|home|home\.arpa|internal|intranet|invalid|lan|local|localdomain[46]?|localhost[46]?|onion|private|test)$/;

/**
 * Accepts only URLs that can be a push service. The server itself calls this URL, so it must not reach addresses only
 * the server can reach (R141). Outside production, loopback is allowed too.
 * @returns the one spelling of the URL, so that a browser is registered once
 * @throws Refusal 400
 */
export function mustBePushEndpoint(endpoint: string, env: Pick<Env, 'nodeEnv'>): string {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null;
  if (url && mayBePushService(url, env)) return url.href;
  const message = 'This is not a push service address';
  throw new Refusal('invalid', message, { fields: { endpoint: message } });
}

/** Checked again before each push: an older version may have accepted the URL. */
export function mayBePushService(url: URL, { nodeEnv }: Pick<Env, 'nodeEnv'>): boolean {
  const { protocol, hostname, port, username, password, hash } = url;
  if (username + password + hash !== '') return false;
  if (nodeEnv !== 'production' && protocol === 'http:' && hostname === '127.0.0.1') return true;
  return protocol === 'https:' && port === '' && isPublicHost(hostname.replace(/^\[|\]$/g, ''));
}

/** A name with a trailing dot resolves like the name without it, so it would be a second spelling. */
const isPublicHost = (host: string) =>
  isIP(host) ? isPublicAddress(host) : host.includes('.') && !host.endsWith('.') && !LOCAL_NAME.test(host);

/** @throws Refusal 400 if the key is no point on P-256, because encryption with it would fail */
export function mustBePushKey(p256dh: string): void {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url');
  } catch {
    const message = "This is not a browser's push key";
    throw new Refusal('invalid', message, { fields: { 'keys.p256dh': message } });
  }
}
