import { diffArrays } from 'diff/lib/diff/array.js';

/**
 * Maximum number of edits (inserts, removals, moves) among lines that both texts contain. Cost grows with lines times
 * edits. Lines that only one text contains are free, so a rewritten text stays well below this.
 */
const EDITS_MAX = 100;

/** Positions of a shared line in the first and in the second text. */
type Match = readonly [one: number, other: number];

/**
 * The longest common subsequence of two texts, in order. The limit counts edits, not time, so server and device compute
 * the same result.
 * @returns null if the texts differ in more places than the limit allows
 */
export function matchLines(one: readonly string[], other: readonly string[], isSame = sameNumber): Match[] | null {
  const numbers = new Map<string, number>();
  const numbersOfOne = one.map((line) => numberOf(numbers, line));
  const inOne = numbers.size;
  const numbersOfOther = other.map((line) => numberOf(numbers, line));
  const inOther = new Set(numbersOfOther);
  const placesInOne = placesOf(numbersOfOne, (line) => inOther.has(line));
  const placesInOther = placesOf(numbersOfOther, (line) => line < inOne);
  if (Math.abs(placesInOne.length - placesInOther.length) > EDITS_MAX) return null;

  const parts = diffArrays(
    placesInOne.map((place) => numbersOfOne[place]),
    placesInOther.map((place) => numbersOfOther[place]),
    { maxEditLength: EDITS_MAX, comparator: isSame },
  );
  if (!parts) return null;
  const matches: Match[] = [];
  let [atOne, atOther] = [0, 0];
  for (const { added, removed, count } of parts) {
    for (let step = 0; step < count; step += 1) {
      if (!added && !removed) matches.push([placesInOne[atOne] ?? 0, placesInOther[atOther] ?? 0]);
      if (!added) atOne += 1;
      if (!removed) atOther += 1;
    }
  }
  return matches;
}

const sameNumber = (a: number | undefined, b: number | undefined): boolean => a === b;

/** Maps lines to numbers, so comparing two lines doesn't depend on their length. */
function numberOf(numbers: Map<string, number>, line: string): number {
  const known = numbers.get(line);
  if (known !== undefined) return known;
  numbers.set(line, numbers.size);
  return numbers.size - 1;
}

const placesOf = (lines: readonly number[], isWanted: (line: number) => boolean): number[] =>
  lines.flatMap((line, place) => (isWanted(line) ? [place] : []));
