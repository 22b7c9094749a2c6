import { readFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { describeOnPostgres } from '../testing/describe-on-both-databases.ts';
import { rowsOf } from './rows-of.ts';

/** The actual rows; the statistics are scaled up to five million sessions. */
const ROWS = 10_000;
const SESSIONS = 5_000_000;

describeOnPostgres('migration 0013, on a server with five million sessions', (open) => {
  it('marks only conflicts without a row, and does not read all sessions for each conflict', async () => {
    const { db } = await open();
    const file = await readFile(new URL('./migrations/0013_answers_kept_a_day.sql', import.meta.url), 'utf8');
    const marking = sql.raw(file.slice(file.lastIndexOf('UPDATE')));
    await db.execute(sql.raw(`insert into users (id, created_at, updated_at) values (md5('anna')::uuid, now(), now())`));
    await db.execute(
      sql.raw(`insert into videos (id, owner_id, title, description, thumbnail_url, shared, trained_at, trained_zone, trained_day, created_at, updated_at)
        select md5('video' || n)::uuid, md5('anna')::uuid, 'Heel', '', '', false, now(), 'UTC', current_date, now(), now() from generate_series(1, ${ROWS}) as n`),
    );
    // Every tenth conflict is of a session that is gone; the last one is of the profile.
    await db.execute(
      sql.raw(`insert into conflicts (id, owner_id, entity, entity_id, field, kept, other, created_at)
        select md5('conflict' || n)::uuid, md5('anna')::uuid, case n when 1000 then 'profile' else 'videos' end,
          md5(case n % 10 when 0 then 'gone' else 'video' end || n)::uuid, 'title', '{"value":"a"}', '{"value":"b"}', now()
        from generate_series(1, 1000) as n`),
    );
    await db.execute(sql`analyze`);
    await db.execute(sql.raw(`update pg_class set reltuples = ${SESSIONS} where relname = 'videos'`));
    expect(JSON.stringify(await rowsOf(db, sql`explain (format json) ${marking}`))).not.toContain('SubPlan');
    await db.execute(marking);
    const marked = sql`select count(*)::int as count from conflicts where deleted_at = '2000-01-01'`;
    expect(await rowsOf(db, marked)).toEqual([{ count: 99 }]);
  });
});
