import { createHash } from 'node:crypto';
import { type ByteSource, piecesOf } from '../store/byte-source.ts';
import { applyPatches, type Patch } from '../store/patch.ts';

/**
 * SHA-256 in hex of a file as received and as served (with the patches applied), in one pass. It reads the stored
 * bytes, not the incoming stream, so it also proves that storing them worked.
 */
export async function digestBoth(source: ByteSource, patches: readonly Patch[]): Promise<{ received: string; served: string }> {
  const received = createHash('sha256');
  const served = patches.length > 0 ? createHash('sha256') : null;
  let offset = 0;
  let nextPatch = 0;
  for await (const piece of piecesOf(source)) {
    received.update(piece);
    if (served) {
      nextPatch = applyPatches(piece, offset, patches, nextPatch);
      served.update(piece);
    }
    offset += piece.length;
  }
  const receivedHex = received.digest('hex');
  return { received: receivedHex, served: served?.digest('hex') ?? receivedHex };
}
