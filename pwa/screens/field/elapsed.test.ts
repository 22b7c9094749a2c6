import { expect, it } from 'vitest';
import { elapsed } from './elapsed.ts';

it.each([
  [-5_000, '0:00'],
  [9_999, '0:09'],
  [750_000, '12:30'],
  [3_723_000, '1:02:03'],
])('writes %i ms as %s', (milliseconds, words) => {
  expect(elapsed(milliseconds)).toBe(words);
});
