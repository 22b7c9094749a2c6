import type { ZipLayout } from './zip-layout.ts';

/**
 * The bytes of a ZIP file from `start` to `end`, both inclusive.
 * @param read the bytes of an entry, both ends inclusive
 */
export async function* readZip(
  { pieces, size }: ZipLayout,
  read: (entry: number, range: { start: number; end: number }) => AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { start = 0, end = size - 1 }: { start?: number; end?: number } = {},
): AsyncGenerator<Uint8Array> {
  for (const piece of pieces.slice(firstAt(pieces, start))) {
    if (piece.at > end) return;
    const length = 'bytes' in piece ? piece.bytes.length : piece.size;
    const [from, to] = [Math.max(0, start - piece.at), Math.min(length - 1, end - piece.at)];
    if (to < from) continue;
    if ('bytes' in piece) yield piece.bytes.subarray(from, to + 1);
    else yield* read(piece.entry, { start: from, end: to });
  }
}

/** The place of the last piece that begins at this byte or before it. */
function firstAt(pieces: ZipLayout['pieces'], start: number): number {
  let [low, high] = [0, pieces.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (pieces[middle]!.at <= start) low = middle;
    else high = middle - 1;
  }
  return low;
}
