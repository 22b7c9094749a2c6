import { percent } from './percent.ts';
import { type SyncStatus, syncWords } from './sync-words.ts';

/** Sync state of everything that is only on this device. `count` is the number of items, including an uploading one. */
export type SyncTotalStatus =
  | { state: 'synced' }
  /** The first download of the log to this device. */
  | { state: 'reading' }
  /** Everything is on the server; `count` conflicting values wait for the owner's choice. */
  | { state: 'conflict'; count: number }
  /** `failed`: how many of the items the server refused or the device gave up on. */
  | { state: 'failed'; failed: number; count: number }
  | (SyncStatus & { state: 'saving' | 'saved' | 'waiting' | 'held' | 'paused'; count: number })
  /** `fraction` from 0 to 1 */
  | { state: 'uploading'; fraction: number; count: number };

export interface TotalWords {
  lead: string;
  rest?: string;
  /** Shown last, if there is room. */
  where?: string;
}

/** What the header says. */
export function totalWords(status: SyncTotalStatus, device: string): TotalWords {
  const here = (count: number, words: string, where: string) => (count > 0 ? { rest: `${count} ${words}`, where } : {});
  const items = (count: number) => here(count, count === 1 ? 'item' : 'items', `only on this ${device}`);
  const more = (count: number) => here(count, 'more', `on this ${device}`);
  switch (status.state) {
    case 'reading':
      return { lead: 'Loading your log…' };
    case 'conflict':
      return { lead: status.count === 1 ? '1 conflict' : `${status.count} conflicts`, rest: 'Review' };
    case 'failed': {
      const { failed, count } = status;
      return { lead: syncWords({ state: 'refused' }, { device, failed }).header ?? '', ...more(count - failed) };
    }
    case 'synced':
      return { lead: syncWords(status, { device }).header ?? '' };
    case 'saving':
      return { lead: syncWords(status, { device }).header ?? '', where: 'keep the app open' };
    case 'uploading':
      return { lead: syncWords(status, { device, done: percent(status.fraction) }).header ?? '', ...more(status.count - 1) };
    default: {
      const { header } = syncWords(status, { device });
      const { rest, where } = items(status.count);
      return header === null ? { lead: `${rest} ${where}` } : { lead: header, ...(rest && { rest, where }) };
    }
  }
}
