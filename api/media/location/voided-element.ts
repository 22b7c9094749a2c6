import { type Element, VOID } from './matroska-elements.ts';
import type { Patch } from '../store/patch.ts';

/** Turns an element into one that readers skip, of the same length. */
export function voided({ start, content, end }: Pick<Element, 'start' | 'content' | 'end'>): Patch[] {
  // The length field fills the rest of the old header, eight bytes at most.
  const width = Math.min(content - start - 1, 8);
  // `allocUnsafe` takes it from Node's pool: a file may need 150,000 headers.
  const header = Buffer.allocUnsafe(1 + width);
  header.writeUInt8(VOID);
  let rest = end - start - header.length;
  for (let at = width; at >= 1; at--, rest = Math.floor(rest / 256)) header[at] = rest % 256;
  header[1]! |= 0x80 >> (width - 1);
  const from = start + header.length;
  return [{ offset: start, length: header.length, bytes: header }, ...(end > from ? [{ offset: from, length: end - from }] : [])];
}

/** Turns bytes that are no element into one that readers skip. */
export function voidedRest(start: number, end: number): Patch[] {
  if (end - start < 2) return [{ offset: start, length: end - start }];
  return voided({ start, content: Math.min(start + 9, end), end });
}
