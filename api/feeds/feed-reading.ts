import type { Cursor } from '../contract/sync-protocol.ts';
import type { ReadableFeed } from './readable-feeds.ts';

/** What a device still has to read in one feed: the entries above `after`, up to `head`. */
export interface FeedReading {
  name: string;
  epoch: string;
  branch: string;
  after: number;
  head: number;
  fromStart: boolean;
  /** The device has read another history of this feed. */
  isOtherHistory: boolean;
  /** The cursor's horizon, or the feed's for a read that starts now. */
  horizon: number;
  sharedUntil: string | null;
}

/** What a device with this cursor still has to read in a feed; null if nothing. */
export function readingOf(
  { name, head, epoch, branch, horizon, sharedUntil }: ReadableFeed,
  cursor: Cursor | undefined,
): FeedReading | null {
  if (head === null || epoch === null || branch === null || horizon === null) return null;
  const isOtherHistory = cursor !== undefined && cursor.epoch !== epoch;
  const feed = { name, epoch, branch, head, isOtherHistory, sharedUntil };
  const goesOn =
    cursor && cursor.epoch === epoch && cursor.position <= head && (cursor.position >= horizon || (cursor.horizon ?? 0) >= horizon);
  if (!goesOn) return { ...feed, after: 0, fromStart: true, horizon };
  if (cursor.position === head) return null;
  return { ...feed, after: cursor.position, fromStart: false, horizon: cursor.horizon ?? 0 };
}
