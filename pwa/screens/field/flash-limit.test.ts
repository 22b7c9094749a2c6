import { expect, it } from 'vitest';
import { createFlashLimit } from './flash-limit.ts';

it('allows at most three flashes in any second, however many taps there are', () => {
  const may = createFlashLimit();
  const flashes = Array.from({ length: 60 }, (_, place) => place * 50).filter((now) => may(now));
  expect(flashes.length).toBeGreaterThan(6);
  for (const from of flashes) expect(flashes.filter((at) => at >= from && at < from + 1000).length).toBeLessThanOrEqual(3);
});
