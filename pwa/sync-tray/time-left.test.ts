import { expect, it } from 'vitest';
import { timeLeftWords } from './time-left.ts';

it.each([
  [0, 'about 5 s left'],
  [12, 'about 15 s left'],
  [89, 'about 1 min left'],
  [900, 'about 15 min left'],
  [7_300, 'about 2 h left'],
])('describes %i seconds', (seconds, words) => {
  expect(timeLeftWords(seconds)).toBe(words);
});
