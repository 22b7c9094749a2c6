import { sql } from 'drizzle-orm';
import type { Queryable } from '../db/database.ts';
import { noteNoticed } from '../db/installation.ts';
import { rowsOf } from '../db/rows-of.ts';
import type { Services } from '../services.ts';
import { forksOn, type LostBranch } from './forks.ts';

/** Replicas' clocks differ, so rows from the backup's last moments may be stamped slightly ahead. */
const CLOCKS_DIFFER_S = 5;

/**
 * The limit of an earlier history applies for 90 days, because devices that last synced then may still return.
 * '-infinity' applies forever.
 */
const EARLIER = sql`case when feeds.shared_until > now() - interval '90 days' or feeds.shared_until = '-infinity' then feeds.shared_until end`;

/**
 * Gives feeds that lost entries a new epoch, so every device reads them in full and offers again the rows missing here
 * (R121). Both histories agree up to the end of the lost branch. That moment is unknown if the branch
 * is unknown or was still written to. Concurrent requests may do the same: feeds that already moved on are skipped.
 */
export async function startNewHistory(
  { db, serverRun, now }: Pick<Services, 'db' | 'serverRun' | 'now'>,
  lost: readonly LostBranch[],
): Promise<void> {
  const begun = await rowsOf<{ name: string }>(
    db,
    sql`with lost as (
          select feeds.name, (${forksOn(serverRun)} -> wanted.branch ->> 'at')::timestamptz as until
          from jsonb_to_recordset(${JSON.stringify(lost)}::text::jsonb) as wanted(name text, epoch uuid, branch text)
          join feeds on feeds.name = wanted.name and feeds.epoch = wanted.epoch
          order by feeds.name for update of feeds
        )
        update feeds set epoch = gen_random_uuid(), branch = ${serverRun}, forks = '{}', shared_until = least(
          coalesce(lost.until - make_interval(secs => ${CLOCKS_DIFFER_S}::int), '-infinity'), ${EARLIER}
        ) from lost where feeds.name = lost.name
        returning feeds.name`,
  );
  // Devices are about to offer sessions that reference media which would otherwise expire.
  if (begun.some(({ name }) => name.startsWith('own:'))) await noteNoticed(db, now());
}

/**
 * The same for all feeds. Call it right after a restore, before any write: the newest entry then dates the last moment
 * that the backup shares with the devices.
 */
export async function startNewHistoryAfterRestore(db: Queryable): Promise<void> {
  await rowsOf(
    db,
    sql`update feeds set epoch = gen_random_uuid(), forks = '{}', shared_until = least(
          (select max(at) from feed_entries) - make_interval(secs => ${CLOCKS_DIFFER_S}::int), ${EARLIER}
        )`,
  );
}
