import { findLocation } from '../media/location/find-location.ts';
import type { ByteSource } from '../media/store/byte-source.ts';
import { applyPatches } from '../media/store/patch.ts';

export const sourceOf = (file: Buffer): ByteSource => ({
  size: file.length,
  read: async (offset, length) => Buffer.from(file.subarray(offset, offset + length)),
  close: async () => {},
});

/** A film as the server stores it: without places and tags. */
export async function clearedFilm(file: Buffer, mediaType: string): Promise<Buffer> {
  const cleared = Buffer.from(file);
  applyPatches(cleared, 0, await findLocation(sourceOf(file), mediaType), 0);
  return cleared;
}
