import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { settleRecentAbsences } from './auth/removed-people.ts';
import { sweepRateLimits, sweepSignIns, sweepWaitlist } from './auth/sweep-sign-ins.ts';
import { DELETED_KEPT_DAYS } from './contract/limits.ts';
import type { Database } from './db/database.ts';
import { rowsOf } from './db/rows-of.ts';
import { sweepFeeds } from './feeds/sweep-feeds.ts';
import { setAside } from './media/maintenance/set-aside.ts';
import { sweepMedia } from './media/maintenance/sweep.ts';
import { UploadLocker } from './media/uploads/upload-locker.ts';
import { sweepDeclinedRequests } from './routes/declined-requests.ts';
import { type Counted, countQueries } from './testing/count-queries.ts';
import { createTestApp, type TestApp } from './testing/create-test-app.ts';
import { describeOnPostgres } from './testing/describe-on-both-databases.ts';
import { genericScans, sequentialScans } from './testing/query-plans.ts';
import { noise } from './testing/sample-media.ts';

const SESSIONS = 5_000_000;
/** The actual rows; the statistics are scaled up to `SESSIONS`. */
const ROWS = 10_000;
/** How many days ago the rows that sweeps find were deleted or became unused. */
const OLD_DAYS = DELETED_KEPT_DAYS + 10;
const STRAY = 'S'.repeat(43);

async function fillTables(db: Database) {
  const rows = sql.raw(`generate_series(1, ${ROWS}) as n`);
  const id = (kind: string) => sql.raw(`md5('${kind}' || n)::uuid`);
  const owner = sql.raw(`md5('user' || n % 1000 + 1)::uuid`);
  const path = (kind: string) => sql.raw(`'/objects/' || rpad('${kind}' || n, 43, 'x')`);
  // One in a hundred rows is deleted, and one in ten of these is old enough.
  const deleted = sql.raw(
    `case when n % 1000 = 0 then now() - interval '${OLD_DAYS} days' when n % 100 = 0 then now() - interval '1 day' end`,
  );
  const old = sql.raw(`now() - case when n % 1000 = 0 then interval '100 days' else interval '1 day' end`);
  await db.execute(
    sql`insert into users (id, email, created_at, updated_at)
        select ${id('user')}, 'user' || n || '@example.org', now(), now() from generate_series(1, 1000) as n`,
  );
  await db.execute(
    sql`insert into beta_access (id, email, granted_at) select ${id('access')}, 'user' || n || '@example.org', now() from ${rows}`,
  );
  await db.execute(sql`insert into friendships (id, user_id, friend_id, status, created_at)
    select ${id('friendship')}, ${owner}, md5('user' || (n + 1 + n / 1000) % 1000 + 1)::uuid, 'accepted', now() from ${rows}`);
  await db.execute(sql`insert into blocks (id, user_id, blocked_id, name, created_at)
    select ${id('block')}, ${owner}, md5('user' || (n + 1 + n / 1000) % 1000 + 1)::uuid, 'Name', now() from ${rows}`);
  await db.execute(sql`insert into declined_requests (user_id, friend_id, declined_at)
    select ${owner}, md5('user' || (n + 1 + n / 1000) % 1000 + 1)::uuid, ${old} from ${rows}`);
  await db.execute(sql`insert into partner_links (id, owner_id, request_hash, partner_hash, created_at, expires_at)
    select ${id('link')}, ${owner}, sha256(n::text::bytea), sha256((n + ${ROWS})::text::bytea), now(), ${old} from ${rows}`);
  await db.execute(sql`insert into admin_actions (id, admin_id, action, email, at)
    select ${id('action')}, ${owner}, 'grant', 'user' || n % 1000 + 1 || '@example.org', now() - case when n % 50 = 0 then interval '1 hour' else interval '2 days' end from ${rows}`);
  await db.execute(sql`insert into dogs (id, owner_id, name, breed, birthdate, titles, image, notes, created_at, updated_at, deleted_at)
    select ${id('dog')}, ${owner}, 'Fly', 'Collie', '2020-01-01', '{}', ${path('dog')}, '', now(), now(), ${deleted} from ${rows}`);
  await db.execute(sql`insert into videos (id, owner_id, title, description, video_url, thumbnail_url, shared, trained_at, trained_zone, trained_day, created_at, updated_at, deleted_at)
    select ${id('video')}, ${owner}, 'Heel', '', ${path('film')}, ${path('poster')}, false, now(), 'UTC', current_date, now(), now(), ${deleted} from ${rows}`);
  await db.execute(sql`insert into comments (id, video_id, user_id, content, created_at, deleted_at)
    select ${id('comment')}, ${id('video')}, ${owner}, 'Good', now(), ${deleted} from ${rows}`);
  await db.execute(sql`insert into sets (id, owner_id, video_id, exercise, reps_asked, started_at, position, reps, struck, created_at, updated_at, deleted_at)
    select ${id('set')}, ${owner}, ${id('video')}, 'Heel', 5, now(), 0, '{}', '{}', now(), now(), ${deleted} from ${rows}`);
  await db.execute(sql`insert into cues (id, owner_id, name, sport, difficulty, description, steps, visibility, created_at, updated_at, deleted_at)
    select ${id('cue')}, ${owner}, 'Sit', 'Agility', 'beginner', '', '{}', 'private', now(), now(), ${deleted} from ${rows}`);
  await db.execute(sql`insert into plans (id, owner_id, day, exercises, video_ids, done, created_at, updated_at, deleted_at)
    select ${id('plan')}, ${owner}, '2026-12-01', '[]', '{}', '{}', now(), now(), ${deleted} from ${rows}`);
  await db.execute(sql`insert into trials (id, owner_id, name, day, shown_to_partners, created_at, updated_at, deleted_at)
    select ${id('trial')}, ${owner}, 'Trial', '2026-12-20', false, now(), now(), ${deleted} from ${rows}`);
  await db.execute(sql`insert into calendar_addresses (user_id, token_hash, made_at)
    select ${id('user')}, sha256(n::text::bytea), now() from generate_series(1, 1000) as n`);
  await db.execute(sql`insert into programs (id, owner_id, name, cues, created_at, updated_at, deleted_at)
    select ${id('program')}, ${owner}, 'Spring', '[]', now(), now(), ${deleted} from ${rows}`);
  await db.execute(sql`insert into conflicts (id, owner_id, entity, entity_id, field, kept, other, created_at, deleted_at)
    select ${id('conflict')}, ${owner}, 'videos', ${id('video')}, 'title', '{"value":"a"}', '{"value":"b"}', now(), ${deleted} from ${rows}`);
  await db.execute(sql`insert into reports (id, number, subject, subject_id, owner_id, title, note, created_at, due_at, outcome, decided_at, held_until)
    select ${id('report')}, n, 'video', ${id('video')}, ${owner}, '', '', now(), now(), 'kept', now(), now() + case when n % 1000 = 0 then interval '-1 day' else interval '9 days' end from ${rows}`);
  await db.execute(
    sql`insert into held_objects (path, report_id) select '/objects/' || rpad('held' || n, 43, 'x'), ${id('report')} from ${rows}`,
  );
  await db.execute(
    sql`insert into decisions (id, at, action, note) select ${id('decision')}, now() - case when n % 1000 = 0 then interval '400 days' else interval '1 day' end, 'kept', '' from ${rows}`,
  );
  for (const kind of ['film', 'poster', 'unused']) {
    await db.execute(sql`insert into objects (path, owner_id, media_type, size, sha256, served_size, served_sha256, created_at, unused_since)
      select ${path(kind)}, ${owner}, 'video/mp4', 9, '', 9, '', now(), case when n % 500 = 0 then ${sql.raw(`now() - interval '${OLD_DAYS} days'`)} end from ${rows}`);
  }
  await db.execute(
    sql`insert into derivations (object_path, kind, due_at) select ${path('unused')}, 'video', now() from ${rows} where n % 500 <> 0`,
  );
  await db.execute(sql`insert into uploads (id, owner_id, size, created_at, last_byte_at, object_path)
    select rpad('upload' || n, 43, 'x'), ${owner}, 9, now(), ${old}, case when n % 2000 in (0, 2) then ${path('film')} end from ${rows}`);
  await db.execute(
    sql`insert into sign_ins (token_hash, user_id, created_at, last_used_at) select sha256(n::text::bytea), ${owner}, now(), ${old} from ${rows}`,
  );
  await db.execute(
    sql`insert into sign_in_attempts (token_hash, expires_at) select sha256(n::text::bytea), ${old} + interval '2 days' from ${rows}`,
  );
  await db.execute(sql`insert into waitlist (id, email, created_at)
    select ${id('waiting')}, 'waiting' || n || '@example.org', now() - case when n % 1000 = 0 then interval '400 days' else interval '1 day' end from ${rows}`);
  await db.execute(
    sql`insert into rate_limits (bucket, count, resets_at) select 'bucket' || n, 1, ${old} + interval '2 days' from ${rows}`,
  );
  await db.execute(sql`insert into idempotency_keys (user_id, key, request_hash, status, body, created_at)
    select ${owner}, ${id('key')}, '', 200, '{}', ${old} from ${rows}`);
  await db.execute(
    sql`insert into feeds (name, head, epoch, horizon) select 'own:' || ${id('user')}, ${ROWS}, ${id('user')}, ${ROWS / 2} from generate_series(1, 1000) as n`,
  );
  await db.execute(sql`insert into feed_entries (feed, entity, row_id, position, gone, at)
    select 'own:' || ${owner}, 'dogs', ${id('gone')}, n, n % 10 = 0, ${old} from ${rows}`);
}

/** Tables without scaled statistics: they have a row or two. */
const TINY = new Set(['installation', 'sweep_walks', 'leases']);

describeOnPostgres('sweeps on a server with five million sessions', (open) => {
  let test: TestApp;
  let db: Database;
  let counted: Counted;
  beforeAll(async () => {
    const database = await open();
    ({ db } = database);
    await fillTables(db);
    // Autovacuum would replace these statistics.
    const tables = await rowsOf<{ name: string }>(
      db,
      sql`select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    );
    for (const { name } of tables) await db.execute(sql.raw(`alter table "${name}" set (autovacuum_enabled = false)`));
    await db.execute(sql`analyze`);
    await db.execute(
      sql.raw(
        `update pg_class set reltuples = reltuples * ${SESSIONS / ROWS} where relnamespace = 'public'::regnamespace and reltuples > 0`,
      ),
    );
    test = await createTestApp(database);
    test.clock.now = new Date(Date.now() + 1_000);
    counted = countQueries(db, true);
  });
  afterAll(() => test.close());

  const largeScans = async () => {
    // A copy, because the explain statements below are counted too.
    const queries = [...counted.queries];
    expect(queries.length).toBeGreaterThan(0);
    return (await sequentialScans(db, queries)).filter((table) => !TINY.has(table));
  };

  it('detect a full table scan', async () => {
    expect(await sequentialScans(db, [{ sql: 'select 1 from videos where title = $1', params: ['x'] }])).toEqual(['videos']);
  });

  it('of media read only through indexes', async () => {
    const { services } = test;
    const { store } = services.media;
    await store.writeObject(STRAY, noise(9));
    await store.restartUpload('upload2'.padEnd(43, 'x'), 9);
    await setAside(store, { kind: 'upload', name: 'upload2'.padEnd(43, 'x') });
    counted.restart();
    const report = await sweepMedia({ ...services, store, locker: new UploadLocker(services), agesUntil: test.clock.now });
    expect(await store.notes.read(`set-aside/upload/${'upload2'.padEnd(43, 'x')}`)).toBeNull();
    // The media of 10 deleted sessions, and objects that have been unused for `OLD_DAYS`.
    expect(report).toMatchObject({ abandonedUploads: 5, unusedObjects: 40 });
    expect(await largeScans()).toEqual([]);
  });

  it('of feeds read only through indexes', async () => {
    counted.restart();
    await sweepFeeds(test.services, test.clock.now);
    expect(await largeScans()).toEqual([]);
  });

  it('of recent absences read only through indexes', async () => {
    counted.restart();
    await settleRecentAbsences(test.services);
    expect(await largeScans()).toEqual([]);
  });

  it('of sign-ins, limits, the waitlist and declined requests read only through indexes', async () => {
    counted.restart();
    await sweepRateLimits(test.services);
    await sweepSignIns(test.services, test.clock.now);
    await sweepWaitlist(test.services, test.clock.now);
    await sweepDeclinedRequests(test.services, test.clock.now);
    expect(await largeScans()).toEqual([]);
  });

  it('delete rows whose foreign keys are checked through indexes', async () => {
    const keys = await rowsOf<{ table: string; column: string }>(
      db,
      sql`select conrelid::regclass::text as "table", attname as "column" from pg_constraint
          join pg_attribute on attrelid = conrelid and attnum = conkey[1]
          where contype = 'f' and confrelid::regclass::text in ('videos', 'comments', 'dogs', 'cues', 'programs', 'conflicts', 'objects', 'uploads')`,
    );
    expect(keys).toContainEqual({ table: 'comments', column: 'video_id' });
    // The query that PostgreSQL runs for each deleted row.
    const checks = keys.map(({ table, column }) => ({
      sql: `select 1 from only ${table} x where $1 = ${column} for key share of x`,
      params: [],
    }));
    expect(await genericScans(db, checks)).toEqual([]);
  });
});
