import { expect, it } from 'vitest';
import type { SetCard } from '../../sync/queries/sets.ts';
import { resultsLine } from './results-line.ts';

const card = (exercise: string, hits: number, reps: number, more: object = {}) =>
  ({ set: { exercise, hitMeans: 'One cue', ...more }, hits, reps: Array.from({ length: reps }) }) as unknown as SetCard;

it('writes the results of a session as one line, the sets of one exercise together', () => {
  const sets = [card('Send-away', 4, 5, { distanceM: 30 }), card('IGP track', 3, 4), card('send-away', 5, 5, { distanceM: 30 })];
  expect(resultsLine(sets, 'Fen')).toBe('Fen, send-away 30 m: 4/5, 5/5; IGP track: 3/4.');
  expect(resultsLine([card('Send-away', 4, 5), card('Recall', 1, 1)], null)).toBe('Send-away: 4/5; recall: 1/1.');
});

it('tells other criteria of one exercise apart, and leaves out sets without reps', () => {
  const sets = [card('Hold', 2, 2, { durationS: 10 }), card('Hold', 0, 0), card('Hold', 1, 2, { durationS: 15, distraction: 'low' })];
  expect(resultsLine(sets, 'Fen')).toBe('Fen, hold 10 s: 2/2; hold 15 s, low distraction: 1/2.');
  expect(resultsLine([card('Hold', 0, 0)], 'Fen')).toBe('');
});
