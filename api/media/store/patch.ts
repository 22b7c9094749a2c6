/** A range of a file to overwrite in place: with zeros, or with `bytes` of the same length. */
export interface Patch {
  offset: number;
  length: number;
  bytes?: Uint8Array;
}

/**
 * Sorts the patches by offset and merges overlapping zero ranges, so that a file that names one range a million times
 * costs no more than one that names it once.
 */
export function inFileOrder(patches: readonly Patch[]): Patch[] {
  const ordered: Patch[] = [];
  let zeros: Patch | null = null;
  for (const patch of patches.toSorted((a, b) => a.offset - b.offset)) {
    if (patch.bytes) {
      ordered.push(patch);
    } else if (zeros && patch.offset <= zeros.offset + zeros.length) {
      zeros.length = Math.max(zeros.length, patch.offset + patch.length - zeros.offset);
    } else {
      zeros = { ...patch };
      ordered.push(zeros);
    }
  }
  return ordered;
}

/**
 * Applies the patches to a piece of the file that begins at `pieceOffset`.
 * @param patches in file order
 * @param from index of the first patch to check
 * @returns the index of the first patch to check for the next piece
 */
export function applyPatches(piece: Uint8Array, pieceOffset: number, patches: readonly Patch[], from: number): number {
  const pieceEnd = pieceOffset + piece.length;
  let next = from;
  for (let index = from; index < patches.length && patches[index]!.offset < pieceEnd; index++) {
    const { offset, length, bytes } = patches[index]!;
    const start = Math.max(offset, pieceOffset);
    const end = Math.min(offset + length, pieceEnd);
    if (start < end) {
      if (bytes) piece.set(bytes.subarray(start - offset, end - offset), start - pieceOffset);
      else piece.fill(0, start - pieceOffset, end - pieceOffset);
    }
    if (index === next && offset + length <= pieceEnd) next += 1;
  }
  return next;
}
