import { sql } from 'drizzle-orm';
import { ENTITY_NAMES } from '../contract/entities.ts';
import { PULL_PAGE_ENTRIES } from '../contract/limits.ts';
import type { Cursor, FeedPage, PullAnswer, PullRequest } from '../contract/sync-protocol.ts';
import type { Queryable } from '../db/database.ts';
import { rowsOf } from '../db/rows-of.ts';
import type { Services } from '../services.ts';
import { type Place, type PlacedEntry, fillPage } from './fill-page.ts';
import { findLostBranches } from './forks.ts';
import { startNewHistory } from './new-history.ts';
import { openFeeds } from './open-feeds.ts';
import { type ReadableFeed, readReadableFeeds } from './readable-feeds.ts';

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
  const entries = await readEntries(
    db,
    readings.filter(({ after, head }) => head > after),
  );
  const kept = await fillPage(db, entries.slice(0, PULL_PAGE_ENTRIES), userId);
  const isCut = entries.length > kept.length;
  const cutAt = readings.findIndex(({ name }) => name === kept.at(-1)?.feed);
  return {
    readable: readable.map(({ name }) => name),
    pages: readings.map((reading, place) => {
      const own = kept.filter(({ feed }) => feed === reading.name);
      // Feeds are read in order: those before the cut are complete, those after it have not started.
      const more = isCut && place >= cutAt && reading.head > (own.at(-1)?.position ?? reading.after);
      return toPage(reading, own, more);
    }),
  };
}

interface Reading {
  name: string;
  epoch: string;
  branch: string;
  after: number;
  head: number;
  fromStart: boolean;
  /** The cursor's horizon, or the feed's for a read that starts now. */
  horizon: number;
  sharedUntil: string | null;
}

/** What this cursor has still to read in a feed; null if nothing. */
function readingOf({ name, head, epoch, branch, horizon, sharedUntil }: ReadableFeed, cursor: Cursor | undefined): Reading | null {
  if (head === null || epoch === null || branch === null || horizon === null) return null;
  const feed = { name, epoch, branch, head, sharedUntil };
  const goesOn =
    cursor && cursor.epoch === epoch && cursor.position <= head && (cursor.position >= horizon || (cursor.horizon ?? 0) >= horizon);
  if (!goesOn) return { ...feed, after: 0, fromStart: true, horizon };
  if (cursor.position === head) return null;
  return { ...feed, after: cursor.position, fromStart: false, horizon: cursor.horizon ?? 0 };
}

/** Reads one entry more than a page holds, to detect whether there are more. */
async function readEntries(db: Queryable, readings: readonly Reading[]): Promise<Place[]> {
  if (readings.length === 0) return [];
  const wanted = readings.map(({ name, after, head }, place) => ({ place, name, after, head }));
  const most = PULL_PAGE_ENTRIES + 1;
  return rowsOf<Place>(
    db,
    sql`select wanted.name as feed, entry.entity, entry.row_id as "rowId", entry.position::float8 as position, entry.gone
        from jsonb_to_recordset(${JSON.stringify(wanted)}::text::jsonb) as wanted(place int, name text, after bigint, head bigint)
        cross join lateral (
          select entity, row_id, position, gone from feed_entries
          where feed = wanted.name and position > wanted.after and position <= wanted.head
          order by position limit ${most}::int
        ) as entry
        order by wanted.place, entry.position
        limit ${most}::int`,
  );
}

function toPage(reading: Reading, entries: readonly PlacedEntry[], more: boolean): FeedPage {
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
