import { describe, expect, it } from 'vitest';
import { ageOn } from './age.ts';

describe("a dog's age", () => {
  it.each([
    ['2026-11-21', '2022-08-03', { years: 4, months: 3 }],
    ['2026-11-21', '2022-08-21', { years: 4, months: 3 }],
    ['2026-11-21', '2022-08-22', { years: 4, months: 2 }],
    ['2026-11-21', '2026-11-21', { years: 0, months: 0 }],
    ['2026-11-21', '2025-12-01', { years: 0, months: 11 }],
    ['2027-02-28', '2024-02-29', { years: 3, months: 0 }],
    ['2026-06-30', '2026-01-31', { years: 0, months: 5 }],
    ['2026-06-29', '2026-01-31', { years: 0, months: 4 }],
  ])('counts whole years and months, on %s after a birth on %s', (today, birthdate, age) => {
    expect(ageOn(today, birthdate)).toEqual(age);
  });

  it('is null before the birth', () => {
    expect(ageOn('2026-11-21', '2026-12-01')).toBeNull();
  });
});
