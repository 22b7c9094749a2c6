import * as z from 'zod/mini';
import { TEXT_MAX } from './limits.ts';
import { mergeLines, sharedLines } from './merge-lines.ts';
import { sameValue } from './same-value.ts';

/**
 * How a field settles when two devices changed it (R122, R123):
 * - `scalar`: the later arrival wins, the other value is kept as a conflict;
 * - `text`: merged by line; conflicting lines both stay;
 * - `lines`: merged like `text`, for a list of lines whose order counts and which may repeat;
 * - `list`: merged by element, as a set;
 * - `grows`: a list to which a change only adds, whatever its author saw. Elements never leave it (R343).
 * If the merged value would exceed its field's limits or take too much work, the field settles as a `scalar`.
 */
export type MergeKind = 'scalar' | 'text' | 'lines' | 'list' | 'grows';

export interface Clash {
  field: string;
  /** The value now stored. */
  kept: unknown;
  /** The value it replaced. */
  other: unknown;
}

export interface Merged<Patch> {
  patch: Patch;
  clashes: Clash[];
}

/**
 * Settles a patch against the current row, field by field. The server and the device run the same function: the
 * server's result decides, the device's predicts it.
 * @param base the values of the patched fields that the author saw; a field without one is simply applied
 * @param schema validates the patch, including merged values; if omitted, any merged value is accepted
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
    if (kinds[field] === 'grows' && isTexts(theirs) && isTexts(mine)) {
      settled[field] = united(theirs, mine);
      continue;
    }
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

/** Null if these values cannot be merged. */
function mergeValues(kind: MergeKind | undefined, seen: unknown, theirs: unknown, mine: unknown): string | string[] | null {
  if (kind === 'text' && typeof seen === 'string' && typeof theirs === 'string' && typeof mine === 'string')
    return mergeText(seen, theirs, mine);
  if (!isTexts(seen) || !isTexts(theirs) || !isTexts(mine)) return null;
  if (kind === 'lines') return seen.length > MERGED_MAX ? null : mergeLines(seen, theirs, mine);
  return kind === 'list' ? mergeLists(seen, theirs, mine) : null;
}

const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every((element) => typeof element === 'string');

// Requests may send any base, unchecked. Rows of earlier versions may be longer than the field's limit today.
const MERGED_MAX = 3 * TEXT_MAX;

/** Three-way merge by line; null if the texts are too long or differ in too many places to compare. */
function mergeText(base: string, theirs: string, mine: string): string | null {
  if (Math.max(base.length, theirs.length, mine.length) > MERGED_MAX) return null;
  return mergeLines(base.split('\n'), theirs.split('\n'), mine.split('\n'))?.join('\n') ?? null;
}

/** The elements that a list that only grows lacks. */
export const notIn = (held: unknown, added: unknown): string[] =>
  isTexts(added) ? added.filter((element) => !(isTexts(held) && held.includes(element))) : [];

/** Both lists, each element once. */
export const united = (held: readonly string[], added: readonly string[]): string[] => [...new Set([...held, ...added])];

/** Three-way merge by element: keeps what either side added, drops what either removed, in the order of `mine`. */
export function mergeLists(base: string[], theirs: string[], mine: string[]): string[] {
  const [seen, held, listed] = [new Set(base), new Set(theirs), new Set(mine)];
  const isRemovedByThem = (element: string) => seen.has(element) && !held.has(element);
  const addedByThem = theirs.filter((element) => !seen.has(element) && !listed.has(element));
  return [...mine.filter((element) => !isRemovedByThem(element)), ...addedByThem];
}

/**
 * The base for merging two values without a known common ancestor: what they share, so the merge keeps both sides. Null
 * for single values and for texts that differ too much: both sides differ from null, so the field becomes a conflict.
 */
export function sharedValue(kind: MergeKind | undefined, one: unknown, other: unknown): unknown {
  if (kind === 'text' && typeof one === 'string' && typeof other === 'string')
    return sharedLines(one.split('\n'), other.split('\n'))?.join('\n') ?? null;
  if (kind === 'lines' && isTexts(one) && isTexts(other)) return sharedLines(one, other);
  if (kind !== 'list' || !isTexts(one) || !isTexts(other)) return null;
  const inOther = new Set(other);
  return one.filter((element) => inOther.has(element));
}
