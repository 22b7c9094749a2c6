import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatRep, hitsIn, standingReps } from '../../api/contract/reps.ts';
import type { DogSet } from '../../sync/queries/dog-sets.ts';
import { dogSet } from '../testing/dog-set.ts';
import { type Exercise, exercisesOf, findExercise, progressOf, sumOf } from './exercise-progress.ts';

const CUE = '3f0e8a52-7c1b-4d6e-9a0f-5b2c8d7e6f10';
const only = (sets: readonly DogSet[]): Exercise => {
  const [exercise, ...others] = exercisesOf(sets);
  if (!exercise || others.length > 0) throw new Error('Not one exercise');
  return exercise;
};

it('joins sets of a cue with those of its names, latest exercise first', () => {
  const sets = [
    dogSet('2026-11-01', 'hh', { exercise: 'Down' }),
    dogSet('2026-11-02', 'hh', { exercise: 'recall' }),
    dogSet('2026-11-03', 'hh', { exercise: 'Recall', cueId: CUE }),
    dogSet('2026-11-04', '', { exercise: 'Empty' }),
    dogSet('2026-11-05', 'hh', { exercise: 'Here', cueId: CUE }),
    dogSet('2026-11-06', 'hh', { exercise: 'DOWN' }),
  ];
  expect(exercisesOf(sets).map(({ key, name, sets: own }) => [key, name, own.length])).toEqual([
    ['down', 'DOWN', 2],
    [CUE, 'Here', 3],
  ]);
});

it('finds the exercise of a name, also once a cue has it', () => {
  const [free, cue] = [dogSet('2026-11-02', 'hh', { exercise: 'recall' }), dogSet('2026-11-03', 'hh', { exercise: 'Recall', cueId: CUE })];
  expect(findExercise(exercisesOf([free]), { cueId: null, exercise: 'Recall' })?.key).toBe('recall');
  expect(findExercise(exercisesOf([free, cue]), { cueId: null, exercise: 'recall' })?.key).toBe(CUE);
  expect(findExercise(exercisesOf([free, cue]), { cueId: CUE, exercise: 'Here' })?.key).toBe(CUE);
  expect(findExercise(exercisesOf([free]), { cueId: null, exercise: 'Down' })).toBeUndefined();
});

it('takes the share of hits from the last ten sets at the current criterion', () => {
  const earlier = Array.from({ length: 12 }, (_, place) =>
    dogSet(`2026-10-${10 + place}`, place < 2 ? 'mmmmm' : 'hhhhm', { distanceM: 30 }),
  );
  const easier = dogSet('2026-10-15', 'hhhhh', { distanceM: 20 });
  const { atNowCounts, atNow, reps, now, range } = progressOf(only([...earlier.slice(0, 6), easier, ...earlier.slice(6)]));
  expect(now.distanceM).toBe(30);
  expect(atNow).toHaveLength(10);
  expect(atNow[0]?.day).toBe('2026-10-12');
  expect(atNowCounts).toEqual({ hits: 40, reps: 50 });
  expect(reps).toBe(65);
  expect(range?.low).toBeCloseTo(0.6696, 4);
  expect(range?.high).toBeCloseTo(0.8876, 4);
});

it('has no rate under ten reps, nor advice before the set is complete', () => {
  const few = progressOf(only([dogSet('2026-11-01', 'hhhhh', { distanceM: 30 }), dogSet('2026-11-02', 'hhhm', { distanceM: 30 })]));
  expect(few).toMatchObject({ range: null, repsPerMinute: null, latencyMs: null, advice: null, next: { distanceM: 30 } });
  const three = progressOf(only([dogSet('2026-11-02', 'hhh', { distanceM: 30, repsAsked: 3 })]));
  expect(three).toMatchObject({ advice: null });
  const four = progressOf(only([dogSet('2026-11-02', 'hhhm', { distanceM: 30, repsAsked: 4 })]));
  expect(four).toMatchObject({ advice: 'stick' });
  const many = progressOf(only([dogSet('2026-11-02', 'hhhhh', { distanceM: 30, repsAsked: 20 })]));
  expect(many).toMatchObject({ advice: null, next: { distanceM: 30 } });
});

it('advises by the last set, and moves what was changed last', () => {
  const sets = [
    dogSet('2026-11-01', 'hhhhh', { distanceM: 30 }),
    dogSet('2026-11-02', 'hhhhh', { distanceM: 30, distraction: 'low' }),
    dogSet('2026-11-03', 'hmmmm', { distanceM: 30, distraction: 'low' }),
  ];
  expect(progressOf(only(sets))).toMatchObject({ advice: 'drop', next: { distanceM: 30, distraction: 'none' } });
  expect(progressOf(only(sets.slice(0, 2)))).toMatchObject({ advice: 'push', next: { distraction: 'medium' } });
});

it('measures reps a minute within sets, and the median latency', () => {
  const sets = ['2026-11-01', '2026-11-02', '2026-11-03'].map((day, place) => dogSet(day, 'hhhhh', { took: [300, 900, 500][place] ?? 0 }));
  expect(progressOf(only(sets))).toMatchObject({ repsPerMinute: 3, latencyMs: 500 });
  const continued = sets.map((one) => ({
    ...one,
    reps: one.reps.map((rep, place) => ({ ...rep, at: (rep.at ?? 0) + (place > 2 ? 86_400_000 : 0) })),
  }));
  expect(progressOf(only(continued)).repsPerMinute).toBe(3);
  const marked = sets.map((one) => ({ ...one, reps: one.reps.map((rep, place) => ({ ...rep, filmMs: 60_000 - place * 10_000 })) }));
  expect(progressOf(only(marked)).repsPerMinute).toBe(6);
  const typed = sets.map((one) => ({ ...one, reps: one.reps.map((rep) => ({ ...rep, at: null, latencyMs: null })) }));
  expect(progressOf(only(typed))).toMatchObject({ repsPerMinute: null, latencyMs: null });
});

it('counts eight weeks, the last one with the last set', () => {
  const sets = [
    dogSet('2026-09-27', 'hhhhh'),
    dogSet('2026-09-28', 'hmmmm'),
    dogSet('2026-11-15', 'hhmmm'),
    dogSet('2026-11-16', 'hhhmm'),
    dogSet('2026-11-18', 'hhhhm'),
  ];
  const { weeks } = progressOf(only(sets));
  expect(weeks.map(({ monday, hits, reps }) => `${monday} ${hits}/${reps}`)).toEqual([
    '2026-09-28 1/5',
    '2026-10-05 0/0',
    '2026-10-12 0/0',
    '2026-10-19 0/0',
    '2026-10-26 0/0',
    '2026-11-02 0/0',
    '2026-11-09 2/5',
    '2026-11-16 7/10',
  ]);
});

const results = fc.array(fc.array(fc.constantFrom('h', 'm', 'a'), { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 15 });
const setsOf = (letters: readonly (readonly string[])[]) => letters.map((set) => dogSet('2026-11-18', set.join(''), { distanceM: 30 }));
const shareOf = (sets: readonly DogSet[]) => {
  const { hits, reps } = progressOf(only(sets)).atNowCounts;
  return hits / reps;
};

it('never has a lower share after one more hit', () => {
  fc.assert(
    fc.property(results, (letters) => {
      const more = [...letters.slice(0, -1), [...(letters.at(-1) ?? []), 'h']];
      expect(shareOf(setsOf(more))).toBeGreaterThanOrEqual(shareOf(setsOf(letters)));
    }),
  );
});

it('is undone exactly by striking a rep', () => {
  fc.assert(
    fc.property(results, fc.constantFrom('hit', 'miss', 'helped'), (letters, kind) => {
      const sets = setsOf(letters);
      const last = sets.at(-1);
      if (!last) throw new Error('No set');
      const id = 'zzzzzzzz';
      const counted = [...last.set.reps, formatRep({ id, kind, at: Date.now(), filmMs: null, latencyMs: null })];
      const reps = standingReps({ reps: counted, struck: [id] });
      const struck = { ...last, reps, hits: hitsIn(reps.map((rep) => rep.kind)) };
      expect(progressOf(only([...sets.slice(0, -1), struck]))).toEqual(progressOf(only(sets)));
      expect(sumOf([struck])).toEqual(sumOf([last]));
    }),
  );
});
