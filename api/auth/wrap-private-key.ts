import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import type { KeepKeyAnswer, KeepKeyPair } from '../contract/online-calls.ts';

type Pair = Pick<KeepKeyPair, 'publicKey' | 'privateKey'>;

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Identifies a key pair. */
export const keyIdOf = ({ x, y }: KeepKeyAnswer['publicKey']): string => `${x}.${y}`;

/**
 * Encrypts a private key so that its device can store it and only this server can decrypt it: AES-256-GCM with a
 * key derived from the server's secret, bound to the person and the pair (docs/decisions/0074).
 */
export function wrapPrivateKey(
  secret: string,
  userId: string,
  { publicKey, privateKey }: Pair,
  randomBytes: (length: number) => Uint8Array,
): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', wrappingKey(secret), nonce);
  cipher.setAAD(boundTo(userId, publicKey));
  const sealed = Buffer.concat([cipher.update(JSON.stringify(privateKey), 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString('base64url');
}

/** @returns null if this server did not wrap it for this person and public key, or used another secret */
export function unwrapPrivateKey(secret: string, userId: string, publicKey: KeepKeyAnswer['publicKey'], wrapped: string): unknown {
  const bytes = Buffer.from(wrapped, 'base64url');
  if (bytes.length <= NONCE_BYTES + TAG_BYTES) return null;
  try {
    const decipher = createDecipheriv('aes-256-gcm', wrappingKey(secret), bytes.subarray(0, NONCE_BYTES));
    decipher.setAAD(boundTo(userId, publicKey));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    const plain = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
    return JSON.parse(plain.toString('utf8'));
  } catch {
    return null;
  }
}

const wrappingKey = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'longline keep key', 32));

const boundTo = (userId: string, publicKey: KeepKeyAnswer['publicKey']) => Buffer.from(`${userId} ${keyIdOf(publicKey)}`);
