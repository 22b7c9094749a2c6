import type { RowSync } from '../../sync/status/row-sync.ts';
import { WAITING_WORDS } from '../components/waiting-words.ts';
import { momentWords } from '../dates/moment-words.ts';
import { TEXTS } from './texts.ts';

/** A row that waits, but not for room on the server: there the tray shows the server's own text. */
export type WaitingNotForRoom = Exclude<RowSync & { state: 'waiting' }, { for: 'room' }>;

/** What a waiting entry waits for, with the time of the next try if it is known. @param now in milliseconds since 1970 */
export function waitWords(sync: WaitingNotForRoom, now: number): string {
  const words = WAITING_WORDS[sync.for];
  return sync.for === 'server' && sync.nextTryAt > now ? TEXTS.nextTry(words, momentWords(sync.nextTryAt, now)) : words;
}
