/// <reference lib="webworker" />
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { crc32 } from '../../api/contract/export/crc32.ts';
import { readPieces } from '../../sync/files/read-pieces.ts';
import type { Sums } from '../../api/contract/export/sums.ts';

declare const self: DedicatedWorkerGlobalScope;

/** Sums of a file, for an export: minutes of computing that a page has no time for. Answers null if it cannot be read. */
self.addEventListener('message', ({ data, ports: [answer] }: MessageEvent<Blob>) => {
  void sumsOf(data).then(
    (sums) => answer!.postMessage(sums),
    () => answer!.postMessage(null),
  );
});

async function sumsOf(blob: Blob): Promise<Sums> {
  const hash = sha256.create();
  let sum = 0;
  for await (const piece of readPieces(blob)) {
    hash.update(piece);
    sum = crc32(piece, sum);
  }
  return { crc32: sum, sha256: bytesToHex(hash.digest()) };
}
