import { expect, it } from 'vitest';
import { openTestStore } from '../../sync/testing/open-test-store.ts';
import { formatDate } from '../dates/format-date.ts';
import { copyWords } from './copy-words.ts';
import { valueWords } from './value-words.ts';

const PLANNED = {
  id: 'sendaway',
  exercise: 'Send-away',
  distanceM: 30,
  durationS: null,
  count: null,
  countWord: null,
  distraction: null,
  step: null,
  hitMeans: 'Straight out',
  repsAsked: 5,
};

it('gives every kind of value of a conflict in words', async () => {
  const store = await openTestStore('5b1d2c3e-4f5a-4b6c-8d7e-9f0a1b2c3d4e');
  const words = (field: string, value: unknown) => valueWords(store, field, value);
  expect(await words('exercises', [PLANNED])).toBe('Send-away, 30 m, Straight out, 5 reps');
  expect(await words('exercises', [])).toBe('Empty');
  expect(await words('points', 1_271.5)).toBe('1,271.5');
  expect(await words('shownToPartners', false)).toBe('No');
  expect(await words('day', '2026-12-20')).toBe(formatDate('2026-12-20'));
  expect(await words('note', '2026')).toBe('2026');
  expect(await words('note', null)).toBe('Empty');
});

it('copies planned exercises with all of their criterion, also from the form of a draft', () => {
  const done = ['sendaway 0193e0a1-1c5d-7c3e-9d0f-2b7a6c1d4e5f'];
  const copied = '2026-12-20\nSend-away, 30 m, Straight out, 5 reps';
  expect(copyWords({ day: '2026-12-20', exercises: [PLANNED], done })).toBe(copied);
  const typed = { distance: '30', durationS: '', count: '', countWord: '', distraction: '', step: '', repsAsked: '5', result: '' };
  const entry = { id: 'sendaway', exercise: 'Send-away', hitMeans: 'Straight out', ...typed };
  expect(copyWords({ day: '2026-12-20', exercises: [entry] })).toBe(copied);
  const { repsAsked: _left, ...open } = PLANNED;
  expect(copyWords({ exercises: [open] })).toBe('Send-away, 30 m, Straight out');
  expect(copyWords({ name: 'Trial', points: 92.5 })).toBe('Trial\n92.5');
});
