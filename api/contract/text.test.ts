import { expect, it } from 'vitest';
import { zone } from './text.ts';

it('accepts names of time zones and rejects other text, even before the first valid one', () => {
  for (const value of ['', ' ', 'Europe/Nowhere', 'x'.repeat(65)]) expect(zone.safeParse(value).success, value).toBe(false);
  for (const value of ['UTC', 'Europe/London', 'Europe/London', 'America/New_York'])
    expect(zone.safeParse(value).success, value).toBe(true);
});
