import type { EntityName } from '../contract/entities.ts';
import { PULL_PAGE_BYTES } from '../contract/limits.ts';
import type { FeedEntry, FeedKind } from '../contract/sync-protocol.ts';
import type { Queryable } from '../db/database.ts';
import { type FeedRow, readFeedRows } from './feed-rows.ts';

/** A row's place in a feed, as the table of feeds has it. */
export interface Place {
  feed: string;
  entity: EntityName;
  rowId: string;
  position: number;
  gone: boolean;
}

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

/**
 * Reads the rows of as many places as fit into PULL_PAGE_BYTES of JSON, but at least one (R180). Rows are read in parts,
 * between which other requests get their turn. A part is as large as would fit if all its rows were as long as the longest
 * one before it, so little is read in vain.
 */
export async function fillPage(db: Queryable, places: readonly Place[], readerId: string): Promise<PlacedEntry[]> {
  const page: PlacedEntry[] = [];
  let bytesLeft = PULL_PAGE_BYTES;
  let longest = 0;
  while (page.length < places.length) {
    const count = Math.min(PART_ROWS, Math.max(1, Math.floor(bytesLeft / (longest || LONG_ROW_BYTES))));
    for (const placed of await readPart(db, places.slice(page.length, page.length + count), readerId)) {
      const bytes = Buffer.byteLength(JSON.stringify(placed.entry));
      if (bytes > bytesLeft && page.length > 0) return page;
      page.push(placed);
      bytesLeft -= bytes;
      longest = Math.max(longest, bytes);
    }
  }
  return page;
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
