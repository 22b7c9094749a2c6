import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Dog } from './contract/entities/dog.ts';
import type { Video } from './contract/entities/video.ts';
import { DELETED_KEPT_DAYS } from './contract/limits.ts';
import { rowsOf } from './db/rows-of.ts';
import { objects } from './db/tables/media.ts';
import { pushMessages } from './db/tables/push.ts';
import { sweepFeeds } from './feeds/sweep-feeds.ts';
import { sweepMedia } from './media/maintenance/sweep.ts';
import { UploadLocker } from './media/uploads/upload-locker.ts';
import { createTestApp, type TestApp, type TestPerson } from './testing/create-test-app.ts';
import { describeOnBothDatabases } from './testing/describe-on-both-databases.ts';
import { keepLogLines } from './testing/log-lines.ts';
import { becomePartners, deviceOf } from './testing/pulling-device.ts';
import { newPushKeys, type PushService, startPushService } from './testing/push-service.ts';

const DAY_SECONDS = 86_400;
const PLANTED = 'Plantedword, typed by a person';
const ANY_PLANTED = /planted/i;

describeOnBothDatabases('after the purge, no table, file or log line', (open) => {
  let test: TestApp;
  let lines: string[];
  let service: PushService;
  let anna: TestPerson;
  let ben: TestPerson;
  beforeAll(async () => {
    const kept = keepLogLines();
    lines = kept.lines;
    service = await startPushService();
    test = await createTestApp(await open(), { log: kept.log, env: { nodeEnv: 'test' } });
    anna = await test.signIn('anna@example.org', { beta: true });
    ben = await test.signIn('ben@example.org', { beta: true });
    await anna.call('PATCH', '/api/users/profile', { firstName: 'Anna', profileVisibility: 'public' });
    await becomePartners(anna, ben);
  });
  afterAll(async () => {
    await test.close();
    await service.close();
  });

  const key = () => ({ 'idempotency-key': randomUUID() });
  const make = async <Row extends { id: string }>(path: string, body: object, by = anna) =>
    (await by.call<Row>('POST', path, body, key())).body;

  /** Names of the tables and files that hold a planted word, and the log lines that do. */
  async function findPlanted(): Promise<string[]> {
    const { db, env } = test.services;
    const tables = await rowsOf<{ name: string }>(
      db,
      sql`select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
          where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
    );
    const found: string[] = [];
    for (const { name } of tables) {
      const [row] = await rowsOf<{ row: string }>(db, sql.raw(`select t::text as row from ${name} t where t::text ~* 'planted' limit 1`));
      if (row) found.push(`table ${name}`);
    }
    const files = await readdir(env.dataDir, { recursive: true, withFileTypes: true });
    for (const file of files) {
      const path = join(file.parentPath, file.name);
      if (ANY_PLANTED.test(path) || (file.isFile() && ANY_PLANTED.test(await readFile(path, 'latin1')))) found.push(`file ${file.name}`);
    }
    return [...found, ...lines.filter((line) => ANY_PLANTED.test(line))];
  }

  /** Stores a picture of Anna's, with a planted word inside. @returns its path */
  async function storePicture(): Promise<string> {
    const { db, media, now } = test.services;
    const bytes = Buffer.from(PLANTED);
    const name = 'p'.repeat(43);
    await media.store.writeObject(name, bytes);
    const size = bytes.length;
    const object = { path: `/objects/${name}`, ownerId: anna.userId, mediaType: 'image/png', size, sha256: '', createdAt: now() };
    await db.insert(objects).values({ ...object, servedSize: size, servedSha256: '' });
    return object.path;
  }

  it('holds a word of the rows, in any copy', async () => {
    const { services, clock } = test;
    const endpoint = `${service.origin}/${randomUUID()}`;
    service.answer(new URL(endpoint).pathname, 503);
    const subscription = { endpoint, keys: newPushKeys().keys, kinds: ['session', 'comment'] };
    expect((await ben.call('POST', '/api/push/subscriptions', subscription)).status).toBe(201);
    const picture = await storePicture();

    const dog = await make<Dog>('/api/dogs', {
      name: 'Planteddog',
      breed: PLANTED,
      birthdate: '2020-01-01',
      notes: PLANTED,
      titles: [PLANTED],
    });
    const session = await make<Video>('/api/videos', { title: PLANTED, description: PLANTED, dogId: dog.id, videoUrl: picture });
    const cue = await make('/api/cues', { name: PLANTED, description: PLANTED, steps: [PLANTED], visibility: 'public' });
    const program = await make('/api/programs', { name: PLANTED, goal: PLANTED });
    await anna.call('POST', `/api/programs/${program.id}/cues`, { cueId: cue.id, orderIndex: 0 }, key());
    const ofBen = await make(`/api/videos/${session.id}/comments`, { content: PLANTED }, ben);
    const ofAnna = await make(`/api/videos/${session.id}/comments`, { content: PLANTED });
    const exercises = [{ id: 'aaaaaaaa', exercise: PLANTED }];
    const plan = await make('/api/plans', { day: '2026-12-01', exercises, note: PLANTED });
    const trial = await make('/api/trials', { name: PLANTED, day: '2026-12-20', result: PLANTED, shownToPartners: true });
    const rows = [
      `/api/videos/${session.id}`,
      `/api/dogs/${dog.id}`,
      `/api/cues/${cue.id}`,
      `/api/programs/${program.id}`,
      `/api/plans/${plan.id}`,
      `/api/trials/${trial.id}`,
    ];
    const fields = ['title', 'name', 'name', 'name', 'note', 'name'];
    for (const [place, path] of rows.entries()) {
      const field = fields[place]!;
      for (const value of ['Planted one', 'Planted two'])
        await anna.call('PATCH', path, { [field]: value, base: { [field]: 'Planted' } }, key());
    }
    const device = deviceOf(anna);
    await device.pullAll();
    const conflicts = device.rows<{ id: string; entity: string }>('conflicts');
    expect(conflicts.map(({ entity }) => entity).toSorted()).toEqual(
      expect.arrayContaining(['cues', 'dogs', 'programs', 'trials', 'videos']),
    );
    await anna.call('DELETE', `/api/conflicts/${conflicts[0]!.id}`, undefined, key());
    await anna.call('DELETE', `/api/videos/${session.id}/comments/${ofAnna.id}`, undefined, key());
    await services.push.settled();
    expect(await services.db.$count(pushMessages)).toBeGreaterThan(0);
    expect(await findPlanted()).toEqual(
      expect.arrayContaining([
        'table public.idempotency_keys',
        'table public.conflicts',
        'table public.listed_people',
        'table public.videos',
        expect.stringMatching(/^file/),
      ]),
    );

    const deleteAll = async () => {
      for (const path of rows) expect((await anna.call('DELETE', path, undefined, key())).status).toBe(200);
    };
    const sweep = async () => {
      const { store } = services.media;
      await sweepMedia({ ...services, store, locker: new UploadLocker(services), agesUntil: clock.now });
      await sweepFeeds(services, clock.now);
    };
    await deleteAll();
    clock.forward((DELETED_KEPT_DAYS - 1) * DAY_SECONDS);
    await sweep();
    // The server still answers repeated deletions shortly before the purge.
    clock.forward(DAY_SECONDS - 60);
    await deleteAll();
    await ben.call('DELETE', `/api/videos/${session.id}/comments/${ofBen.id}`, undefined, key());
    // This sweep purges the rows. The answers to the repeats are an hour old by then.
    clock.forward(3_600);
    await sweep();
    expect(await findPlanted()).not.toEqual(expect.arrayContaining([expect.stringMatching(/table public\.(dogs|idempotency_keys)/)]));
    for (let run = 0; run < 10; run += 1) {
      clock.forward(DAY_SECONDS);
      await sweep();
    }
    expect(await findPlanted()).toEqual([]);
    await device.pullAll();
    expect(device.rows('conflicts')).toEqual([]);
    expect(await anna.call('GET', '/api/videos')).toMatchObject({ status: 200, body: [] });
  });
});
