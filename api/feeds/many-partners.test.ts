import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PULL_PAGE_ENTRIES } from '../contract/limits.ts';
import type { Cursor, PullAnswer } from '../contract/sync-protocol.ts';
import type { Database, Transaction } from '../db/database.ts';
import { rowsOf } from '../db/rows-of.ts';
import { countQueries } from '../testing/count-queries.ts';
import { createTestApp, type TestApp, type TestPerson } from '../testing/create-test-app.ts';
import { describeOnBothDatabases } from '../testing/describe-on-both-databases.ts';
import { createPullingDevice } from '../testing/pulling-device.ts';
import { pull } from './pull.ts';

const SESSIONS = 99;
/** With the partner's name, so that ten feeds fill a page. */
const FEED_ENTRIES = SESSIONS + 1;
/** The profile, in the person's own feed, which comes first. */
const OWN_ENTRIES = 1;

/** Other people's rows. Without them, scanning a whole table would cost no more. */
const OTHER_FEEDS = 5_000;

const idOf = (kind: string) => sql`overlay(overlay(md5(${kind}::text || n) placing '4' from 13) placing '8' from 17)::uuid`;

/** Gives a person accepted partners with sessions, as the API would have, but in a second. */
async function addPartners(db: Database, { userId }: TestPerson, partners: number) {
  const people = sql`generate_series(1, ${partners}::int) as n`;
  const partner = idOf(`partner of ${userId} `);
  const ofThem = sql`(select ${partner} as id from ${people}) as partner`;
  const session = sql`md5(partner.id::text || nth)::uuid`;
  const sessions = sql`${ofThem}, generate_series(1, ${SESSIONS}::int) as nth`;
  await db.execute(sql`insert into users (id, first_name, created_at, updated_at) select id, 'Ben', now(), now() from ${ofThem}`);
  await db.execute(sql`insert into friendships (id, user_id, friend_id, status, created_at)
    select gen_random_uuid(), ${userId}::uuid, id, 'accepted', now() from ${ofThem}`);
  await db.execute(sql`insert into videos (id, owner_id, title, description, thumbnail_url, shared, trained_at, trained_zone, trained_day, created_at, updated_at)
    select ${session}, partner.id, 'Heel', '', '', false, now(), 'UTC', current_date, now(), now() from ${sessions}`);
  await db.execute(
    sql`insert into feeds (name, head, epoch) select 'shown:' || id, ${FEED_ENTRIES}::int, gen_random_uuid() from ${ofThem}`,
  );
  await db.execute(sql`insert into feed_entries (feed, entity, row_id, position, gone, at)
    select 'shown:' || partner.id, 'people', partner.id, 1, false, now() from ${ofThem}
    union all select 'shown:' || partner.id, 'videos', ${session}, nth + 1, false, now() from ${sessions}`);
  await db.execute(sql`analyze`);
}

/** The rows of each table that this connection has read. */
async function rowsRead(tx: Transaction): Promise<Map<string, number>> {
  const read = await rowsOf<{ name: string; rows: number }>(
    tx,
    sql`select relname as name, (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as rows from pg_stat_xact_user_tables`,
  );
  return new Map(read.map(({ name, rows }) => [name, rows]));
}

describeOnBothDatabases('the first pull with many partners', (open) => {
  let test: TestApp;
  let db: Database;
  beforeAll(async () => {
    const database = await open();
    ({ db } = database);
    await db.execute(
      sql`insert into feeds (name, epoch) select 'shown:' || gen_random_uuid(), gen_random_uuid() from generate_series(1, ${OTHER_FEEDS}::int)`,
    );
    test = await createTestApp(database);
  });
  afterAll(() => test.close());

  async function someoneWith(partners: number): Promise<TestPerson> {
    const person = await test.signIn(`with-${partners}-${randomUUID()}@example.org`, { beta: true });
    await person.call('POST', '/api/sync', { version: 1, cursors: {} });
    await addPartners(db, person, partners);
    return person;
  }

  /** Pulls on one connection, and asks PostgreSQL how many rows of each table that read. */
  async function countedPull({ userId }: TestPerson, cursors: Record<string, Cursor>) {
    return db.transaction(async (tx) => {
      const onOne = tx as unknown as Database;
      const before = await rowsRead(tx);
      const counted = countQueries(onOne);
      const answer = await pull({ ...test.services, db: onOne }, userId, cursors);
      const queries = counted.queries.length;
      const after = await rowsRead(tx);
      return { answer, queries, read: (table: string) => (after.get(table) ?? 0) - (before.get(table) ?? 0) };
    });
  }

  it.each([20, 200])('reads no more rows than each answer has and the heads of the feeds, with %i partners', async (partners) => {
    const anna = await someoneWith(partners);
    const answers: PullAnswer[] = [];
    const device = createPullingDevice(async (cursors) => {
      const { answer, queries, read } = await countedPull(anna, cursors);
      answers.push(answer);
      const entries = answer.pages.flatMap((page) => page.entries);
      const feeds = partners + 2;
      expect(read('feed_entries')).toBe(entries.length);
      expect(read('videos')).toBe(entries.filter(({ entity }) => entity === 'videos').length);
      expect(read('feeds')).toBeLessThanOrEqual(feeds);
      // Six parts with up to four queries each, and the heads.
      expect(queries).toBeLessThanOrEqual(6 * 4 + 1);
      return answer;
    });
    await device.pullAll();
    expect(device.rows('videos')).toHaveLength(partners * SESSIONS);
    expect(answers).toHaveLength(Math.ceil((partners * FEED_ENTRIES + OWN_ENTRIES) / PULL_PAGE_ENTRIES));
    // Each feed once, and once more where an answer ends within it.
    expect(answers.flatMap(({ pages }) => pages).length).toBeLessThanOrEqual(partners + 2 + answers.length);
  });

  it('says that there is more when an answer ends where a feed ends', async () => {
    const anna = await someoneWith(20);
    const feeds = (await pull(test.services, anna.userId, {})).readable;
    const [own, inbox, first] = feeds;
    // The person's own entry, the nine feeds after the first, and this one fill the answer.
    await rowsOf(db, sql`delete from feed_entries where feed = ${first}::text and position = 2`);
    const { pages } = await pull(test.services, anna.userId, {});
    const ended = pages.filter(({ more }) => !more);
    expect(ended.map(({ feed }) => feed)).toEqual([own, inbox, ...feeds.slice(2, 12)]);
    expect(ended.flatMap(({ entries }) => entries)).toHaveLength(PULL_PAGE_ENTRIES);
    expect(pages.filter(({ more }) => more)).toMatchObject([{ feed: feeds[12], fromStart: true, entries: [], cursor: { position: 0 } }]);
  });

  it('continues in a feed whose newest entry is gone, and ends', async () => {
    const anna = await someoneWith(20);
    const { readable } = await pull(test.services, anna.userId, {});
    await rowsOf(db, sql`delete from feed_entries where feed = any(${sql.param(readable)}) and position = ${FEED_ENTRIES}::int`);
    const device = createPullingDevice((cursors) => pull(test.services, anna.userId, cursors));
    expect(await device.pullAll()).toBe(2);
    expect(device.rows('videos')).toHaveLength(20 * (SESSIONS - 1));
  });

  it('names each feed of another history in the first answer, and once', async () => {
    const anna = await someoneWith(20);
    const shown = (await pull(test.services, anna.userId, {})).readable.slice(2);
    const before: Cursor = { epoch: randomUUID(), position: 5 };
    let cursors: Record<string, Cursor> = Object.fromEntries(shown.map((feed) => [feed, before]));
    const first = await pull(test.services, anna.userId, cursors);
    expect(first.pages.filter(({ fromStart }) => fromStart).map(({ feed }) => feed)).toEqual(first.readable);
    cursors = Object.fromEntries(first.pages.map(({ feed, cursor }) => [feed, cursor]));
    const second = await pull(test.services, anna.userId, cursors);
    expect(second.pages.filter(({ entries }) => entries.length === 0)).toHaveLength(0);
    expect(second.pages.flatMap(({ entries }) => entries)).toHaveLength(PULL_PAGE_ENTRIES);
  });
});
