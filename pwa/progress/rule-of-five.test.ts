import { expect, it } from 'vitest';
import { NEW_SET } from '../../api/contract/entities/set.ts';
import { adviceOf, changedWords, type Criterion, isSameCriterion, measureToMove, nextCriterion } from './rule-of-five.ts';

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
  [3, 3, 'push'],
  [2, 3, 'stick'],
  [1, 3, 'drop'],
])('says after %i hits of %i: %s', (hits, reps, advice) => {
  expect(adviceOf({ hits, reps })).toBe(advice);
});

const criterion = (values: Partial<Criterion>): Criterion => ({ ...NEW_SET, exercise: 'Send-away', ...values });
const M30 = criterion({ distanceM: 30, distraction: 'low' });

it.each([
  ['the distance that grew', [{ distanceM: 25 }, { distanceM: 30 }], 'distanceM'],
  [
    'what was changed last, not what was changed before',
    [{ distanceM: 25 }, { distanceM: 30 }, { distanceM: 30, distraction: 'low' }],
    'distraction',
  ],
  [
    'what was changed before a set that stayed',
    [
      { durationS: 5, count: 3 },
      { durationS: 5, count: 4 },
      { durationS: 5, count: 4 },
    ],
    'count',
  ],
  ['no measure that the set no longer has', [{ distanceM: 25, durationS: 5 }, { durationS: 5 }], 'durationS'],
  ['the first measure, if nothing was changed', [{ durationS: 5, distraction: 'low' }], 'durationS'],
  ['no distraction because none was chosen', [{ distanceM: 25 }, { distanceM: 30 }, { distanceM: 30, distraction: 'none' }], 'distanceM'],
  ['nothing, if the criterion is only a text', [{ hitMeans: 'One cue' }], null],
] as const)('moves %s', (_what, sets, measure) => {
  expect(measureToMove(sets.map(criterion))).toBe(measure);
});

it.each([
  ['push', 'distanceM', { distanceM: 35 }, '35 m'],
  ['drop', 'distanceM', { distanceM: 25 }, '25 m'],
  ['stick', 'distanceM', {}, ''],
  ['push', 'distraction', { distraction: 'medium' }, 'medium distraction'],
  ['drop', 'distraction', { distraction: 'none' }, 'no distraction'],
  ['push', null, {}, ''],
] as const)('changes nothing but the measure that moves: %s, %s', (advice, measure, changed, words) => {
  const next = nextCriterion(M30, advice, measure);
  expect(next).toEqual({ ...M30, ...changed });
  expect(changedWords(M30, next)).toBe(words);
});

it('stays at the ends of a ladder', () => {
  expect(nextCriterion(criterion({ distraction: 'high' }), 'push', 'distraction').distraction).toBe('high');
  expect(nextCriterion(criterion({ distraction: 'none' }), 'drop', 'distraction').distraction).toBe('none');
  expect(nextCriterion(criterion({ distanceM: 1 }), 'drop', 'distanceM').distanceM).toBe(1);
  expect(changedWords(criterion({ count: 20, countWord: 'paces' }), criterion({ count: 25, countWord: 'paces' }))).toBe('25 paces');
});

it('compares criteria by measures and texts, without case', () => {
  expect(isSameCriterion(M30, { ...M30, repsAsked: 10, exercise: 'Sent away' })).toBe(true);
  expect(isSameCriterion({ ...M30, hitMeans: 'One cue' }, { ...M30, hitMeans: 'one cue' })).toBe(true);
  expect(isSameCriterion(M30, { ...M30, distanceM: 35 })).toBe(false);
  expect(isSameCriterion(M30, { ...M30, distraction: null })).toBe(false);
  expect(isSameCriterion({ ...M30, distraction: 'none' }, { ...M30, distraction: null })).toBe(true);
  expect(isSameCriterion({ ...M30, countWord: 'paces' }, M30)).toBe(true);
  expect(isSameCriterion(M30, { ...M30, hitMeans: 'One cue' })).toBe(false);
});
