import { createHash, createHmac } from 'node:crypto';

const TOKEN_BYTES = 32;

/** A 256-bit secret for a cookie. */
export const newToken = (randomBytes: (length: number) => Uint8Array): string =>
  Buffer.from(randomBytes(TOKEN_BYTES)).toString('base64url');

/** What the tables keep of a token. A token is random throughout, so a plain hash cannot be turned back. */
export const hashToken = (token: string): Uint8Array => createHash('sha256').update(token).digest();

/**
 * What the table keeps of a code. Six digits are soon tried through, so the hash also takes the server's secret and
 * the attempt's token, neither of which the table holds.
 */
export const hashCode = (secret: string, attemptToken: string, code: string): Uint8Array =>
  createHmac('sha256', secret).update(`${attemptToken}:${code}`).digest();

const CODES = 1_000_000;
// The largest multiple of CODES below 2^32: what lies above is drawn again, so that every code is as likely as another.
const EVEN = Math.floor(2 ** 32 / CODES) * CODES;

/** Six random digits. */
export function newCode(randomBytes: (length: number) => Uint8Array): string {
  for (;;) {
    const drawn = Buffer.from(randomBytes(4)).readUInt32BE();
    if (drawn < EVEN) return String(drawn % CODES).padStart(6, '0');
  }
}
