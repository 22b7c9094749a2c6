import { expect, it } from 'vitest';
import { nearestPercent, percent } from './percent.ts';

it('rounds down to whole percent, with a no-break space', () => {
  expect(percent(0.4209)).toBe('42\u00a0%');
  expect(percent(0)).toBe('0\u00a0%');
});

it('shows 100 only when complete', () => {
  expect(percent(0.99999)).toBe('99\u00a0%');
  expect(percent(1)).toBe('100\u00a0%');
});

it('rounds a share to the nearest percent, but not to none or all', () => {
  expect([0, 0.001, 0.788, 0.999, 1].map(nearestPercent)).toEqual(['0', '1', '79', '99', '100'].map((words) => `${words}\u00a0%`));
});
