import { describe, expect, it } from 'vitest';
import { clockTimeAt, momentAt } from './training-moment.ts';

describe("clock times in a session's time zone", () => {
  it('convert to a moment and back, in summer and winter', () => {
    expect(clockTimeAt('2026-07-01T13:22:00.000Z', 'Europe/London')).toBe('2026-07-01T14:22');
    expect(momentAt('2026-07-01T14:22', 'Europe/London')).toBe('2026-07-01T13:22:00.000Z');
    expect(clockTimeAt('2026-11-21T14:22:00.000Z', 'Europe/London')).toBe('2026-11-21T14:22');
    expect(momentAt('2026-11-21T14:22', 'America/St_Johns')).toBe('2026-11-21T17:52:00.000Z');
  });

  it('map a time skipped by the clock change to a moment', () => {
    const moment = momentAt('2026-03-29T01:30', 'Europe/London');
    expect(moment).toBe('2026-03-29T01:30:00.000Z');
    expect(clockTimeAt(moment ?? '', 'Europe/London')).toBe('2026-03-29T02:30');
  });

  it('map a time that occurs twice to one of its moments', () => {
    const moment = momentAt('2026-10-25T01:30', 'Europe/London');
    expect(['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z']).toContain(moment);
    expect(clockTimeAt(moment ?? '', 'Europe/London')).toBe('2026-10-25T01:30');
  });

  it('map to null if invalid', () => {
    expect(momentAt('', 'Europe/London')).toBeNull();
    expect(momentAt('2026-13-40T99:99', 'Europe/London')).toBeNull();
  });
});
