import { expect, it } from 'vitest';
import { commentAge } from './comment-age.ts';

it('shows the age of a comment, or Recently if the time is unknown', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  expect(commentAge('2026-11-21T11:55:00.000Z', now)).toBe('5 minutes ago');
  expect(commentAge('2026-11-19T11:55:00.000Z', now)).toBe('2 days ago');
  expect(commentAge(undefined, now)).toBe('Recently');
  expect(commentAge('', now)).toBe('Recently');
});
