import { sql } from 'drizzle-orm';
import type { Queryable } from '../db/database.ts';
import { noteNoticed } from '../db/installation.ts';
import { rowsOf } from '../db/rows-of.ts';
import type { Services } from '../services.ts';
import { forksOn, type LostBranch } from './forks.ts';

/** Replicas' clocks differ, and what was written in the backup's last moments may be stamped a little ahead. */
const CLOCKS_DIFFER_S = 5;

/**
 * The earlier moment of an older history applies for as long as devices are waited for: one that has not come since
 * shares less. '-infinity' applies forever.
 */
const EARLIER = sql`case when feeds.shared_until > now() - interval '90 days' or feeds.shared_until = '-infinity' then feeds.shared_until end`;

/**
 * Gives feeds of which something was lost another epoch: every device reads them whole and offers again what is not
 * here (design section 4, Pull). Both histories are one up to where the lost branch ended; that moment is unknown where
 * the branch is, or where it was still written to. Another request may have done the same just before.
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
  // Sessions that devices are about to offer name media that would go by age.
  if (begun.some(({ name }) => name.startsWith('own:'))) await noteNoticed(db, now());
}

/**
 * The same for all feeds, right after a restore and before anything is written: then the newest entry tells up to when
 * the backup and what the devices hold are one history.
 */
export async function startNewHistoryAfterRestore(db: Queryable): Promise<void> {
  await rowsOf(
    db,
    sql`update feeds set epoch = gen_random_uuid(), forks = '{}', shared_until = least(
          (select max(at) from feed_entries) - make_interval(secs => ${CLOCKS_DIFFER_S}::int), ${EARLIER}
        )`,
  );
}
