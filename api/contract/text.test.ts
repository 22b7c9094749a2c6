import { expect, it } from 'vitest';
import { zone } from './text.ts';

it('takes the names of time zones, and nothing before the first either', () => {
  for (const value of ['', ' ', 'Europe/Nowhere', 'x'.repeat(65)]) expect(zone.safeParse(value).success, value).toBe(false);
  for (const value of ['UTC', 'Europe/London', 'Europe/London', 'America/New_York']) expect(zone.safeParse(value).success, value).toBe(true);
});
