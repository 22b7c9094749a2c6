import { expect, test } from 'vitest';
import { formatFilmTime } from './film-time.ts';

test.each([
  [0, '0:00.00'],
  [25.1, '0:25.10'],
  [59.996, '1:00.00'],
  [62.0333, '1:02.03'],
  [3727.45, '1:02:07.45'],
])('formats %d seconds as %s', (seconds, words) => {
  expect(formatFilmTime(seconds)).toBe(words);
});
