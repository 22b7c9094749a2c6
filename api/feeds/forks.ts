import { type SQL, sql } from 'drizzle-orm';
import { type Cursor, unreadPlaces } from '../contract/sync-protocol.ts';
import type { Queryable } from '../db/database.ts';
import { rowsOf } from '../db/rows-of.ts';
import type { Fork } from '../db/tables/sync.ts';

/**
 * SQL for a feed's forks when this server run writes to it. If another run wrote last, that run's branch ends at the
 * current head. Evaluate it under the row's lock; then later writes cannot make it wrong.
 */
export const forksOn = (run: SQL): SQL => sql`case when feeds.branch = ${run} then feeds.forks
  else feeds.forks || jsonb_build_object(feeds.branch, jsonb_build_object(
    'head', feeds.head,
    'at', (select at from feed_entries where feed = feeds.name order by position desc limit 1)
  )) end`;

interface FeedState {
  name: string;
  epoch: string | null;
  head: number | null;
  branch: string | null;
}

/** A feed that lost entries which a device has already read. */
export interface LostBranch {
  name: string;
  epoch: string;
  /** The histories agree up to the end of this branch; null if the branch is unknown. */
  branch: string | null;
}

/**
 * Finds the feeds that lost entries: the device has read entries of a branch that are not here. A position on the current
 * branch is compared with the head, one on an earlier branch with that branch's end, so newer entries cannot hide the
 * loss. An unknown branch was lost whole. Cursors of versions without branches are compared with the head alone: during
 * a rolling upgrade they may come from either branch.
 */
export async function findLostBranches(
  db: Queryable,
  feeds: readonly FeedState[],
  cursors: Readonly<Record<string, Cursor>>,
): Promise<LostBranch[]> {
  const known = feeds.flatMap(({ name, epoch, head, branch }) => {
    const cursor = cursors[name];
    if (!cursor || head === null || epoch === null || cursor.epoch !== epoch) return [];
    const places = [cursor, ...unreadPlaces(cursor)].map(({ position, branch: on = null }) => ({ position, on }));
    return [{ name, epoch, head, branch, places }];
  });
  const forked = known.filter(({ branch, places }) => places.some(({ on }) => on !== null && on !== branch));
  const forks = await readForks(
    db,
    forked.map(({ name }) => name),
  );
  return known.flatMap(({ name, epoch, head, branch, places }) => {
    const lost = places.find(({ position, on }) => position > (on === null || on === branch ? head : (forks.get(name)?.[on]?.head ?? -1)));
    return lost ? [{ name, epoch, branch: lost.on }] : [];
  });
}

/** A device meets a new branch once: at its first read after the first change in a new run. */
async function readForks(db: Queryable, names: readonly string[]): Promise<Map<string, Record<string, Fork>>> {
  if (names.length === 0) return new Map();
  const rows = await rowsOf<{ name: string; forks: Record<string, Fork> }>(
    db,
    sql`select name, forks from feeds where name in (select jsonb_array_elements_text(${JSON.stringify(names)}::text::jsonb))`,
  );
  return new Map(rows.map(({ name, forks }) => [name, forks]));
}
