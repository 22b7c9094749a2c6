import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { DeviceFile } from '../ports/device-files.ts';
import type { Ports } from '../ports/ports.ts';
import { type PieceRoom, readPieces } from '../files/read-pieces.ts';
import type { Store } from '../store/store.ts';

/** How much is read at once. A slice of a file stored in pieces is assembled in memory first. */
const SLICE_BYTES = 4 * 1_048_576;

/**
 * The SHA-256 of a file on this device, in hex. The server's hash must match it before the local copy may be deleted.
 * Computed once, after the file is safe: no browser can hash a stream, and JavaScript is several times slower than the
 * disk.
 * @returns null when the file is no longer on this device
 * @throws the signal's reason
 */
export async function hashFile(store: Store, ports: Ports, mediaId: string, signal = new AbortController().signal): Promise<string | null> {
  const hash = await ports.lock(
    `hash-${mediaId}`,
    async () => {
      const media = await store.media.get(mediaId);
      if (media?.sha256) return media.sha256;
      const file = media?.fileName ? await ports.files.open(media.fileName) : null;
      if (!file || file.size !== media?.size) return null;
      const digest = await sha256Of(file, signal);
      await store.media.update(mediaId, { sha256: digest });
      return digest;
    },
    // A frozen tab must not hold up the upload in this one. Hashing a file twice at once does no harm.
    { signal, ofTheLiving: true },
  );
  return hash ?? null;
}

async function sha256Of(file: DeviceFile, signal: AbortSignal): Promise<string> {
  const hash = sha256.create();
  const room: PieceRoom = {};
  for (let at = 0; at < file.size; at += SLICE_BYTES) {
    for await (const piece of readPieces(await file.slice(at, at + SLICE_BYTES), room)) {
      signal.throwIfAborted();
      hash.update(piece);
    }
  }
  return bytesToHex(hash.digest());
}
