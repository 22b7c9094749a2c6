import fc from 'fast-check';
import { expect, it } from 'vitest';
import { wilsonRange } from './wilson.ts';

// Roots of n(p − x)² = z²x(1 − x), worked out with forty decimals.
it.each([
  [41, 52, 0.6597, 0.8776],
  [10, 10, 0.7225, 1],
  [0, 10, 0, 0.2775],
  [5, 10, 0.2366, 0.7634],
  [8, 10, 0.4902, 0.9433],
  [9, 10, 0.5958, 0.9821],
  [16, 19, 0.6243, 0.9448],
  [60, 100, 0.502, 0.6906],
  [1, 200, 0.0009, 0.0278],
  [199, 200, 0.9722, 0.9991],
  [33, 50, 0.5215, 0.7756],
  [120, 150, 0.7289, 0.8562],
])('%i hits of %i: the true share is probably between %d and %d', (hits, reps, low, high) => {
  const range = wilsonRange(hits, reps);
  expect(range.low).toBeCloseTo(low, 4);
  expect(range.high).toBeCloseTo(high, 4);
});

it('contains the share, and a hit moves it up', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 400 }), (hits, others) => {
      fc.pre(hits + others > 0);
      const [before, after] = [wilsonRange(hits, hits + others), wilsonRange(hits + 1, hits + others + 1)];
      expect(before.low).toBeLessThanOrEqual(hits / (hits + others) + 1e-9);
      expect(before.high).toBeGreaterThanOrEqual(hits / (hits + others) - 1e-9);
      expect(after.low).toBeGreaterThanOrEqual(before.low);
      expect(after.high).toBeGreaterThanOrEqual(before.high - 1e-9);
    }),
  );
});
