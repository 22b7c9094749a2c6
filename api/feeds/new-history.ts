import { sql } from 'drizzle-orm';
import type { Queryable } from '../db/database.ts';
import { rowsOf } from '../db/rows-of.ts';

/** Replicas' clocks differ, and what was written in the backup's last moments may be stamped a little ahead. */
const CLOCKS_DIFFER_S = 5;

/**
 * Gives feeds another epoch, as after a restore from a backup: every device reads them whole and offers again what the
 * backup lacks (design section 4, Pull). Nothing is known of when the backup was made, and a later restore whose
 * backup's age is known does not change that for a device that has seen neither.
 */
export async function startNewHistory(db: Queryable, feeds: readonly string[]): Promise<void> {
  await rowsOf(
    db,
    sql`update feeds set epoch = gen_random_uuid(), shared_until = '-infinity'
        where name in (select jsonb_array_elements_text(${JSON.stringify(feeds)}::text::jsonb))`,
  );
}

/**
 * The same for all feeds, right after a restore and before anything is written: then the newest entry tells up to when
 * the backup and what the devices hold are one history. A device that has not come since the restore before this one
 * shares less with it, so the earlier moment stands for as long as devices are waited for.
 */
export async function startNewHistoryAfterRestore(db: Queryable): Promise<void> {
  await rowsOf(
    db,
    sql`update feeds set epoch = gen_random_uuid(), shared_until = least(
          (select max(at) from feed_entries) - make_interval(secs => ${CLOCKS_DIFFER_S}::int),
          case when shared_until > now() - interval '90 days' or shared_until = '-infinity' then shared_until end
        )`,
  );
}
