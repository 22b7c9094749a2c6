import * as z from 'zod/mini';
import { TEXT_MAX } from './limits.ts';
import { mergeLines, sharedLines } from './merge-lines.ts';
import { sameValue } from './same-value.ts';

/**
 * How a field settles when two devices changed it (design section 4, Conflicts):
 * - `scalar`: the later arrival wins, the other value is kept as a conflict;
 * - `text`: merged by line, and where lines clash both stay;
 * - `lines`: the same for a list of lines, whose order counts and which may repeat;
 * - `list`: merged by element, as a set.
 * Where the merged value would break its field's limits, or takes too much work, the field settles as a `scalar`.
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
 * @param schema what a patch must be, a merged one too; without it any merged value will do
 */
export function mergePatch<Patch extends object>(
  kinds: Readonly<Record<string, MergeKind>>,
  row: object,
  patch: Patch,
  base: Readonly<Record<string, unknown>> | undefined,
  schema?: z.ZodMiniType,
): Merged<Patch> {
  const settled: Record<string, unknown> = {};
  const clashes: Clash[] = [];
  const fits = (field: string, value: unknown) => !schema || z.safeParse(schema, { [field]: value }).success;
  for (const [field, mine] of Object.entries(patch)) {
    const theirs = (row as Record<string, unknown>)[field];
    const seen = base?.[field];
    const untouched = !base || !Object.hasOwn(base, field) || sameValue(theirs, seen);
    if (untouched || sameValue(theirs, mine)) {
      settled[field] = mine;
    } else if (sameValue(mine, seen)) {
      settled[field] = theirs;
    } else {
      const merged = mergeValues(kinds[field], seen, theirs, mine);
      const isMerged = merged !== null && fits(field, merged);
      settled[field] = isMerged ? merged : mine;
      if (!isMerged) clashes.push({ field, kept: mine, other: theirs });
    }
  }
  return { patch: settled as Patch, clashes };
}

/** Null where these values cannot be merged. */
function mergeValues(kind: MergeKind | undefined, seen: unknown, theirs: unknown, mine: unknown): string | string[] | null {
  if (kind === 'text' && typeof seen === 'string' && typeof theirs === 'string' && typeof mine === 'string') return mergeText(seen, theirs, mine);
  if (!isTexts(seen) || !isTexts(theirs) || !isTexts(mine)) return null;
  if (kind === 'lines') return seen.length > MERGED_MAX ? null : mergeLines(seen, theirs, mine);
  return kind === 'list' ? mergeLists(seen, theirs, mine) : null;
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((element) => typeof element === 'string');

// Nothing checks what a request names as its base. Rows of earlier versions may hold more than a field takes today.
const MERGED_MAX = 3 * TEXT_MAX;

/** Three-way merge by line; null where the texts are too long or differ in too many places to compare. */
function mergeText(base: string, theirs: string, mine: string): string | null {
  if (Math.max(base.length, theirs.length, mine.length) > MERGED_MAX) return null;
  return mergeLines(base.split('\n'), theirs.split('\n'), mine.split('\n'))?.join('\n') ?? null;
}

/** Three-way merge by element: what either added stays, what either removed goes, mine gives the order. */
export function mergeLists(base: string[], theirs: string[], mine: string[]): string[] {
  const [seen, held, listed] = [new Set(base), new Set(theirs), new Set(mine)];
  const isRemovedByThem = (element: string) => seen.has(element) && !held.has(element);
  const addedByThem = theirs.filter((element) => !seen.has(element) && !listed.has(element));
  return [...mine.filter((element) => !isRemovedByThem(element)), ...addedByThem];
}

/**
 * The base for merging two values whose common ancestor nobody has: what they share, so that what either has stays.
 * For single values it is null, which nobody has typed: they clash. So do texts that differ in too many places.
 */
export function sharedValue(kind: MergeKind | undefined, one: unknown, other: unknown): unknown {
  if (kind === 'text' && typeof one === 'string' && typeof other === 'string') return sharedLines(one.split('\n'), other.split('\n'))?.join('\n') ?? null;
  if (kind === 'lines' && isTexts(one) && isTexts(other)) return sharedLines(one, other);
  if (kind !== 'list' || !isTexts(one) || !isTexts(other)) return null;
  const inOther = new Set(other);
  return one.filter((element) => inOther.has(element));
}
