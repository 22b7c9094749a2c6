import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ENVELOPE_MAX_OPERATIONS } from '../contract/limits.ts';
import type { BatchAnswer, PullAnswer } from '../contract/sync-protocol.ts';
import type { NewPartnerLink } from '../contract/partner-links.ts';
import type { Database } from '../db/database.ts';
import { createTestApp, type TestApp, type TestPerson } from '../testing/create-test-app.ts';
import { type Counted, countQueries } from '../testing/count-queries.ts';
import { describeOnPostgres } from '../testing/describe-on-both-databases.ts';
import { becomePartners } from '../testing/pulling-device.ts';
import { genericScans, sequentialScans } from '../testing/query-plans.ts';

const USERS = 100_000;

/**
 * Fills the growing tables to the size of a server with 100,000 people, and gives the two test people partners among
 * them.
 */
async function fillTables(db: Database) {
  const users = sql`generate_series(1, ${sql.raw(String(USERS))}) as n`;
  const id = (kind: string) => sql`md5(${kind}::text || n)::uuid`;
  // The lists of people have their own tests (community.test.ts) and would only slow this one down.
  await db.execute(sql`alter table users disable trigger list_new_people`);
  await db.execute(sql`insert into users (id, email, first_name, last_name, location, sports, profile_visibility, sort_name, name_words, search_words, created_at, updated_at)
    select ${id('user')}, 'user-' || n || '@example.net', 'Name' || n, 'Family' || n % 1000, (array['Kent', 'Devon', 'Essex', 'Dorset'])[n % 4 + 1],
      array[(array['Agility', 'Rally', 'Obedience', 'Herding'])[n % 4 + 1]], case when n % 3 = 0 then 'private' else 'public' end,
      'name' || n || ' family' || n % 1000, array_to_tsvector(array['name' || n, 'family' || n % 1000]),
      array_to_tsvector(array['name' || n, 'family' || n % 1000, 'dog' || n]), now(), now() from ${users}`);
  await db.execute(sql`insert into dogs (id, owner_id, name, breed, birthdate, titles, notes, created_at, updated_at)
    select ${id('dog')}, ${id('user')}, 'Dog' || n, 'Collie', '2020-01-01', '{}', '', now(), now() from ${users}`);
  await db.execute(sql`insert into videos (id, owner_id, title, description, dog_id, thumbnail_url, shared, trained_at, trained_zone, trained_day, created_at, updated_at)
    select ${id('video')}, md5('user' || n % 20000 + 1)::uuid, 'Session ' || n, '', ${id('dog')}, '', false, now() - n * interval '1 minute', 'UTC', current_date, now(), now() from ${users}`);
  await db.execute(sql`insert into comments (id, video_id, user_id, content, created_at)
    select ${id('comment')}, ${id('video')}, ${id('user')}, 'Good', now() from ${users}`);
  await db.execute(sql`insert into sets (id, owner_id, video_id, exercise, reps_asked, started_at, position, reps, struck, created_at, updated_at)
    select ${id('set')}, ${id('user')}, ${id('video')}, 'Heel', 5, now(), 0, '{}', '{}', now(), now() from ${users}`);
  await db.execute(sql`insert into cues (id, owner_id, name, sport, difficulty, description, steps, visibility, search_words, created_at, updated_at)
    select ${id('cue')}, ${id('user')}, 'Cue' || n, 'Agility', 'beginner', '', '{}', (array['private', 'friends', 'public'])[n % 3 + 1],
      array_to_tsvector(array['cue' || n]), now() - n * interval '1 second', now() from ${users}`);
  await db.execute(sql`insert into plans (id, owner_id, day, exercises, video_ids, done, created_at, updated_at)
    select ${id('plan')}, ${id('user')}, '2026-12-01', '[]', '{}', '{}', now(), now() from ${users}`);
  await db.execute(sql`insert into trials (id, owner_id, name, day, shown_to_partners, created_at, updated_at)
    select ${id('trial')}, ${id('user')}, 'Trial', '2026-12-20', false, now(), now() from ${users}`);
  await db.execute(sql`insert into calendar_addresses (user_id, token_hash, made_at)
    select ${id('user')}, sha256(n::text::bytea), now() from ${users}`);
  await db.execute(sql`insert into partner_links (id, owner_id, request_hash, partner_hash, created_at, expires_at)
    select ${id('link')}, ${id('user')}, sha256(n::text::bytea), sha256((-n)::text::bytea), now(), now() + interval '1 day' from ${users}`);
  await db.execute(sql`insert into programs (id, owner_id, name, cues, created_at, updated_at)
    select ${id('program')}, ${id('user')}, 'Program', '[]', now(), now() from ${users}`);
  await db.execute(sql`insert into friendships (id, user_id, friend_id, status, created_at)
    select ${id('friendship')}, ${id('user')}, md5('user' || n + 1)::uuid, 'accepted', now() from generate_series(1, ${sql.raw(String(USERS - 1))}, 2) as n`);
  await db.execute(sql`insert into blocks (id, user_id, blocked_id, name, created_at)
    select ${id('block')}, ${id('user')}, md5('user' || n % ${sql.raw(String(USERS))} + 1)::uuid, 'Name', now() from ${users}`);
  await db.execute(sql`insert into declined_requests (user_id, friend_id, declined_at)
    select ${id('user')}, md5('user' || n % ${sql.raw(String(USERS))} + 1)::uuid, now() from ${users}`);
  await db.execute(sql`insert into feeds (name, head, epoch)
    select kind || ':' || ${id('user')}, 10, ${id('user')} from ${users}, unnest(array['own', 'shown', 'inbox']) as kind`);
  await db.execute(sql`insert into feed_entries (feed, entity, row_id, position, gone, at)
    select 'own:' || md5('user' || n % 20000 + 1)::uuid, 'videos', ${id('video')}, n, false, now() from ${users}`);
  await db.execute(sql`analyze`);
}

describeOnPostgres('the queries of a call, with 100,000 people', (open) => {
  let test: TestApp;
  let db: Database;
  let anna: TestPerson;
  let counted: Counted;
  let ids: Record<string, string>;
  beforeAll(async () => {
    const database = await open();
    ({ db } = database);
    await fillTables(db);
    counted = countQueries(db, true);
    test = await createTestApp(database);
    anna = await test.signIn('anna@example.org', { beta: true });
    const ben = await test.signIn('ben@example.org', { beta: true });
    await becomePartners(anna, ben);
    const made = async (path: string, body: object) => (await anna.call<{ id: string }>('POST', path, body)).body.id;
    ids = {
      session: await made('/api/videos', { title: 'Heelwork' }),
      program: await made('/api/programs', { name: 'Spring' }),
      ben: ben.userId,
    };
    const cueId = await made('/api/cues', { name: 'Here' });
    await made(`/api/programs/${ids['program']}/cues`, { cueId, orderIndex: 0 });
    await ben.call('POST', '/api/videos', { title: 'Recall' });
    await db.execute(sql`analyze`);
  });
  afterAll(() => test.close());

  /** Statements of limits, pokes and pushes, which depend on the call or follow its answer. */
  const BESIDE = /"rate_limits"|pg_notify|push_messages/;

  /** The statements of one call, except the sign-in lookup. */
  async function queriesOf(act: () => Promise<{ status: number }>) {
    counted.restart();
    const { status } = await act();
    expect(status).toBe(200);
    const [who, ...own] = counted.queries;
    expect(who?.sql).toContain('"sign_ins"');
    return own.filter(({ sql: text }) => !BESIDE.test(text));
  }

  it('detects a full table scan', async () => {
    expect(await sequentialScans(db, [{ sql: 'select 1 from users where bio = $1', params: ['x'] }])).toEqual(['users']);
    expect(await genericScans(db, [{ sql: 'select 1 from users where bio = $1', params: ['x'] }])).toEqual(['users']);
  });

  const READS: [string, () => string][] = [
    ['own sessions', () => '/api/videos'],
    ['partners’ sessions', () => '/api/videos/partners?limit=50'],
    ['one session', () => `/api/videos/${ids['session']}`],
    ['comments', () => `/api/videos/${ids['session']}/comments`],
    ['own comments', () => '/api/comments'],
    ['sets', () => `/api/videos/${ids['session']}/sets`],
    ['own sets', () => '/api/sets'],
    ['own plans', () => '/api/plans'],
    ['own trials', () => '/api/trials'],
    ['own dogs', () => '/api/dogs'],
    ['friendships', () => '/api/friendships'],
    ['blocks', () => '/api/blocks'],
    ['a profile', () => `/api/users/${ids['ben']}`],
    ['own cues', () => '/api/cues'],
    ['public cues', () => '/api/cues/public?limit=50'],
    ['public cues by word', () => '/api/cues/public?search=cue4242&limit=50'],
    ['partners’ cues', () => '/api/cues/partners'],
    ['programs', () => '/api/programs'],
    ['cues of a program', () => `/api/programs/${ids['program']}/cues`],
  ];

  it.each(READS)('%s: at most two, each by an index', async (_name, path) => {
    const queries = await queriesOf(() => anna.call('GET', path()));
    expect(queries.length).toBeGreaterThan(0);
    expect(queries.length).toBeLessThanOrEqual(2);
    expect(await sequentialScans(db, queries)).toEqual([]);
    expect(await genericScans(db, queries)).toEqual([]);
  });

  it('a calendar by its address: each by an index', async () => {
    const { url } = (await anna.call<{ url: string }>('POST', '/api/calendar')).body;
    counted.restart();
    expect((await test.app.request(new URL(url).pathname)).status).toBe(200);
    const queries = counted.queries.filter(({ sql: text }) => !BESIDE.test(text));
    expect(queries.length).toBeGreaterThan(4);
    expect(await sequentialScans(db, queries)).toEqual([]);
    expect(await genericScans(db, queries)).toEqual([]);
  });

  it('links to become partners, made, listed, opened, used and revoked: each by an index', async () => {
    const carl = await test.signIn('carl@example.org', { beta: true });
    counted.restart();
    const { body: link } = await anna.call<NewPartnerLink>('POST', '/api/partner-links');
    const { body: other } = await anna.call<NewPartnerLink>('POST', '/api/partner-links');
    expect((await anna.call('GET', '/api/partner-links')).status).toBe(200);
    expect((await carl.call('POST', '/api/partner-links/open', { secret: link.secrets.request })).status).toBe(200);
    expect((await carl.call('POST', '/api/friendships/join', { secret: link.secrets.request })).status).toBe(201);
    expect((await anna.call('DELETE', `/api/partner-links/${other.id}`)).status).toBe(200);
    const queries = counted.queries.filter(({ sql: text }) => !BESIDE.test(text) && !text.includes('"sign_ins"'));
    expect(await sequentialScans(db, queries)).toEqual([]);
  });

  it('a pull with nothing new: one, by an index', async () => {
    const { body } = await anna.call<PullAnswer>('POST', '/api/sync', { version: 1, cursors: {} });
    const cursors = Object.fromEntries(body.pages.map(({ feed, cursor }) => [feed, cursor]));
    const queries = await queriesOf(() => anna.call('POST', '/api/sync', { version: 1, cursors }));
    expect(queries).toHaveLength(1);
    expect(await sequentialScans(db, queries)).toEqual([]);
  });

  it('a pull from the start: heads, entries, and one per kind of row, by indexes', async () => {
    const queries = await queriesOf(() => anna.call('POST', '/api/sync', { version: 1, cursors: {} }));
    expect(queries.length).toBeLessThanOrEqual(2 + 10);
    expect(await sequentialScans(db, queries)).toEqual([]);
  });

  /** Without inserts: their plans show no scan of what they write to. */
  const scansOf = (queries: Counted['queries']) =>
    sequentialScans(
      db,
      queries.filter(({ sql: text }) => !/^\s*insert/i.test(text)),
    );

  it('a write: a fixed number, by indexes', async () => {
    const key = () => ({ 'idempotency-key': randomUUID() });
    const queries = await queriesOf(() => anna.call('PATCH', `/api/videos/${ids['session']}`, { title: `At ${randomUUID()}` }, key()));
    expect(queries.length).toBeLessThanOrEqual(7);
    expect(await scansOf(queries)).toEqual([]);
  });

  const OPERATIONS: [call: string, each: number, operation: (place: number) => object][] = [
    ['videos.create', 1, (place) => ({ params: {}, payload: { title: `Track ${place}` } })],
    ['videos.update', 2, (place) => ({ params: { id: ids['session'] }, payload: { title: `At ${place}` } })],
    ['sets.create', 2, () => ({ params: {}, payload: { videoId: ids['session'], exercise: 'Heel' } })],
    ['comments.create', 2, () => ({ params: { videoId: ids['session'] }, payload: { content: 'Good' } })],
  ];

  it.each(OPERATIONS)('an envelope of %s: %d for each, a fixed number for all, by indexes', async (call, each, operation) => {
    const operations = Array.from({ length: ENVELOPE_MAX_OPERATIONS }, (_, place) => ({ key: randomUUID(), call, ...operation(place) }));
    const queries = await queriesOf(async () => {
      const answer = await anna.call<BatchAnswer>('POST', '/api/batch', { version: 1, operations });
      expect(answer.body.answers.filter(({ status }) => status >= 300)).toEqual([]);
      return answer;
    });
    const byText = new Map(queries.map((query) => [query.sql, query]));
    expect(queries.length - each * ENVELOPE_MAX_OPERATIONS).toBeLessThanOrEqual(6);
    expect(await scansOf([...byText.values()])).toEqual([]);
  });
});
