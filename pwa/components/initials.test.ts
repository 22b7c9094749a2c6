import { expect, it } from 'vitest';
import { initials } from './initials.ts';

it('takes the first letters of the first and the last word, in capitals', () => {
  expect(initials(['kate', 'Ellison'], 'U')).toBe('KE');
  expect(initials(['  Åsa', null], 'U')).toBe('Å');
  expect(initials(['👩‍🌾 Jo', ''], 'U')).toBe('👩J');
});

it('gives a full name in one string the same initials as first and last name', () => {
  expect(initials(['Kate Ellison'], 'U')).toBe('KE');
  expect(initials(['Mary Ann', 'Smith'], 'U')).toBe('MS');
  expect(initials(['Mary Ann Smith'], 'T')).toBe('MS');
});

it('uses the fallback if there are no names', () => {
  expect(initials([null, undefined, '  '], 'U')).toBe('U');
  expect(initials([], 'T')).toBe('T');
});
