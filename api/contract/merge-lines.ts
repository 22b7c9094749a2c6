import { matchLines } from './match-lines.ts';

/** A range of the base, from `start` to before `end`, replaced by a range of the other text. Either may be empty. */
interface Change {
  start: number;
  end: number;
  otherStart: number;
  otherEnd: number;
}

/**
 * Three-way merge of lists of lines. Where both sides changed the same lines, both versions stay, theirs first.
 * @returns null if the texts differ in too many places to compare; the caller must then keep both texts
 */
export function mergeLines(base: readonly string[], theirs: readonly string[], mine: readonly string[]): string[] | null {
  const their = changesOf(base, theirs);
  const my = their && changesOf(base, mine);
  if (!my) return null;
  const merged: string[] = [];
  let at = 0;
  while (their.length > 0 || my.length > 0) {
    const start = Math.min(their[0]?.start ?? Infinity, my[0]?.start ?? Infinity);
    const { end, ofTheirs, ofMine } = takeRegion(their, my, start);
    merged.push(...base.slice(at, start));
    const inTheirs = ofTheirs && theirs.slice(...ofTheirs);
    const inMine = ofMine && mine.slice(...ofMine);
    if (inTheirs) merged.push(...inTheirs);
    if (inMine && !(inTheirs && isSame(inTheirs, inMine))) merged.push(...inMine);
    at = end;
  }
  return [...merged, ...base.slice(at)];
}

/** The lines both texts contain, in order; null as for `mergeLines`. */
export const sharedLines = (one: readonly string[], other: readonly string[]): string[] | null =>
  matchLines(one, other)?.map(([place]) => one[place] ?? '') ?? null;

function changesOf(base: readonly string[], other: readonly string[]): Change[] | null {
  const matches = matchLines(base, other);
  if (!matches) return null;
  const changes: Change[] = [];
  let [start, otherStart] = [0, 0];
  for (const [end, otherEnd] of [...matches, [base.length, other.length] as const]) {
    if (end > start || otherEnd > otherStart) changes.push({ start, end, otherStart, otherEnd });
    [start, otherStart] = [end + 1, otherEnd + 1];
  }
  return changes;
}

type Stretch = [from: number, to: number];

/**
 * Consumes the overlapping or adjacent changes of both sides, starting at `start` of the base.
 * @returns where the region ends in the base, and the range of each side that changed in it
 */
function takeRegion(their: Change[], my: Change[], start: number): { end: number; ofTheirs: Stretch | null; ofMine: Stretch | null } {
  const [taken, takenOfMine]: [Change[], Change[]] = [[], []];
  let end = start;
  for (;;) {
    const isTheirs = (their[0]?.start ?? Infinity) <= end;
    if (!isTheirs && (my[0]?.start ?? Infinity) > end) break;
    const change = (isTheirs ? their : my).shift();
    if (!change) break;
    (isTheirs ? taken : takenOfMine).push(change);
    end = Math.max(end, change.end);
  }
  return { end, ofTheirs: stretchOf(taken, start, end), ofMine: stretchOf(takenOfMine, start, end) };
}

/** The range of one side that corresponds to `start` to `end` of the base. Unchanged lines map one to one. */
function stretchOf(changes: readonly Change[], start: number, end: number): Stretch | null {
  const [first, last] = [changes[0], changes.at(-1)];
  return first && last ? [first.otherStart - (first.start - start), last.otherEnd + (end - last.end)] : null;
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((line, place) => line === other[place]);
