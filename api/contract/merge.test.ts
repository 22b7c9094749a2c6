import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type MergeKind, mergeLines, mergeLists, mergePatch, mergeText } from './merge.ts';
import { sameValue } from './same-value.ts';

const line = fc.constantFrom<string[]>('sit', 'stay', 'heel', 'recall', 'down', '');
const lines = fc.array(line, { maxLength: 8 });
const titles = fc.uniqueArray(fc.constantFrom('BH', 'IGP1', 'IGP2', 'RN', 'OB1'), { maxLength: 5 });

describe('merging notes', () => {
  it('takes the only change', () => {
    fc.assert(
      fc.property(lines, lines, (base, changed) => {
        expect(mergeLines(base, base, changed)).toEqual(changed);
        expect(mergeLines(base, changed, base)).toEqual(changed);
        expect(mergeLines(base, changed, changed)).toEqual(changed);
      }),
    );
  });

  it('loses no line that either typed', () => {
    const typed = (by: string) => fc.array(fc.integer({ min: 0, max: 99 }).map((number) => `${by} ${number}`), { maxLength: 5 });
    fc.assert(
      fc.property(lines, typed('mine'), typed('theirs'), fc.nat(8), fc.nat(8), (base, mine, theirs, at, elsewhere) => {
        const merged = mergeLines(base, base.toSpliced(at, 0, ...theirs), base.toSpliced(elsewhere, 1, ...mine));
        for (const written of [...mine, ...theirs]) expect(merged).toContain(written);
      }),
    );
  });

  it('keeps both texts where they clash, theirs first', () => {
    expect(mergeText('sit', 'sit, slowly', 'sit, at once')).toBe('sit, slowly\nsit, at once');
  });

  it('keeps both whole when they are too long to compare', () => {
    const long = (word: string) => Array.from({ length: 1_500 }, () => word);
    expect(mergeLines(long('a'), long('b'), long('c'))).toEqual([...long('b'), ...long('c')]);
  });
});

describe('merging lists', () => {
  it('keeps what either added and drops what either removed', () => {
    fc.assert(
      fc.property(titles, titles, titles, (base, theirs, mine) => {
        const expected = [...new Set([...base, ...theirs, ...mine])].filter((title) =>
          base.includes(title) ? theirs.includes(title) && mine.includes(title) : true,
        );
        expect(mergeLists(base, theirs, mine).toSorted()).toEqual(expected.toSorted());
      }),
    );
  });
});

describe('settling a patch', () => {
  const kinds: Record<string, MergeKind> = { title: 'scalar', notes: 'text', titles: 'list', steps: 'lines' };
  const row = fc.record({ title: fc.string(), notes: lines.map((of) => of.join('\n')), titles, steps: lines });

  it('applies a patch as it is when nobody else touched its fields, or no base was seen', () => {
    fc.assert(
      fc.property(row, row, (current, patch) => {
        expect(mergePatch(kinds, current, patch, current)).toEqual({ patch, clashes: [] });
        expect(mergePatch(kinds, current, patch, undefined)).toEqual({ patch, clashes: [] });
      }),
    );
  });

  it('leaves alone what the author did not change', () => {
    fc.assert(
      fc.property(row, row, (base, current) => {
        expect(mergePatch(kinds, current, base, base)).toEqual({ patch: current, clashes: [] });
      }),
    );
  });

  it('lets the later scalar stand and keeps the other', () => {
    expect(mergePatch(kinds, { title: 'theirs' }, { title: 'mine' }, { title: 'seen' })).toEqual({
      patch: { title: 'mine' },
      clashes: [{ field: 'title', kept: 'mine', other: 'theirs' }],
    });
  });

  it('clashes only where three values differ', () => {
    fc.assert(
      fc.property(row, row, row, (base, current, patch) => {
        for (const { field, kept, other } of mergePatch(kinds, current, patch, base).clashes) {
          expect(sameValue(kept, other)).toBe(false);
          expect(sameValue(other, base[field as keyof typeof base])).toBe(false);
          expect(sameValue(kept, base[field as keyof typeof base])).toBe(false);
        }
      }),
    );
  });
});

it('compares values as JSON does', () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => sameValue(value, JSON.parse(JSON.stringify(value)))));
  expect(sameValue({ a: 1 }, { a: 1, b: undefined })).toBe(false);
  expect(sameValue([], {})).toBe(false);
});
