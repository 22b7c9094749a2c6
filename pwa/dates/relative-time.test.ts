import { describe, expect, it } from 'vitest';
import { relativeTime } from './relative-time.ts';

const NOW = Date.parse('2026-11-21T12:00:00.000Z');
const before = (minutes: number) => relativeTime(new Date(NOW - minutes * 60_000).toISOString(), NOW);

describe('relative time', () => {
  it('uses the largest full unit', () => {
    expect(before(0.5)).toBe('just now');
    expect(before(1)).toBe('1 minute ago');
    expect(before(12.9)).toBe('12 minutes ago');
    expect(before(60)).toBe('1 hour ago');
    expect(before(60 * 23 + 59)).toBe('23 hours ago');
    expect(before(60 * 48)).toBe('2 days ago');
    expect(before(60 * 24 * 45)).toBe('1 month ago');
    expect(before(60 * 24 * 800)).toBe('2 years ago');
  });

  it('never shows a future time when clocks differ', () => {
    expect(before(-5)).toBe('just now');
  });
});
