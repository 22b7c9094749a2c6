import { expect, it } from 'vitest';
import { NEW_SET } from '../../../api/contract/entities/set.ts';
import { adviceOf, type Criterion, nextCriterion, steppedAmount } from './next-set.ts';

it.each([
  [5, 5, 'push'],
  [4, 5, 'push'],
  [3, 5, 'stick'],
  [2, 5, 'drop'],
  [0, 5, 'drop'],
  [8, 10, 'push'],
  [7, 10, 'stick'],
  [6, 10, 'stick'],
  [5, 10, 'drop'],
  [2, 3, 'stick'],
])('says after %i hits of %i: %s', (hits, reps, advice) => {
  expect(adviceOf({ hits, reps })).toBe(advice);
});

it.each([
  [30, 35, 25],
  [1, 2, 1],
  [9, 10, 8],
  [10, 15, 9],
  [50, 60, 45],
  [100, 125, 90],
  [32, 35, 30],
  [0.5, 1, 0.5],
  [10_000, 10_000, 9_975],
])('steps %d up to %d and down to %d', (amount, up, down) => {
  expect([steppedAmount(amount, 1, 10_000), steppedAmount(amount, -1, 10_000)]).toEqual([up, down]);
});

const criterion = (values: Partial<Criterion>): Criterion => ({ ...NEW_SET, exercise: 'Send-away', ...values });

it('changes one thing: the first of distance, duration, count and distraction that the set has', () => {
  const push = (values: Partial<Criterion>) => nextCriterion(criterion(values), 'push');
  expect(push({ distanceM: 30, durationS: 5, distraction: 'low' })).toEqual(criterion({ distanceM: 35, durationS: 5, distraction: 'low' }));
  expect(push({ durationS: 5, count: 20 })).toEqual(criterion({ durationS: 6, count: 20 }));
  expect(push({ count: 20, distraction: 'low' })).toEqual(criterion({ count: 25, distraction: 'low' }));
  expect(push({ distraction: 'high' })).toEqual(criterion({ distraction: 'high' }));
  expect(push({})).toEqual(criterion({ distraction: 'low' }));
  expect(nextCriterion(criterion({}), 'drop')).toEqual(criterion({}));
  expect(nextCriterion(criterion({ distanceM: 30 }), 'stick')).toEqual(criterion({ distanceM: 30 }));
});
