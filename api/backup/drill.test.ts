import { expect, test } from 'vitest';
import { flagsWithoutFile } from './drill.ts';

test('a drill runs with the flags of the server, but reads its file of settings no second time', () => {
  expect(flagsWithoutFile(['--liftoff-only', '--env-file=.env', '--env-file', '.env', '--max-semi-space-size=8'])).toEqual([
    '--liftoff-only',
    '--max-semi-space-size=8',
  ]);
});
