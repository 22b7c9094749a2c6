import { expect, it } from 'vitest';
import { repsOfResult } from './typed-result.ts';

it.each([
  ['4/5', 4, 5],
  [' 0 / 3 ', 0, 3],
  ['200/200', 200, 200],
])('reads %j as hits of reps', (text, hits, reps) => {
  const kinds = repsOfResult(text);
  expect([kinds?.filter((kind) => kind === 'hit').length, kinds?.length]).toEqual([hits, reps]);
});

it.each(['', '4', '5/4', '0/0', '4/5 straight', '201/201', '-1/5'])('reads %j as no result', (text) => {
  expect(repsOfResult(text)).toBeNull();
});
