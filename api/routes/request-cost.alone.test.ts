import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  BIO_MAX,
  COMMENT_MAX,
  DOG_TITLE_MAX,
  ENVELOPE_MAX_OPERATIONS,
  LIST_MAX,
  MEDIA_MAX_BYTES,
  NAME_MAX,
  PULL_PAGE_BYTES,
  SEARCH_MAX,
  STEP_MAX,
  STEPS_MAX,
  TEXT_MAX,
  TITLE_MAX,
  TITLES_MAX,
} from '../contract/limits.ts';
import { describeOnPostgres } from '../testing/describe-on-both-databases.ts';
import type { TestPerson } from '../testing/create-test-app.ts';
import { createListeningApp, type ListeningApp } from '../testing/listening-app.ts';
import { becomePartners } from '../testing/pulling-device.ts';
import { newPushKeys } from '../testing/push-service.ts';
import { longestTurn } from '../testing/longest-turn.ts';
import { mp4 } from '../testing/sample-media.ts';
import { openUploadAs, TUS_HEADERS } from '../testing/upload-as.ts';

/** Limit for one turn of the event loop; the median of five, because garbage collection may affect one of them. */
const MOST_MS = 50;
const TRIES = 5;

/** Letters that fold, and words that match nothing. */
const filled = (length: number, by = 'Ä ß"\n') =>
  by
    .repeat(length)
    .slice(0, length - 1)
    .concat('x');
const list = (count: number, length: number) => Array.from({ length: count }, (_, at) => filled(length, `${at} ö`));
const FILTER = encodeURIComponent(filled(SEARCH_MAX, 'a ł'));

const DOG = {
  name: filled(NAME_MAX),
  breed: filled(NAME_MAX),
  birthdate: '2020-01-01',
  notes: filled(TEXT_MAX),
  titles: list(TITLES_MAX, DOG_TITLE_MAX),
};
const CUE = { name: filled(NAME_MAX), description: filled(TEXT_MAX), steps: list(STEPS_MAX, STEP_MAX), visibility: 'public' };
const VIDEO = { title: filled(TITLE_MAX), description: filled(TEXT_MAX) };
const PROGRAM = { name: filled(NAME_MAX), goal: filled(TEXT_MAX) };

/** Prepares one call outside the measured time and returns it. */
type Prepare = () => Promise<() => Promise<{ status: number }>>;

describeOnPostgres('the most expensive valid input', (open) => {
  let app: ListeningApp;
  let ann: TestPerson;
  let ben: TestPerson;
  beforeAll(async () => {
    app = await createListeningApp(await open(), { adminEmails: ['ann@example.org'] });
    ann = await app.signIn('ann@example.org', { beta: true });
    ben = await app.signIn('ben@example.org', { beta: true });
    // The longest page of sessions, for their owner and for a partner, and of programs.
    for (const [kind, row] of [
      ['videos', VIDEO],
      ['programs', PROGRAM],
    ] as const) {
      const table = sql.identifier(kind);
      await app.services.db.execute(sql`
        insert into ${table} select (jsonb_populate_record(${table}, jsonb_build_object('id', gen_random_uuid()))).*
        from ${table}, generate_series(2, ${LIST_MAX}::int) where id = ${await made(kind, row)}::uuid`);
      const own = `own:${ann.userId}`;
      await app.services.db.execute(sql`
        insert into feed_entries (feed, entity, row_id, position, gone, at)
        select feeds.name, ${kind}, ${table}.id, head + row_number() over (), false, now() from feeds, ${table} where feeds.name = ${own}
        on conflict do nothing`);
      await app.services.db.execute(sql`
        update feeds set head = (select max(position) from feed_entries where feed = name) where name = ${own}`);
    }
    await becomePartners(ann, ben);
  }, 60_000);
  afterAll(() => app.close());

  const call =
    (method: string, path: string, body?: unknown, headers?: Record<string, string>): Prepare =>
    async () =>
    () =>
      ann.call(method, path, body, headers);
  /** A call with a long answer. Nothing reads it here: parsing it would count as the server's work. */
  const drained = async (person: TestPerson, path: string, body?: object) => {
    const sent = body && {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', 'x-longline-user': person.userId },
    };
    const answer = await app.fetchAs(person, path, sent);
    let bytes = 0;
    for await (const chunk of answer.body ?? []) bytes += chunk.length;
    return { status: answer.status, bytes };
  };
  const listing =
    (path: string, person = () => ann): Prepare =>
    async () =>
    () =>
      drained(person(), `${path}?limit=${LIST_MAX}`);
  const pulling =
    (person: () => TestPerson): Prepare =>
    async () =>
    () =>
      drained(person(), '/api/sync', { version: 1, cursors: {} });
  const made = async (collection: string, body: object) => (await ann.call<{ id: string }>('POST', `/api/${collection}`, body)).body.id;
  /** A call about a row that is made first. `{id}` is its id. */
  const about =
    (collection: string, row: object, method: string, path: string, body?: unknown): Prepare =>
    async () => {
      const id = await made(collection, row);
      return () => ann.call(method, path.replace('{id}', id), body);
    };
  const newId = () => app.services.newId();
  /** An envelope of as many creates as it may hold. */
  const fifty =
    (kind: string, row: object): Prepare =>
    async () => {
      const operation = () => ({ key: newId(), call: `${kind}.create`, params: {}, payload: { id: newId(), ...row } });
      const operations = Array.from({ length: ENVELOPE_MAX_OPERATIONS }, operation);
      return () => ann.call('POST', '/api/batch', { version: 1, operations }, { 'x-longline-user': ann.userId });
    };
  /** A program with as many cues as an envelope adds. */
  const filledProgram = async () => {
    const program = await made('programs', PROGRAM);
    const { body: cues } = await ann.call<{ id: string }[]>('GET', `/api/cues?limit=${ENVELOPE_MAX_OPERATIONS}`);
    const ids = cues.map(({ id }) => id);
    for (const cueId of ids) await ann.call('POST', `/api/programs/${program}/cues`, { cueId });
    return { program, ids };
  };

  const CALLS: [what: string, prepare: Prepare][] = [
    ['dogs.create', call('POST', '/api/dogs', DOG)],
    ['dogs.update', about('dogs', DOG, 'PATCH', '/api/dogs/{id}', { ...DOG, base: DOG })],
    ['dogs.delete', about('dogs', DOG, 'DELETE', '/api/dogs/{id}')],
    ['cues.create', call('POST', '/api/cues', CUE)],
    ['cues.update', about('cues', CUE, 'PATCH', '/api/cues/{id}', { ...CUE, base: CUE })],
    ['cues.delete', about('cues', CUE, 'DELETE', '/api/cues/{id}')],
    ['programs.create', call('POST', '/api/programs', PROGRAM)],
    ['programs.update', about('programs', PROGRAM, 'PATCH', '/api/programs/{id}', { ...PROGRAM, base: PROGRAM })],
    ['videos.create', call('POST', '/api/videos', VIDEO)],
    ['videos.update', about('videos', VIDEO, 'PATCH', '/api/videos/{id}', { ...VIDEO, base: VIDEO })],
    ['videos.share', about('videos', VIDEO, 'POST', '/api/videos/{id}/share')],
    ['videos.delete', about('videos', VIDEO, 'DELETE', '/api/videos/{id}')],
    ['comments.create', about('videos', VIDEO, 'POST', '/api/videos/{id}/comments', { content: filled(COMMENT_MAX) })],
    ['comments.list', about('videos', VIDEO, 'GET', `/api/videos/{id}/comments?limit=${LIST_MAX}`)],
    [
      'profile.update',
      call('PATCH', '/api/users/profile', { bio: filled(BIO_MAX), firstName: filled(NAME_MAX), lastName: filled(NAME_MAX) }),
    ],
    ...['videos', 'videos/partners', 'dogs', 'cues', 'cues/partners', 'programs', 'friendships'].map((path): [string, Prepare] => [
      `the list ${path}`,
      listing(`/api/${path}`),
    ]),
    ['users.search', call('GET', `/api/users/search?query=${FILTER}&limit=${LIST_MAX}`)],
    ['community.browse', call('GET', `/api/community/browse?search=${FILTER}&county=${FILTER}&limit=${LIST_MAX}`)],
    ['cues.public', call('GET', `/api/cues/public?search=${FILTER}&limit=${LIST_MAX}`)],
    ['admin.betaAccess', call('GET', `/api/admin/beta-access?search=${FILTER}&limit=${LIST_MAX}`)],
    ['sync.pull', pulling(() => ann)],
    ['fifty sessions', fifty('videos', VIDEO)],
    ['fifty cues', fifty('cues', CUE)],
    ['fifty dogs', fifty('dogs', DOG)],
    [
      'cues.restore',
      async () => {
        const id = await made('cues', CUE);
        await ann.call('DELETE', `/api/cues/${id}`);
        return () => ann.call('POST', `/api/cues/${id}/restore`);
      },
    ],
    [
      'cues.import',
      async () => {
        const id = await made('cues', CUE);
        return () => ben.call('POST', `/api/cues/${id}/import`);
      },
    ],
    [
      'programs.orderCues',
      async () => {
        const { program, ids } = await filledProgram();
        return () => ann.call('PUT', `/api/programs/${program}/cues`, { cueIds: ids.toReversed() });
      },
    ],
    [
      'programs.cues',
      async () => {
        const { program } = await filledProgram();
        return () => ann.call('GET', `/api/programs/${program}/cues`);
      },
    ],
    [
      'the public page of a session',
      async () => {
        const id = await made('videos', VIDEO);
        await ann.call('POST', `/api/videos/${id}/share`);
        return async () => {
          const shown = await ben.get(`/api/videos/${id}/share`);
          await shown.text();
          return shown;
        };
      },
    ],
    ['what partners show', listing('/api/videos/partners', () => ben)],
    ['a partner’s cues', listing('/api/cues/partners', () => ben)],
    ['a partner’s first pull', pulling(() => ben)],
    ['waitlist.join', call('POST', '/api/waitlist', { email: `${'a'.repeat(240)}@example.org` })],
    ['auth.access', call('GET', '/api/auth/access')],
    ['auth.signIns', call('GET', '/api/auth/sign-ins')],
    [
      'push.subscribe',
      async () => {
        const body = { endpoint: `https://push.example.org/${'a'.repeat(900)}`, keys: newPushKeys().keys, kinds: ['comment'] };
        return () => ann.call('POST', '/api/push/subscriptions', body);
      },
    ],
    ['an upload of 500 MB', call('POST', '/api/objects/upload', { size: MEDIA_MAX_BYTES, type: 'video/mp4' })],
    [
      'the head of a film of 500 MB',
      async () => {
        const path = await openUploadAs(ann, { size: MEDIA_MAX_BYTES, type: 'video/mp4' });
        const headers = { ...TUS_HEADERS, 'Content-Type': 'application/offset+octet-stream', 'Upload-Offset': '0' };
        const body = mp4({ size: 2_000_000, moovFirst: true }) as BodyInit;
        return async () => {
          const sent = await app.fetchAs(ann, path, { method: 'PATCH', headers, body });
          expect((await app.fetchAs(ann, path, { method: 'HEAD', headers: TUS_HEADERS })).headers.get('upload-offset')).toBe('2000000');
          await app.fetchAs(ann, path, { method: 'DELETE', headers: TUS_HEADERS });
          return sent;
        };
      },
    ],
  ];

  test('of a pull gets an answer of its bound and one row at most', async () => {
    const rowBytes = Buffer.byteLength(JSON.stringify(VIDEO)) + 1_000;
    const { bytes } = await drained(ann, '/api/sync', { version: 1, cursors: {} });
    expect(bytes).toBeGreaterThan(PULL_PAGE_BYTES - rowBytes);
    expect(bytes).toBeLessThan(PULL_PAGE_BYTES + rowBytes);
  });

  test.each(CALLS)('of %s keeps no other request waiting', async (_what, prepare) => {
    // Warm up: compiling the code must not count.
    const warm = await (await prepare())();
    expect(warm.status).toBeLessThan(300);
    const costs: number[] = [];
    for (let count = 0; count < TRIES; count++) {
      const send = await prepare();
      let status = 0;
      costs.push((await longestTurn(async () => (status = (await send()).status))).longestMs);
      expect(status).toBe(warm.status);
      app.clock.forward(60);
    }
    expect(costs.toSorted((a, b) => a - b)[2]).toBeLessThan(MOST_MS);
  });
});
