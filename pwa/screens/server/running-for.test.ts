import { expect, it } from 'vitest';
import { runningFor } from './running-for.ts';

it.each([
  [-5_000, '0 minutes'],
  [60_000, '1 minute'],
  [119 * 60_000, '119 minutes'],
  [120 * 60_000, '2 hours'],
  [47 * 3_600_000, '47 hours'],
  [48 * 3_600_000, '2 days'],
])('%d ms is %s', (milliseconds, words) => {
  expect(runningFor(milliseconds).join(' ')).toBe(words);
});
