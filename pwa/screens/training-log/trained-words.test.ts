import { expect, it } from 'vitest';
import { trainedWords } from './trained-words.ts';

it('names today and yesterday, and otherwise the date', () => {
  expect(trainedWords('2026-11-24T14:22', '2026-11-24')).toMatch(/^Trained today, 0?2:22 PM$|^Trained today, 14:22$/);
  expect(trainedWords('2026-10-31T23:59', '2026-11-01')).toMatch(/^Trained yesterday, 11:59 PM$|^Trained yesterday, 23:59$/);
  expect(trainedWords('2025-11-24T14:22', '2026-11-24')).toMatch(/^Trained .*2025/);
});

it('shows the date of a day in the future', () => {
  expect(trainedWords('2026-11-25T09:00', '2026-11-24')).toMatch(/^Trained .*25.*2026/);
});
