import { expect, it } from 'vitest';
import { momentWords } from '../dates/moment-words.ts';
import { type WaitingNotForRoom, waitWords } from './wait-words.ts';

const NOW = new Date(2026, 4, 1, 9).getTime();

it.each<[WaitingNotForRoom, string]>([
  [{ state: 'waiting', for: 'signal' }, 'Waiting for signal'],
  [
    { state: 'waiting', for: 'server', nextTryAt: NOW + 32 * 60_000 },
    `The server asks to wait. Next try at ${momentWords(NOW + 32 * 60_000, NOW)}`,
  ],
  [{ state: 'waiting', for: 'server', nextTryAt: 0 }, 'The server asks to wait'],
])('describes %o', (sync, words) => {
  expect(waitWords(sync, NOW)).toBe(words);
});
