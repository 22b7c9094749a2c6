import { matchLines } from './match-lines.ts';

/** A range of the base, from `start` to before `end`, replaced by a range of the other text. Either may be empty. */
interface Change {
  start: number;
  end: number;
  otherStart: number;
  otherEnd: number;
}

/**
 * Three-way merge of lists of lines: every line that one side added, and every line that neither removed. Where both sides
 * changed the same lines, the lines that each wrote stay, theirs first.
 * @returns null if the texts differ in too many places to compare; the caller must then keep both texts
 */
export function mergeLines(base: readonly string[], theirs: readonly string[], mine: readonly string[]): string[] | null {
  const their = changesOf(base, theirs);
  const my = their && changesOf(base, mine);
  if (!my) return null;
  const merged: string[] = [];
  let at = 0;
  while (their.length > 0 || my.length > 0) {
    const { start, end, ofTheirs, ofMine } = takeRegion(their, my);
    merged.push(...base.slice(at, start));
    const inTheirs = writtenIn(theirs, ofTheirs);
    const inMine = writtenIn(mine, ofMine);
    merged.push(...inTheirs);
    if (!isSame(inTheirs, inMine)) merged.push(...inMine);
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

interface Region {
  /** Range of the base. */
  start: number;
  end: number;
  ofTheirs: Change[];
  ofMine: Change[];
}

/** Takes the first change, with all changes of both sides that overlap it or one another. */
function takeRegion(their: Change[], my: Change[]): Region {
  const isTheirsFirst = !isBefore(my[0], their[0]);
  const { start, end } = (isTheirsFirst ? their[0] : my[0]) ?? { start: 0, end: 0 };
  const region: Region = { start, end, ofTheirs: [], ofMine: [] };
  // Changes that only touch do not conflict, except two insertions at one place.
  const isInside = (change: Change | undefined): change is Change =>
    change !== undefined && (change.start < region.end || (change.end === start && region.end === start));
  for (;;) {
    const [from, into] = isInside(their[0]) ? [their, region.ofTheirs] : [my, region.ofMine];
    if (!isInside(from[0])) return region;
    region.end = Math.max(region.end, from[0].end);
    into.push(...from.splice(0, 1));
  }
}

/** Lines inserted at a place come before those that replace what follows it. */
const isBefore = (a: Change | undefined, b: Change | undefined): boolean =>
  a !== undefined && (b === undefined || a.start < b.start || (a.start === b.start && a.end === a.start && b.end > b.start));

const writtenIn = (text: readonly string[], changes: readonly Change[]): string[] =>
  changes.flatMap(({ otherStart, otherEnd }) => text.slice(otherStart, otherEnd));

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((line, place) => line === other[place]);
