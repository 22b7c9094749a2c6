import { expect, it } from 'vitest';
import { dogSet } from '../testing/dog-set.ts';
import { exercisesOf, progressOf } from './exercise-progress.ts';
import { type MapMeasure, proofingMap } from './proofing-map.ts';

function drawn(sets: readonly ReturnType<typeof dogSet>[], measure: MapMeasure = 'distanceM') {
  const [exercise] = exercisesOf(sets);
  if (!exercise) throw new Error('No exercise');
  const map = proofingMap(exercise.sets, measure, progressOf(exercise));
  return (
    map && [
      ` ${map.amounts.join(' ')}`,
      ...map.rows.map(
        ({ distraction, cells }) => `${distraction} ${cells.map(({ hits, reps, is }) => `${hits}/${reps}${is ? ` ${is}` : ''}`).join(' ')}`,
      ),
    ]
  );
}

it('counts hits by distance and distraction, on the rungs that occur and the next one', () => {
  const sets = [
    dogSet('2026-11-01', 'hhhhm', { distanceM: 10, distraction: 'none' }),
    dogSet('2026-11-02', 'hhhmm', { distanceM: 9 }),
    dogSet('2026-11-03', 'hhhhh', { distanceM: 30, distraction: 'high' }),
    dogSet('2026-11-04', 'hmmma', { distanceM: 20, distraction: 'low' }),
    dogSet('2026-11-05', 'hhhhm', { distanceM: 30, distraction: 'low' }),
  ];
  expect(drawn(sets)).toEqual([
    ' 10 20 30 35',
    'none 7/10 0/0 0/0 0/0',
    'low 0/0 1/5 4/5 now 0/0 next',
    'medium 0/0 0/0 0/0 0/0',
    'high 0/0 0/0 5/5 0/0',
  ]);
});

it('has a map of durations beside that of distances, and none of what was never measured', () => {
  const sets = [
    dogSet('2026-11-01', 'hhmmm', { durationS: 12, distraction: 'medium' }),
    dogSet('2026-11-02', 'hhhmm', { durationS: 10, distraction: 'medium' }),
  ];
  expect(drawn(sets)).toBeNull();
  expect(drawn(sets, 'durationS')).toEqual([' 10 12', 'none 0/0 0/0', 'low 0/0 0/0', 'medium 3/5 now 2/5', 'high 0/0 0/0']);
});

it('marks no cell as next when the advice is to stay or the text alone changes', () => {
  const stay = drawn([dogSet('2026-11-01', 'hhhmm', { distanceM: 30 })]);
  expect(stay).toEqual([' 30', 'none 3/5 now', 'low 0/0', 'medium 0/0', 'high 0/0']);
});

it('treats a set without a distraction as one with none, also for the criterion now', () => {
  expect(drawn([dogSet('2026-11-01', 'hhhhh', { distanceM: 30 })])?.[1]).toBe('none 5/5 now 0/0 next');
});
