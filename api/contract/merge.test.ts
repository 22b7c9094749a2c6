import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TEXT_MAX, TITLES_MAX } from './limits.ts';
import { type MergeKind, mergeLists, mergePatch, sharedValue } from './merge.ts';
import { MUTATIONS } from './mutations.ts';
import { sameValue } from './same-value.ts';

const line = fc.constantFrom<string[]>('sit', 'stay', 'heel', 'recall', 'down', '');
const lines = fc.array(line, { maxLength: 8 });
const titles = fc.uniqueArray(fc.constantFrom('BH', 'IGP1', 'IGP2', 'RN', 'OB1'), { maxLength: 5 });

const titlesOf = (by: string) => Array.from({ length: TITLES_MAX }, (_, place) => `${by} ${place}`);

describe('merging lists', () => {
  it('keeps what either side added and drops what either removed', () => {
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

describe('settling patches', () => {
  const kinds: Record<string, MergeKind> = { title: 'scalar', notes: 'text', titles: 'list', steps: 'lines' };
  const row = fc.record({ title: fc.string(), notes: lines.map((of) => of.join('\n')), titles, steps: lines });

  it('applies a patch unchanged if no one else changed its fields, or if it has no base', () => {
    fc.assert(
      fc.property(row, row, (current, patch) => {
        expect(mergePatch(kinds, current, patch, current)).toEqual({ patch, clashes: [] });
        expect(mergePatch(kinds, current, patch, undefined)).toEqual({ patch, clashes: [] });
      }),
    );
  });

  it('leaves fields alone that the author did not change', () => {
    fc.assert(
      fc.property(row, row, (base, current) => {
        expect(mergePatch(kinds, current, base, base)).toEqual({ patch: current, clashes: [] });
      }),
    );
  });

  it('keeps the later scalar and stores the other as a conflict', () => {
    expect(mergePatch(kinds, { title: 'theirs' }, { title: 'mine' }, { title: 'seen' })).toEqual({
      patch: { title: 'mine' },
      clashes: [{ field: 'title', kept: 'mine', other: 'theirs' }],
    });
  });

  it('does not report equal changes as a conflict', () => {
    expect(mergePatch(kinds, { title: 'both' }, { title: 'both' }, { title: 'seen' })).toEqual({ patch: { title: 'both' }, clashes: [] });
  });

  it('keeps both versions of conflicting lines, theirs first', () => {
    expect(mergePatch(kinds, { notes: 'sit, slowly' }, { notes: 'sit, at once' }, { notes: 'sit' })).toEqual({
      patch: { notes: 'sit, slowly\nsit, at once' },
      clashes: [],
    });
  });

  it('keeps both texts whole, one as a conflict, if too much has moved to compare them', () => {
    const numbered = Array.from({ length: 500 }, (_, place) => `line ${place}`);
    const [seen, theirs, mine] = [numbered.join('\n'), numbered.toReversed().join('\n'), [...numbered, 'mine'].join('\n')];
    expect(mergePatch(kinds, { notes: theirs }, { notes: mine }, { notes: seen })).toEqual({
      patch: { notes: mine },
      clashes: [{ field: 'notes', kept: mine, other: theirs }],
    });
    expect(sharedValue('text', theirs, mine)).toBeNull();
  });

  it.each([
    ['a text', 'dogs.update', 'notes', 'sit', 'a'.repeat(TEXT_MAX), 'b'.repeat(TEXT_MAX)],
    ['a list', 'dogs.update', 'titles', ['BH'], titlesOf('theirs'), titlesOf('mine')],
    ['lines', 'cues.update', 'steps', ['sit'], titlesOf('theirs'), titlesOf('mine')],
  ] as const)('keeps both as a conflict if %s would exceed its field’s limit', (_what, call, field, seen, theirs, mine) => {
    const { merge, payload } = MUTATIONS[call];
    expect(mergePatch(merge ?? {}, { [field]: theirs }, { [field]: mine }, { [field]: seen }, payload)).toEqual({
      patch: { [field]: mine },
      clashes: [{ field, kept: mine, other: theirs }],
    });
  });

  it('adds to a list that grows, whatever its author saw, without a conflict', () => {
    const growing: Record<string, MergeKind> = { reps: 'grows' };
    fc.assert(
      fc.property(titles, titles, fc.option(titles), (held, added, base) => {
        const { patch, clashes } = mergePatch(growing, { reps: held }, { reps: added }, base ? { reps: base } : undefined);
        expect(patch.reps.slice(0, held.length)).toEqual(held);
        expect(patch.reps.toSorted()).toEqual([...new Set([...held, ...added])].toSorted());
        expect(clashes).toEqual([]);
      }),
    );
  });

  it('makes a conflict only if all three values differ', () => {
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
