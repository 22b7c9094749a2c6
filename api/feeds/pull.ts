import { ENTITY_NAMES } from '../contract/entities.ts';
import type { FeedPage, PullAnswer, PullRequest } from '../contract/sync-protocol.ts';
import type { Services } from '../services.ts';
import { type FeedReading, readingOf } from './feed-reading.ts';
import { type FilledPage, fillPage, type PlacedEntry } from './fill-page.ts';
import { findLostBranches } from './forks.ts';
import { startNewHistory } from './new-history.ts';
import { openFeeds } from './open-feeds.ts';
import { readReadableFeeds } from './readable-feeds.ts';
import { walkPlaces } from './walk-places.ts';

/**
 * The changes for a person above one device's cursors, at most PULL_PAGE_ENTRIES entries and PULL_PAGE_BYTES in all
 * pages together (R180). With nothing new it costs a single query, for the heads. A feed that lost entries the device has
 * read first gets a new epoch.
 *
 * The queries need no common snapshot. The heads are read first, and entries only up to them. Writers hold a feed's row
 * lock until they commit, so a visible head means that every entry up to it is visible. An entry raised again meanwhile
 * moves above the head and arrives with the next pull. Rows are read last, so they are at least as new as their
 * entries.
 */
export async function pull(
  services: Pick<Services, 'db' | 'now' | 'newId' | 'serverRun'>,
  userId: string,
  cursors: PullRequest['cursors'],
): Promise<PullAnswer> {
  const { db } = services;
  let readable = await readReadableFeeds(db, userId);
  if (readable.some(({ head, name }) => head === null && name.endsWith(userId))) {
    await db.transaction((tx) => openFeeds(tx, services, userId));
    readable = await readReadableFeeds(db, userId);
  }
  const lost = await findLostBranches(db, readable, cursors);
  if (lost.length > 0) {
    await startNewHistory(services, lost);
    readable = await readReadableFeeds(db, userId);
  }
  const readings = readable.flatMap((feed) => readingOf(feed, cursors[feed.name]) ?? []);
  const page = await fillPage(db, walkPlaces(db, readings), userId);
  return { readable: readable.map(({ name }) => name), pages: toPages(readings, page) };
}

/**
 * The pages of an answer. Feeds are read in order, so those before the last entry are complete. Of those after it, only
 * the next one has a page, which tells the device to ask again. So does each feed of another history: the device learns
 * at once that the server was restored (docs/decisions/0111).
 */
function toPages(readings: readonly FeedReading[], { entries, isEnd }: FilledPage): FeedPage[] {
  const byFeed = new Map<string, PlacedEntry[]>();
  for (const placed of entries) {
    const own = byFeed.get(placed.feed);
    if (own) own.push(placed);
    else byFeed.set(placed.feed, [placed]);
  }
  const cutAt = isEnd ? readings.length : readings.findIndex(({ name }) => name === entries.at(-1)?.feed);
  let isNext = true;
  return readings.flatMap((reading, at) => {
    const own = byFeed.get(reading.name) ?? [];
    const more = at >= cutAt && reading.head > (own.at(-1)?.position ?? reading.after);
    if (more && !isNext && !reading.isOtherHistory) return [];
    if (more) isNext = false;
    return [toPage(reading, own, more)];
  });
}

function toPage(reading: FeedReading, entries: readonly PlacedEntry[], more: boolean): FeedPage {
  const { name, epoch, branch, head, after, fromStart, horizon, sharedUntil } = reading;
  const position = more ? (entries.at(-1)?.position ?? after) : head;
  return {
    feed: name,
    cursor: { epoch, position, ...(branch !== '' && { branch }), ...(horizon > 0 && { horizon }) },
    fromStart,
    ...(fromStart && sharedUntil && { sharedUntil }),
    more,
    entries: entries.map(({ entry }) => entry).toSorted((a, b) => ENTITY_NAMES.indexOf(a.entity) - ENTITY_NAMES.indexOf(b.entity)),
  };
}
