import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countReps, formatRep, parseRep, type Rep, REP_KINDS, standingReps } from './reps.ts';

const letter = fc.constantFrom(...'0123456789abcdefghijklmnopqrstuvwxyz');
const id = fc.array(letter, { minLength: 8, maxLength: 8 }).map((letters) => letters.join(''));
const moment = fc.option(fc.integer({ min: 0, max: Date.UTC(2100, 0) }));
const anyRep: fc.Arbitrary<Rep> = fc.record({ id, kind: fc.constantFrom(...REP_KINDS), at: moment, filmMs: moment, latencyMs: moment });

const rep = (number: number, kind: Rep['kind'], at: number | null = number): Rep => ({
  id: `rep0000${number}`,
  kind,
  at,
  filmMs: null,
  latencyMs: null,
});

describe('the text of a rep', () => {
  it('holds everything, and nothing that was not measured', () => {
    fc.assert(
      fc.property(anyRep, (any) => {
        expect(parseRep(formatRep(any))).toEqual(any);
      }),
    );
    expect(formatRep(rep(1, 'hit', null))).toBe('rep00001 hit');
  });

  it('is not read if a newer version wrote another kind', () => {
    for (const text of ['', 'rep00001', 'rep00001 find at 1', 'rep00001 hit at 1 wind 3']) expect(parseRep(text), text).toBeNull();
  });
});

describe('the reps of a set', () => {
  const texts = [rep(3, 'miss'), rep(1, 'hit'), rep(9, 'hit', null), rep(2, 'helped'), rep(1, 'hit')].map(formatRep);

  it('are those that were not struck, each once, in order of time and then as typed', () => {
    const ids = (struck: string[]) => standingReps({ reps: texts, struck }).map(({ id: found }) => found.at(-1));
    expect(ids([])).toEqual(['1', '2', '3', '9']);
    expect(ids(['rep00002'])).toEqual(['1', '3', '9']);
  });

  it('are in the order of the film if all were marked there', () => {
    const marked = [rep(1, 'hit', 30), rep(2, 'miss', 20), rep(3, 'hit', 10)].map((each, place) => ({ ...each, filmMs: place }));
    const ids = (reps: readonly Rep[]) => standingReps({ reps: reps.map(formatRep), struck: [] }).map(({ id: found }) => found.at(-1));
    expect(ids(marked.toReversed())).toEqual(['1', '2', '3']);
    expect(ids([...marked, rep(4, 'hit', 15)])).toEqual(['3', '4', '2', '1']);
  });

  it('count a helped one, but not as a hit', () => {
    expect(countReps({ reps: texts, struck: [] })).toEqual({ hits: 2, reps: 4 });
    expect(countReps({ reps: texts, struck: ['rep00001'] })).toEqual({ hits: 1, reps: 3 });
  });
});
