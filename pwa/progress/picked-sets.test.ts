import { expect, it } from 'vitest';
import { dogSet } from '../testing/dog-set.ts';
import { exercisesOf, progressOf } from './exercise-progress.ts';
import { type Picked, pickedCell, pickedSets } from './picked-sets.ts';
import { proofingMap } from './proofing-map.ts';

const days = ['2026-11-02', '2026-11-09', '2026-11-10', '2026-11-11'];
const [exercise] = exercisesOf([
  dogSet('2026-11-02', 'hhhhm', { distanceM: 10 }),
  dogSet('2026-11-09', 'hhhhm', { durationS: 10 }),
  dogSet('2026-11-10', 'hhhhm', { distanceM: 20, distraction: 'low' }),
  dogSet('2026-11-11', 'hhhhm', { distanceM: 10 }),
]);
if (!exercise) throw new Error('No exercise');
const progress = progressOf(exercise);
const maps = (['distanceM', 'durationS'] as const).flatMap((measure) => proofingMap(exercise.sets, measure, progress) ?? []);

it.each<[Picked, (string | undefined)[]]>([
  [null, days],
  [{ figure: 'rate' }, [days[0], days[3]]],
  [{ figure: 'week', monday: '2026-11-09' }, days.slice(1)],
  [{ figure: 'cell', measure: 'distanceM', amount: 10, distraction: 'none' }, [days[0], days[3]]],
  [{ figure: 'cell', measure: 'durationS', amount: 10, distraction: 'none' }, [days[1]]],
  [{ figure: 'cell', measure: 'distanceM', amount: 20, distraction: 'high' }, []],
])('lists the sets behind %o', (picked, expected) => {
  expect(pickedSets(picked, exercise, progress, maps).map(({ day }) => day)).toEqual(expected);
});

it('picks a cell in its own map only', () => {
  const picked: Picked = { figure: 'cell', measure: 'durationS', amount: 10, distraction: 'none' };
  expect(maps.map((map) => pickedCell(picked, map)?.reps)).toEqual([undefined, 5]);
});
