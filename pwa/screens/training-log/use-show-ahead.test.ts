import { expect, it } from 'vitest';
import { setAhead } from './use-show-ahead.ts';

it('shows each new set under its own id, which the stored set will have', () => {
  const by = { userId: 'kate', now: '2026-11-20T18:00:00.000Z' };
  const sets = ['send-away', 'recall'].map((id) =>
    setAhead({ id, videoId: 'session', exercise: id, reps: ['00000001 hit', '00000002 miss'] }, by),
  );
  expect(sets.map(({ set, hits, sync }) => [set.id, set.ownerId, hits, sync.state])).toEqual([
    ['send-away', 'kate', 1, 'saving'],
    ['recall', 'kate', 1, 'saving'],
  ]);
});
