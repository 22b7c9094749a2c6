import { createHash, createHmac } from 'node:crypto';

const TOKEN_BYTES = 32;
export const DEVICE_ID_BYTES = 16;

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

/** Identifies an address in counts that outlive a day, without storing the address. */
export const hashEmail = (secret: string, email: string): string =>
  createHmac('sha256', secret).update(`email:${email}`).digest('base64url');

/** Proves that this server gave a device its id, for one address and until one moment. */
export const signDevice = (secret: string, id: string, expires: number, email: string): Uint8Array =>
  createHmac('sha256', secret).update(`device:${id}:${expires}:${email}`).digest();

/**
 * The id of a device that lost its own. It is always the same for one sign-in, so that a copied sign-in cookie gives one
 * share, not one for each request.
 */
export const deviceIdOf = (secret: string, signInToken: string): string =>
  createHmac('sha256', secret).update(`device-of:${signInToken}`).digest().subarray(0, DEVICE_ID_BYTES).toString('base64url');

export const CODE_DIGITS = 6;
/** Too long to guess at any rate. Typed in groups of four, a code of this length still fits the page's field. */
export const LONG_CODE_DIGITS = 16;

const CODES = 10 ** CODE_DIGITS;
// The largest multiple of CODES below 2^32. Draws above it are repeated, so that every code is equally likely.
const EVEN = Math.floor(2 ** 32 / CODES) * CODES;

/** Random digits. */
export function newCode(randomBytes: (length: number) => Uint8Array, digits: number): string {
  let code = '';
  while (code.length < digits) {
    const drawn = Buffer.from(randomBytes(4)).readUInt32BE();
    if (drawn < EVEN) code += String(drawn % CODES).padStart(CODE_DIGITS, '0');
  }
  return code.slice(0, digits);
}
