import { describe, expect, it } from 'vitest';
import { datePartsOf, dateText } from './date-parts.ts';

describe('a date typed in three parts', () => {
  it.each([
    [{ day: '', month: '', year: '' }, ''],
    [{ day: '14', month: '8', year: '2022' }, '2022-08-14'],
    [{ day: ' 1', month: '12', year: '2022' }, '2022-12-01'],
    [{ day: '14', month: '', year: '' }, '--14'],
    [{ day: '', month: '8', year: '2022' }, '2022-8-'],
  ])('writes %j as %j and reads it back', (parts, text) => {
    expect(dateText(parts)).toBe(text);
    expect(datePartsOf(text)).toEqual(Object.fromEntries(Object.entries(parts).map(([part, typed]) => [part, typed.trim()])));
  });
});
