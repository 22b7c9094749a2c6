import { setImmediate as nextTurn } from 'node:timers/promises';
import { pauseAfterSteps } from './pause-after-steps.ts';

/** Patches to sort at once, which takes a few milliseconds. */
const RUN = 5_000;

/** A range of a file to overwrite in place: with zeros, or with `bytes` of the same length. */
export interface Patch {
  offset: number;
  length: number;
  bytes?: Uint8Array;
}

/**
 * Sorts the patches by offset and merges overlapping zero ranges, so that a file that names one range a million times
 * costs no more than one that names it once. Other requests run meanwhile (R161).
 */
export async function inFileOrder(patches: readonly Patch[]): Promise<Patch[]> {
  const pause = pauseAfterSteps();
  const ordered: Patch[] = [];
  let zeros: Patch | null = null;
  for (const patch of await sorted(patches)) {
    await pause();
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

/** Sorts short runs, then merges them pair by pair. */
async function sorted(patches: readonly Patch[]): Promise<Patch[]> {
  const pause = pauseAfterSteps();
  let runs: Patch[][] = [];
  for (let from = 0; from < patches.length; from += RUN) {
    runs.push(patches.slice(from, from + RUN).toSorted((a, b) => a.offset - b.offset));
    await nextTurn();
  }
  while (runs.length > 1) {
    const merged: Patch[][] = [];
    for (let pair = 0; pair < runs.length; pair += 2) merged.push(await mergedRuns(runs[pair]!, runs[pair + 1] ?? [], pause));
    runs = merged;
  }
  return runs[0] ?? [];
}

async function mergedRuns(one: readonly Patch[], other: readonly Patch[], pause: () => Promise<void> | null): Promise<Patch[]> {
  const merged: Patch[] = [];
  let [atOne, atOther] = [0, 0];
  while (merged.length < one.length + other.length) {
    await pause();
    const [first, second] = [one[atOne], other[atOther]];
    if (first && (!second || first.offset <= second.offset)) {
      merged.push(first);
      atOne += 1;
    } else if (second) {
      merged.push(second);
      atOther += 1;
    }
  }
  return merged;
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
