import { expect, it } from 'vitest';
import { trainingDay } from './training-day.ts';

it('is the day where the training was', () => {
  expect(trainingDay('2026-06-30T23:30:00.000Z', 'Europe/London')).toBe('2026-07-01');
  expect(trainingDay('2026-06-30T23:30:00.000Z', 'America/New_York')).toBe('2026-06-30');
  expect(trainingDay('2026-01-01T00:30:00.000Z', 'UTC')).toBe('2026-01-01');
});
