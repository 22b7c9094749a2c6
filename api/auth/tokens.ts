import { createHash, createHmac } from 'node:crypto';

const TOKEN_BYTES = 32;

/** A 256-bit secret for a cookie. */
export const newToken = (randomBytes: (length: number) => Uint8Array): string =>
  Buffer.from(randomBytes(TOKEN_BYTES)).toString('base64url');

/** The stored form of a token. Tokens are fully random, so a plain hash is irreversible. */
export const hashToken = (token: string): Uint8Array => createHash('sha256').update(token).digest();

/**
 * The stored form of a code. Six digits are quick to guess, so the hash includes the server's secret and the attempt's
 * token, neither of which is in the table.
 */
export const hashCode = (secret: string, attemptToken: string, code: string): Uint8Array =>
  createHmac('sha256', secret).update(`${attemptToken}:${code}`).digest();

const CODES = 1_000_000;
// The largest multiple of CODES below 2^32. Draws above it are repeated, so that every code is equally likely.
const EVEN = Math.floor(2 ** 32 / CODES) * CODES;

/** Six random digits. */
export function newCode(randomBytes: (length: number) => Uint8Array): string {
  for (;;) {
    const drawn = Buffer.from(randomBytes(4)).readUInt32BE();
    if (drawn < EVEN) return String(drawn % CODES).padStart(6, '0');
  }
}
