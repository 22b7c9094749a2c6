import { sha1 } from '@noble/hashes/legacy.js';

// Our own namespace (RFC 9562, section 5.5), so other systems derive different ids from the same names.
const NAMESPACE = '6f1de9c2-41f3-4a86-9d0b-5c1f0a7f2e3b';

const hexBytes = (uuid: string) => Uint8Array.from(uuid.replaceAll('-', '').match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/**
 * The UUIDv5 of two ids. Two devices, or a device and the server, derive the same id for the same person and cue, so a
 * repeated import produces one row (R118).
 */
export function derivedId(userId: string, sourceId: string): string {
  // Ids are ASCII, so each code unit is one byte.
  const name = Uint8Array.from(`${userId.toLowerCase()}/${sourceId.toLowerCase()}`, (letter) => letter.charCodeAt(0));
  const namespace = hexBytes(NAMESPACE);
  const input = new Uint8Array(namespace.length + name.length);
  input.set(namespace);
  input.set(name, namespace.length);
  const hash = sha1(input).slice(0, 16);
  hash[6] = (hash[6]! & 0x0f) | 0x50;
  hash[8] = (hash[8]! & 0x3f) | 0x80;
  const hex = Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
