import { type BatchAnswer, type Cursor, type Place, unreadPlaces } from '../../api/contract/sync-protocol.ts';
import type { Store } from '../store/store.ts';

/**
 * Records how far the changes confirmed by an answer have moved each feed. A cursor covers only entries that were read,
 * so without this the server could lose a confirmed change unnoticed until the next read. Call it inside the transaction
 * that applies the answers.
 */
export async function noteReached(store: Store, reached: BatchAnswer['reached'] = {}): Promise<void> {
  for (const [feed, { epoch, ...place }] of Object.entries(reached)) {
    const held = await store.cursors.get(feed);
    if (held?.cursor.epoch !== epoch) continue;
    const unread = unreadPlaces(held.cursor);
    if ([held.cursor, ...unread].some((known) => isOnSameBranch(known, place) && known.position >= place.position)) continue;
    const others = unread.filter((known) => !isOnSameBranch(known, place));
    await store.cursors.put({ ...held, cursor: withUnread(held.cursor, [...others, place]) });
  }
}

/**
 * The cursor after a page. It keeps the places beyond the page, and those on other branches that the request did not
 * carry: the server has not compared them yet.
 */
export function keepReached(cursor: Cursor, held: Cursor | undefined, asked: Cursor | undefined): Cursor {
  if (held?.epoch !== cursor.epoch) return cursor;
  const compared = [cursor, ...(asked ? unreadPlaces(asked) : [])];
  const wasCompared = (place: Place) => compared.some((other) => isOnSameBranch(other, place) && other.position >= place.position);
  return withUnread(
    cursor,
    unreadPlaces(held).filter((place) => place.position > cursor.position || !wasCompared(place)),
  );
}

/**
 * The cursor for reading a feed from its beginning, in the same history. What was read before still shows whether the
 * server has lost something.
 */
export function toReadAgain(cursor: Cursor): Cursor {
  const { epoch, position, branch } = cursor;
  const read: Place = { position, ...(branch !== undefined && { branch }) };
  const unread = unreadPlaces(cursor);
  // An unread place on the same branch is further.
  return withUnread({ epoch, position: 0 }, unread.some((place) => isOnSameBranch(place, read)) ? unread : [read, ...unread]);
}

/** @param places one for each branch, oldest first */
export function withUnread({ reached: _reached, reachedBefore: _before, ...cursor }: Cursor, places: readonly Place[]): Cursor {
  const reached = places.at(-1);
  const reachedBefore = places.slice(0, -1);
  return { ...cursor, ...(reached && { reached }), ...(reachedBefore.length > 0 && { reachedBefore }) };
}

/** Without branches, only positions can be compared. */
const isOnSameBranch = (a: Place, b: Place) => a.branch === b.branch;
