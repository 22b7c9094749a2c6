import { expect, it } from 'vitest';
import { percent } from './percent.ts';

it('rounds down to whole percent, with a no-break space', () => {
  expect(percent(0.4209)).toBe('42\u00a0%');
  expect(percent(0)).toBe('0\u00a0%');
});

it('shows 100 only when complete', () => {
  expect(percent(0.99999)).toBe('99\u00a0%');
  expect(percent(1)).toBe('100\u00a0%');
});
