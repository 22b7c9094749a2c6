import { expect, it } from 'vitest';
import { percent } from './percent.ts';

it('counts in whole steps, with a space that does not break', () => {
  expect(percent(0.4209)).toBe('42\u00a0%');
  expect(percent(0)).toBe('0\u00a0%');
});

it('says 100 only when all is there', () => {
  expect(percent(0.99999)).toBe('99\u00a0%');
  expect(percent(1)).toBe('100\u00a0%');
});
