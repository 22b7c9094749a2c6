import { describe, expect, it } from 'vitest';
import { daysOfMonth, isDay, monthOf } from './month.ts';

describe('a month', () => {
  it('goes from its first to its last day', () => {
    expect(daysOfMonth('2026-11')).toEqual({ from: '2026-11-01', to: '2026-11-30' });
    expect(daysOfMonth('2028-02')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
    expect(daysOfMonth('2026-12')).toEqual({ from: '2026-12-01', to: '2026-12-31' });
  });

  it('is recognised only by its first and its last day', () => {
    expect(monthOf({ from: '2026-11-01', to: '2026-11-30' })).toBe('2026-11');
    expect(monthOf({ from: '2026-11-01', to: '2026-12-31' })).toBeNull();
    expect(monthOf({ from: '2026-11-01', to: '' })).toBeNull();
    expect(monthOf({ from: '', to: '' })).toBeNull();
  });
});

it('accepts only calendar days in the form YYYY-MM-DD', () => {
  expect(['2026-11-30', '2026-1-1', '2026-13-01', 'today', ''].filter(isDay)).toEqual(['2026-11-30']);
});
