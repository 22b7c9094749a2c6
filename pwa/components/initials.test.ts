import { expect, it } from 'vitest';
import { initials } from './initials.ts';

it('takes the first letter of each name, in capitals', () => {
  expect(initials(['kate', 'Ellison'], 'U')).toBe('KE');
  expect(initials(['  Åsa', null], 'U')).toBe('Å');
  expect(initials(['👩‍🌾 Jo', ''], 'U')).toBe('👩');
});

it('uses the fallback without names', () => {
  expect(initials([null, undefined, '  '], 'U')).toBe('U');
  expect(initials([], 'T')).toBe('T');
});
