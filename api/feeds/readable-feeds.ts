import { sql } from 'drizzle-orm';
import type { Queryable } from '../db/database.ts';
import { isPresent } from '../db/is-present.ts';
import { rowsOf } from '../db/rows-of.ts';

export interface ReadableFeed {
  name: string;
  /** Null if the feed has not been opened yet. */
  head: number | null;
  epoch: string | null;
  horizon: number | null;
  /** The database server run that last raised it. */
  branch: string | null;
  /** Null if no backup was restored, or if its age is unknown. */
  sharedUntil: string | null;
}

/**
 * The feeds a person may read now: their own, their inbox, and what accepted partners show. One query, regardless of
 * the feeds' content. The lateral join with a limit reads only these feeds: a plain one may scan the whole table.
 */
export const readReadableFeeds = (db: Queryable, userId: string): Promise<ReadableFeed[]> =>
  rowsOf<ReadableFeed>(
    db,
    sql`with me as (select ${userId}::uuid as id), readable as (
          select 0 as place, 'own:' || id as name from me
          union all select 1, 'inbox:' || id from me
          union all select 2, 'shown:' || friend_id from friendships, me where user_id = me.id and status = 'accepted' and ${isPresent(sql`friend_id`)}
          union all select 2, 'shown:' || user_id from friendships, me where friend_id = me.id and status = 'accepted' and ${isPresent(sql`user_id`)}
        )
        select readable.name, head::float8 as head, epoch, horizon::float8 as horizon, branch,
          to_char(nullif(shared_until, '-infinity') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "sharedUntil"
        from readable left join lateral (select * from feeds where feeds.name = readable.name limit 1) as feed on true
        order by place, readable.name`,
  );
