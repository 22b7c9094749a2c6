import type { EntityName } from '../contract/entities.ts';
import { PULL_PAGE_BYTES, PULL_PAGE_ENTRIES } from '../contract/limits.ts';
import type { FeedEntry, FeedKind } from '../contract/sync-protocol.ts';
import type { Queryable } from '../db/database.ts';
import { type FeedRow, readFeedRows } from './feed-rows.ts';
import type { NextPlaces, Place } from './walk-places.ts';

/** A place with what the answer says about it. */
export interface PlacedEntry {
  feed: string;
  position: number;
  entry: FeedEntry;
}

/** Rows of the usual length that the driver turns into objects in a few milliseconds (R161). */
const PART_ROWS = 200;
/** Assumed length of the longest row until one was read. */
const LONG_ROW_BYTES = 100_000;

export interface FilledPage {
  entries: PlacedEntry[];
  /** The page has all places that there are. */
  isEnd: boolean;
}

/**
 * Reads the rows of up to PULL_PAGE_ENTRIES places, as many as fit into PULL_PAGE_BYTES of JSON, but at least one (R180).
 * Places and rows are read in parts, between which other requests get their turn. A part is as large as would fit if all
 * its rows were as long as the longest one before it, so little is read in vain.
 */
export async function fillPage(db: Queryable, nextPlaces: NextPlaces, readerId: string): Promise<FilledPage> {
  const entries: PlacedEntry[] = [];
  let bytesLeft = PULL_PAGE_BYTES;
  let longest = 0;
  while (entries.length < PULL_PAGE_ENTRIES) {
    const fitting = Math.max(1, Math.floor(bytesLeft / (longest || LONG_ROW_BYTES)));
    const most = Math.min(PART_ROWS, PULL_PAGE_ENTRIES - entries.length, fitting);
    const places = await nextPlaces(most);
    for (const placed of await readPart(db, places, readerId)) {
      const bytes = Buffer.byteLength(JSON.stringify(placed.entry));
      if (bytes > bytesLeft && entries.length > 0) return { entries, isEnd: false };
      entries.push(placed);
      bytesLeft -= bytes;
      longest = Math.max(longest, bytes);
    }
    if (places.length < most) return { entries, isEnd: true };
  }
  return { entries, isEnd: false };
}

async function readPart(db: Queryable, places: readonly Place[], readerId: string): Promise<PlacedEntry[]> {
  const ids = new Map<EntityName, string[]>();
  for (const { entity, rowId, gone } of places) {
    if (gone) continue;
    const rowIds = ids.get(entity);
    if (rowIds) rowIds.push(rowId);
    else ids.set(entity, [rowId]);
  }
  const reading = [...ids].map(async ([entity, rowIds]) => [entity, await readFeedRows(db, entity, rowIds, readerId)] as const);
  const rows = new Map(await Promise.all(reading));
  return places.map((place) => ({ feed: place.feed, position: place.position, entry: toEntry(place, rows.get(place.entity)) }));
}

function toEntry({ feed, entity, rowId, gone }: Place, rows: Map<string, FeedRow> | undefined): FeedEntry {
  const [kind, ownerId] = feed.split(':') as [FeedKind, string];
  const row = gone ? null : (rows?.get(rowId)?.({ kind, ownerId }) ?? null);
  return { entity, id: rowId, row: row as Record<string, unknown> | null };
}
