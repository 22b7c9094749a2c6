import { expect, it } from 'vitest';
import type { Report } from '../../api/contract/entities/report.ts';
import { appealWords, mayAppeal, stateWords } from './report-words.ts';

const DECIDED: Report = {
  id: '0193e0a1-1c5d-4c3e-9d0f-2b7a6c1d4e5f',
  role: 'owner',
  number: 2041,
  subject: 'video',
  subjectId: '0193e0a1-1c5d-4c3e-9d0f-2b7a6c1d4e60',
  title: 'Long down',
  reason: 'cruelty',
  atSeconds: null,
  note: '',
  createdAt: '2026-11-21T12:00:00.000Z',
  dueAt: '2026-11-28T12:00:00.000Z',
  isPaused: false,
  outcome: 'taken_down',
  answer: 'The dog is in pain',
  decidedAt: '2026-11-22T12:00:00.000Z',
  appealedAt: null,
  appealNote: null,
  appealDueAt: null,
  appealAnswer: null,
  appealDecidedAt: null,
  version: 3,
};
const NOW = Date.parse('2026-11-23T12:00:00.000Z');

it('says what a report means for the one who reads it', () => {
  expect(stateWords(DECIDED)).toBe('Taken down: only you see it.');
  expect(stateWords({ ...DECIDED, subject: 'comment' })).toBe('Taken down: it is deleted.');
  expect(stateWords({ ...DECIDED, role: 'reporter', outcome: null, number: null })).toBeNull();
  expect(stateWords({ ...DECIDED, outcome: null, isPaused: true })).toMatch(/public link is off until we decide, by .*28/);
  expect(stateWords({ ...DECIDED, outcome: 'kept' })).toBe('Others see it as you have chosen.');
  expect(stateWords({ ...DECIDED, role: 'reporter' })).toBe('Taken down');
  expect(stateWords({ ...DECIDED, role: 'reporter', outcome: null })).toMatch(/^We decide by .*28/);
  expect(stateWords({ ...DECIDED, role: 'reporter', subject: 'complaint', outcome: null })).toMatch(/^We answer by/);
});

it('offers an appeal to the one whom the decision is against, in time and once', () => {
  expect(mayAppeal(DECIDED, NOW)).toBe(true);
  expect(mayAppeal({ ...DECIDED, role: 'reporter' }, NOW)).toBe(false);
  expect(mayAppeal({ ...DECIDED, role: 'reporter', outcome: 'kept' }, NOW)).toBe(true);
  expect(mayAppeal({ ...DECIDED, outcome: 'kept' }, NOW)).toBe(false);
  expect(mayAppeal({ ...DECIDED, outcome: null, decidedAt: null }, NOW)).toBe(false);
  expect(mayAppeal({ ...DECIDED, appealedAt: DECIDED.decidedAt }, NOW)).toBe(false);
  expect(mayAppeal(DECIDED, NOW + 31 * 86_400_000)).toBe(false);
});

it('says what became of an appeal', () => {
  const asked = { ...DECIDED, appealedAt: '2026-11-23T12:00:00.000Z', appealDueAt: '2026-12-07T12:00:00.000Z' };
  expect(appealWords(DECIDED)).toBeNull();
  expect(appealWords(asked)).toMatch(/You have appealed. We decide by .*7/);
  expect(appealWords({ ...asked, appealAnswer: 'You are right' })).toBe('Answer to your appeal: You are right');
});
