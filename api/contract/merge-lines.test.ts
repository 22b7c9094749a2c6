import fc from 'fast-check';
import { diff3Merge, diffComm } from 'node-diff3';
import { describe, expect, it } from 'vitest';
import { TEXT_MAX } from './limits.ts';
import { matchLines } from './match-lines.ts';
import { mergeLines, sharedLines } from './merge-lines.ts';

const line = fc.constantFrom<string[]>('sit', 'stay', 'heel', 'recall', 'down', '');
const lines = fc.array(line, { maxLength: 8 });

describe('merging lines', () => {
  it('applies the only change', () => {
    fc.assert(
      fc.property(lines, lines, (base, changed) => {
        expect(mergeLines(base, base, changed)).toEqual(changed);
        expect(mergeLines(base, changed, base)).toEqual(changed);
        expect(mergeLines(base, changed, changed)).toEqual(changed);
      }),
    );
  });

  it('loses no line that either side typed', () => {
    const typed = (by: string) =>
      fc.array(
        fc.integer({ min: 0, max: 99 }).map((number) => `${by} ${number}`),
        { maxLength: 5 },
      );
    fc.assert(
      fc.property(lines, typed('mine'), typed('theirs'), fc.nat(8), fc.nat(8), (base, mine, theirs, at, elsewhere) => {
        const merged = mergeLines(base, base.toSpliced(at, 0, ...theirs), base.toSpliced(elsewhere, 1, ...mine));
        for (const written of [...mine, ...theirs]) expect(merged).toContain(written);
      }),
    );
  });

  it('keeps what either side added and drops what either removed, each in its place', () => {
    const numbered = Array.from({ length: 8 }, (_, place) => `base ${place}`);
    /** A side removes some lines, and adds lines behind some. */
    const side = (by: string) =>
      fc
        .record({ removed: fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }), added: fc.array(fc.nat(8), { maxLength: 3 }) })
        .map(({ removed, added }) => {
          const behind = (place: number) => (added.includes(place) ? [`${by} ${place}`] : []);
          return [...behind(0), ...numbered.flatMap((text, place) => [...(removed[place] ? [] : [text]), ...behind(place + 1)])];
        });
    fc.assert(
      fc.property(side('theirs'), side('mine'), (theirs, mine) => {
        const isIn = (text: string) => (numbered.includes(text) ? theirs.includes(text) && mine.includes(text) : true);
        const expected = [...new Set([...numbered, ...theirs, ...mine])].filter(isIn);
        const merged = mergeLines(numbered, theirs, mine) ?? [];
        expect(merged.toSorted()).toEqual(expected.toSorted());
        for (const one of [theirs, mine]) expect(merged.filter((text) => one.includes(text))).toEqual(one.filter(isIn));
      }),
    );
  });

  it.each([
    ['a line that one rewrote and one that the other added behind it', ['a'], ['a', 'theirs'], ['mine'], ['mine', 'theirs']],
    ['two neighbouring lines, each rewritten by one', ['a', 'b'], ['theirs', 'b'], ['a', 'mine'], ['theirs', 'mine']],
    ['a line that both rewrote', ['a'], ['theirs'], ['mine'], ['theirs', 'mine']],
    ['lines that both rewrote in part', ['a', 'b', 'c'], ['theirs', 'c'], ['a', 'mine'], ['theirs', 'mine']],
    ['lines that both added at one place', ['a'], ['a', 'theirs'], ['a', 'mine'], ['a', 'theirs', 'mine']],
    ['the same line that both added', ['a'], ['a', 'both'], ['a', 'both'], ['a', 'both']],
  ])('merges %s', (_what, base, theirs, mine, merged) => {
    expect(mergeLines(base, theirs, mine)).toEqual(merged);
  });

  it('matches the result of Hunt and McIlroy’s merge where that finds no conflict', () => {
    const text = fc.array(line, { maxLength: 40 });
    const edit = fc.record({ at: fc.nat(40), removed: fc.nat(3), added: fc.array(line, { maxLength: 3 }) });
    let compared = 0;
    fc.assert(
      fc.property(text, edit, edit, (base, ...edits) => {
        const [theirs, mine] = edits.map(({ at, removed, added }) => base.toSpliced(at, removed, ...added)) as [string[], string[]];
        const regions = diff3Merge(theirs, base, mine, { excludeFalseConflicts: true });
        if (regions.some(({ conflict }) => conflict)) return;
        compared += 1;
        expect(mergeLines(base, theirs, mine)).toEqual(regions.flatMap(({ ok }) => ok ?? []));
      }),
      { numRuns: 500 },
    );
    expect(compared).toBeGreaterThan(100);
  });

  it('finds the lines that two texts share as Hunt and McIlroy do', () => {
    const text = fc.array(line, { maxLength: 40 });
    fc.assert(
      fc.property(text, text, (theirs, mine) => {
        expect(sharedLines(theirs, mine)).toEqual(diffComm(theirs, mine).flatMap((part) => ('common' in part ? part.common : [])));
      }),
      { numRuns: 500 },
    );
  });

  it('merges a text that one side rewrote', () => {
    const written = (by: string) => Array.from({ length: 400 }, (_, place) => `${by} ${place}`);
    expect(mergeLines(written('base'), written('base'), written('mine'))).toEqual(written('mine'));
    expect(mergeLines(written('base'), ['first', ...written('base')], written('mine'))).toEqual(['first', ...written('mine')]);
  });

  it('merges a few changes in a text that repeats one line', () => {
    const repeated = (times: number) => Array.from({ length: times }, () => 'x');
    expect(mergeLines(repeated(988), repeated(990), repeated(989))).toEqual(repeated(991));
    expect(mergeLines(repeated(900), ['theirs', ...repeated(900)], [...repeated(900), 'mine'])).toEqual([
      'theirs',
      ...repeated(900),
      'mine',
    ]);
  });

  it('gives up if shared lines moved in too many places', () => {
    const numbered = Array.from({ length: 500 }, (_, place) => String(place));
    expect(mergeLines(numbered, numbered.toReversed(), [...numbered, 'mine'])).toBeNull();
    expect(sharedLines(numbered, numbered.toReversed())).toBeNull();
  });
});

// Random texts made of a few distinct lines, up to the length limit of a field.
const longText = fc
  .record({
    words: fc.array(fc.string({ maxLength: 20 }), { minLength: 1, maxLength: 6 }),
    picks: fc.array(fc.nat(5), { minLength: 1, maxLength: 40 }),
    repeats: fc.boolean(),
  })
  .map(({ words, picks, repeats }) => {
    const some = repeats
      ? picks.map((pick) => words[pick % words.length])
      : picks.map((pick, place) => `${words[pick % words.length]}${place % 7}`);
    return some.join('\n').concat('\n').repeat(TEXT_MAX).slice(0, TEXT_MAX).split('\n');
  });

it('limits line comparisons to lines times edits', () => {
  const comparisons = (one: string[], other: string[]) => {
    let count = 0;
    matchLines(one, other, (a, b) => {
      count += 1;
      return a === b;
    });
    return count;
  };
  const most = (one: string[], other: string[]) => 201 * (Math.min(one.length, other.length) + 101);
  const edited = fc
    .tuple(longText, fc.array(fc.tuple(fc.nat(TEXT_MAX), fc.nat(60), fc.string()), { maxLength: 30 }))
    .map(([base, edits]) => {
      const changed = [...base];
      for (const [at, removed, typed] of edits) changed.splice(at % changed.length, removed, typed);
      return [base, changed] as const;
    });
  fc.assert(
    fc.property(fc.oneof(edited, fc.tuple(longText, longText)), ([one, other]) => {
      expect(comparisons(one, other)).toBeLessThanOrEqual(most(one, other));
    }),
    { numRuns: 100 },
  );
});
