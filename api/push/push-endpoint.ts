import { ECDH } from 'node:crypto';
import { isIP } from 'node:net';
import type { Env } from '../env.ts';
import { Refusal } from '../errors.ts';
import { isPublicAddress } from './public-address.ts';

const NOWHERE = { protocol: '', hostname: '', port: '', username: '', password: '' };

/**
 * Accepts only URLs that can be a push service. The server itself calls this URL, so it must not reach addresses only
 * the server can reach (R141). Outside production, loopback is allowed too.
 * @throws Refusal 400
 */
export function mustBePushEndpoint(endpoint: string, { nodeEnv }: Pick<Env, 'nodeEnv'>): void {
  const { protocol, hostname, port, username, password } = URL.canParse(endpoint) ? new URL(endpoint) : NOWHERE;
  if (nodeEnv !== 'production' && protocol === 'http:' && hostname === '127.0.0.1') return;
  const address = hostname.replace(/^\[|\]$/g, '');
  const isPublic = isIP(address)
    ? isPublicAddress(address)
    : address.includes('.') && !/\.(local|localhost|internal|home\.arpa)\.?$/.test(address);
  if (protocol === 'https:' && port === '' && username + password === '' && isPublic) return;
  const message = 'This is not a push service address';
  throw new Refusal('invalid', message, { fields: { endpoint: message } });
}

/** @throws Refusal 400 if the key is no point on P-256, because encryption with it would fail */
export function mustBePushKey(p256dh: string): void {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url');
  } catch {
    const message = "This is not a browser's push key";
    throw new Refusal('invalid', message, { fields: { 'keys.p256dh': message } });
  }
}
