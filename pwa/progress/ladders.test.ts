import { expect, it } from 'vitest';
import { LADDERS, type Laddered, rungOf, stepOf } from './ladders.ts';

it.each<[Laddered, number, number, number]>([
  ['distanceM', 30, 35, 25],
  ['distanceM', 40, 50, 35],
  ['distanceM', 1, 2, 1],
  ['distanceM', 5, 7, 3],
  ['distanceM', 32, 35, 30],
  ['distanceM', 0.5, 1, 0.5],
  ['distanceM', 10_000, 10_000, 5_000],
  ['durationS', 3, 5, 2],
  ['durationS', 12, 15, 10],
  ['durationS', 20, 30, 15],
  ['durationS', 60, 90, 45],
  ['count', 20, 25, 15],
  ['count', 6, 8, 5],
])('on the ladder of %s, %d goes up to %d and down to %d', (ladder, amount, up, down) => {
  expect([stepOf(ladder, amount, 1), stepOf(ladder, amount, -1)]).toEqual([up, down]);
});

it.each<[Laddered, number, number]>([
  ['distanceM', 30, 30],
  ['distanceM', 12, 10],
  ['distanceM', 12.5, 10],
  ['distanceM', 13, 15],
  ['distanceM', 0, 1],
  ['distanceM', 4, 3],
  ['durationS', 6, 5],
  ['durationS', 40, 45],
  ['durationS', 100_000, 86_400],
])('on the ladder of %s, %d stands on the rung %d', (ladder, amount, rung) => {
  expect(rungOf(ladder, amount)).toBe(rung);
});

it('has rungs that only grow', () => {
  for (const rungs of Object.values(LADDERS)) expect(rungs).toEqual([...new Set(rungs)].toSorted((a, b) => a - b));
});
