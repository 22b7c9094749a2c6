import { diff3Merge, diffComm } from 'node-diff3';
import { sameValue } from './same-value.ts';

/**
 * How a field settles when two devices changed it (design section 4, Conflicts):
 * - `scalar`: the later arrival wins, the other value is kept as a conflict;
 * - `text`: merged by line, and where lines clash both stay;
 * - `lines`: the same for a list of lines, whose order counts and which may repeat;
 * - `list`: merged by element, as a set.
 */
export type MergeKind = 'scalar' | 'text' | 'lines' | 'list';

export interface Clash {
  field: string;
  /** The value that now stands. */
  kept: unknown;
  /** The value that was displaced. */
  other: unknown;
}

export interface Merged<Patch> {
  patch: Patch;
  clashes: Clash[];
}

/**
 * Settles a patch against the row as it stands, field by field. The same function runs on the server,
 * where it decides, and on the device, where it shows in advance what the server will decide.
 * @param base the values of the patched fields that the author saw; a field without one is simply applied
 */
export function mergePatch<Patch extends object>(
  kinds: Readonly<Record<string, MergeKind>>,
  row: object,
  patch: Patch,
  base: Readonly<Record<string, unknown>> | undefined,
): Merged<Patch> {
  const settled: Record<string, unknown> = {};
  const clashes: Clash[] = [];
  for (const [field, mine] of Object.entries(patch)) {
    const theirs = (row as Record<string, unknown>)[field];
    const seen = base?.[field];
    const untouched = !base || !Object.hasOwn(base, field) || sameValue(theirs, seen);
    if (untouched || sameValue(theirs, mine)) {
      settled[field] = mine;
    } else if (sameValue(mine, seen)) {
      settled[field] = theirs;
    } else if (kinds[field] === 'list' && isTexts(seen) && isTexts(theirs) && isTexts(mine)) {
      settled[field] = mergeLists(seen, theirs, mine);
    } else if (kinds[field] === 'lines' && isTexts(seen) && isTexts(theirs) && isTexts(mine)) {
      settled[field] = mergeLines(seen, theirs, mine);
    } else if (kinds[field] === 'text' && typeof seen === 'string' && typeof theirs === 'string' && typeof mine === 'string') {
      settled[field] = mergeText(seen, theirs, mine);
    } else {
      settled[field] = mine;
      clashes.push({ field, kept: mine, other: theirs });
    }
  }
  return { patch: settled as Patch, clashes };
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((element) => typeof element === 'string');

/** Three-way merge by line; of lines that clash, theirs come first and mine follow. */
export function mergeText(base: string, theirs: string, mine: string): string {
  return mergeLines(base.split('\n'), theirs.split('\n'), mine.split('\n')).join('\n');
}

// Finding the longest common subsequence takes a product of line counts when lines repeat; beyond this, both stay whole.
const LINES_MAX = 1_000;

/** Three-way merge of lists of lines; of lines that clash, theirs come first and mine follow. */
export function mergeLines(base: string[], theirs: string[], mine: string[]): string[] {
  if (base.length + theirs.length + mine.length > LINES_MAX * 3) return [...theirs, ...mine];
  return diff3Merge(theirs, base, mine, { excludeFalseConflicts: true }).flatMap(
    (region) => region.ok ?? [...(region.conflict?.a ?? []), ...(region.conflict?.b ?? [])],
  );
}

/** Three-way merge by element: what either added stays, what either removed goes, mine gives the order. */
export function mergeLists(base: string[], theirs: string[], mine: string[]): string[] {
  const removedByThem = base.filter((element) => !theirs.includes(element));
  const addedByThem = theirs.filter((element) => !base.includes(element) && !mine.includes(element));
  return [...mine.filter((element) => !removedByThem.includes(element)), ...addedByThem];
}

/**
 * The base for merging two values whose common ancestor nobody has: what they share, so that what either has stays.
 * For single values it is null, which nobody has typed: they clash.
 */
export function sharedValue(kind: MergeKind | undefined, one: unknown, other: unknown): unknown {
  if (kind === 'text' && typeof one === 'string' && typeof other === 'string') return sharedLines(one.split('\n'), other.split('\n')).join('\n');
  if (kind === 'lines' && isTexts(one) && isTexts(other)) return sharedLines(one, other);
  if (kind === 'list' && isTexts(one) && isTexts(other)) return one.filter((element) => other.includes(element));
  return null;
}

const sharedLines = (one: string[], other: string[]): string[] => diffComm(one, other).flatMap((part) => ('common' in part ? part.common : []));
