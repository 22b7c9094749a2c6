import { sql } from 'drizzle-orm';
import type { EntityName } from '../contract/entities.ts';
import type { Queryable } from '../db/database.ts';
import { rowsOf } from '../db/rows-of.ts';
import type { FeedReading } from './feed-reading.ts';

/** A row's place in a feed, as the table of feeds has it. */
export interface Place {
  feed: string;
  entity: EntityName;
  rowId: string;
  position: number;
  gone: boolean;
}

/** Reads the next places, at most `most`. If it returns fewer, none are left. */
export type NextPlaces = (most: number) => Promise<Place[]>;

/**
 * Walks through the places that are still to be read, feed by feed in the order of `readings`. It reads each place once,
 * and none that its caller does not ask for: with many partners, each page would otherwise read all of their feeds.
 */
export function walkPlaces(db: Queryable, readings: readonly FeedReading[]): NextPlaces {
  let left = readings.filter(({ after, head }) => head > after);
  return async (most) => {
    if (left.length === 0) return [];
    const places = await readPlaces(db, left, most);
    const last = places.at(-1);
    left = last && places.length === most ? leftAfter(left, last) : [];
    return places;
  };
}

function leftAfter(readings: readonly FeedReading[], { feed, position }: Place): FeedReading[] {
  const [current, ...later] = readings.slice(readings.findIndex(({ name }) => name === feed));
  return current && current.head > position ? [{ ...current, after: position }, ...later] : later;
}

/** The recursion ends at the feed that has the last place. A lateral join with one limit may read all feeds before it sorts. */
async function readPlaces(db: Queryable, readings: readonly FeedReading[], most: number): Promise<Place[]> {
  const wanted = readings.map(({ name, after, head }, nth) => ({ nth, name, after, head }));
  return rowsOf<Place>(
    db,
    sql`with recursive wanted as (
          select * from jsonb_to_recordset(${JSON.stringify(wanted)}::text::jsonb) as wanted(nth int, name text, after bigint, head bigint)
        ), walk as (
          select 0 as nth, ${most}::int as room, null::text as feed, '[]'::jsonb as places
          union all
          select walk.nth + 1, walk.room - found.count, wanted.name, found.places
          from walk join wanted on wanted.nth = walk.nth cross join lateral (
            select count(*)::int as count, coalesce(jsonb_agg(to_jsonb(entry)), '[]') as places from (
              select entity, row_id as "rowId", position, gone from feed_entries
              where feed = wanted.name and position > wanted.after and position <= wanted.head
              order by position limit walk.room
            ) as entry
          ) as found
          where walk.room > 0
        )
        select walk.feed, place.entity, place."rowId", place.position, place.gone
        from walk cross join lateral jsonb_to_recordset(walk.places) as place(entity text, "rowId" uuid, position float8, gone boolean)
        order by walk.nth, place.position`,
  );
}
