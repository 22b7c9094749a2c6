import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type ByteSource, piecesOf } from '../store/byte-source.ts';
import { applyPatches, type Patch } from '../store/patch.ts';

/** Bytes to patch in one turn: a film may need a patch for every few bytes (R161). */
const PATCHED_BYTES = 131_072;

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
    for (let at = 0; served && at < piece.length; at += PATCHED_BYTES) {
      const part = piece.subarray(at, at + PATCHED_BYTES);
      nextPatch = applyPatches(part, offset + at, patches, nextPatch);
      served.update(part);
      await nextTurn();
    }
    offset += piece.length;
  }
  const receivedHex = received.digest('hex');
  return { received: receivedHex, served: served?.digest('hex') ?? receivedHex };
}
