/**
 * Sealing for one reader, in the manner of RFC 9180 with algorithms that all browsers have: a fresh P-256 key pair
 * per seal, ECDH with the reader's public key, HKDF-SHA-256, AES-256-GCM. The sealing side cannot open the result.
 */
export interface Seal {
  /** The public half of this seal's key pair; not secret. */
  ephemeral: JsonWebKey;
  encrypt(plain: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>>;
}

const CURVE = { name: 'ECDH', namedCurve: 'P-256' } as const;
const NONCE_BYTES = 12;
/** How many bytes sealing adds to a piece: nonce and tag. */
export const SEAL_BYTES = NONCE_BYTES + 16;

export async function sealFor(publicKey: JsonWebKey): Promise<Seal> {
  const pair = await crypto.subtle.generateKey(CURVE, false, ['deriveBits']);
  const reader = await crypto.subtle.importKey('jwk', publicKey, CURVE, false, []);
  const key = await sharedKey(pair.privateKey, reader, 'encrypt');
  return {
    ephemeral: await crypto.subtle.exportKey('jwk', pair.publicKey),
    async encrypt(plain) {
      const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
      const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, plain);
      const whole = new Uint8Array(NONCE_BYTES + sealed.byteLength);
      whole.set(iv);
      whole.set(new Uint8Array(sealed), NONCE_BYTES);
      return whole;
    },
  };
}

/** @returns a function that opens a piece; it rejects if the piece was sealed for another key or was altered */
export async function openSeal(privateKey: JsonWebKey, ephemeral: JsonWebKey) {
  const mine = await crypto.subtle.importKey('jwk', privateKey, CURVE, false, ['deriveBits']);
  const sealer = await crypto.subtle.importKey('jwk', ephemeral, CURVE, false, []);
  const key = await sharedKey(mine, sealer, 'decrypt');
  return async (sealed: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> => {
    const iv = sealed.slice(0, NONCE_BYTES);
    return new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, sealed.slice(NONCE_BYTES)));
  };
}

async function sharedKey(mine: CryptoKey, theirs: CryptoKey, use: 'encrypt' | 'decrypt'): Promise<CryptoKey> {
  const bits = await crypto.subtle.deriveBits({ name: 'ECDH', public: theirs }, mine, 256);
  const secret = await crypto.subtle.importKey('raw', bits, 'HKDF', false, ['deriveKey']);
  const info = new TextEncoder().encode('longline kept work');
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info },
    secret,
    { name: 'AES-GCM', length: 256 },
    false,
    [use],
  );
}
