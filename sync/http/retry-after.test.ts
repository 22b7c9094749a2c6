import { expect, test } from 'vitest';
import { retryAfterMsOf } from './retry-after.ts';

const NOW = Date.parse('Wed, 21 Oct 2026 07:28:00 GMT');

test.each([
  ['30', 30_000],
  ['3600', 3_600_000],
  ['86400', 3_600_000],
  ['99999999999', 3_600_000],
  ['Fri, 31 Dec 9999 23:59:59 GMT', 3_600_000],
  ['Wed, 21 Oct 2026 07:30:00 GMT', 120_000],
  ['Wed, 21 Oct 2026 07:00:00 GMT', null],
  ['0', null],
  ['soon', null],
  [null, null],
])('reads Retry-After: %s', (header, ms) => {
  expect(retryAfterMsOf(header, () => NOW)).toBe(ms);
});
