import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { noteBackedUp, noteBackupFailed } from '../backup/backup-notes.ts';
import type { OpenDatabase } from '../db/open.ts';
import { derivations, objects, uploads } from '../db/tables/media.ts';
import { deriveJob } from '../media/derived/derive-job.ts';
import type { MediaStore } from '../media/store/media-store.ts';
import { startSweeping } from '../sweeping.ts';
import { createTestApp, type TestApp, type TestPerson } from '../testing/create-test-app.ts';
import { describeOnBothDatabases } from '../testing/describe-on-both-databases.ts';
import { createMetrics } from './metrics.ts';

const ON_THIS_MACHINE = { incoming: { socket: { remoteAddress: '127.0.0.1' } } };
const MINUTE_MS = 60_000;

/** What Prometheus reads. */
async function scrape({ app }: TestApp, headers: Record<string, string> = {}, from: object = ON_THIS_MACHINE) {
  const answer = await app.request(`http://${headers['host'] ?? 'localhost'}/api/metrics`, { headers }, from);
  const text = await answer.text();
  return {
    status: answer.status,
    text,
    /** The value of a series, named as in the text; 0 if it is not there, as Prometheus counts. */
    of: (series: string) =>
      Number(
        text
          .split('\n')
          .find((line) => line.startsWith(`${series} `))
          ?.split(' ')[1] ?? 0,
      ),
  };
}

describeOnBothDatabases('metrics', (open, kind) => {
  let database: OpenDatabase;
  let test: TestApp;
  let ann: TestPerson;
  beforeAll(async () => {
    database = await open();
    test = await createTestApp(database, { env: { adminEmails: ['ann@example.org'] } });
    ann = await test.signIn('ann@example.org', { beta: true });
    await test.services.media.bind();
  });
  afterAll(() => test.close());

  it('count answers by call and code, without anything that a person typed', async () => {
    const id = randomUUID();
    const before = await scrape(test);
    await ann.call('GET', '/api/dogs');
    await ann.call('GET', `/api/videos/${id}`);
    await ann.call('GET', '/api/kate-ellison/secret');
    await ann.send('/api/dogs', { method: 'PROPFIND' });
    const after = await scrape(test);
    const counted = (series: string) => after.of(series) - before.of(series);
    expect(counted('longline_requests_total{method="GET",route="/api/dogs",status="200",code=""}')).toBe(1);
    expect(counted('longline_requests_total{method="GET",route="/api/videos/:id",status="404",code="not_found"}')).toBe(1);
    expect(counted('longline_requests_total{method="GET",route="/api/*",status="404",code="not_found"}')).toBe(1);
    expect(counted('longline_request_seconds_count{method="GET",route="/api/dogs"}')).toBe(1);
    expect(after.text).toContain('method="other"');
    for (const typed of [id, 'kate-ellison', 'PROPFIND', 'ann@']) expect(after.text, typed).not.toContain(typed);
  });

  it('count the changes of an envelope by answer, and how long they had waited', async () => {
    const before = await scrape(test);
    const change = (payload: object, waited?: number) => ({
      key: randomUUID(),
      call: 'dogs.create',
      params: {},
      payload,
      ...(waited !== undefined && { waited }),
    });
    const fen = { id: randomUUID(), name: 'Fen', breed: 'Border Collie', birthdate: '2022-08-03' };
    const operations = [change(fen, 30), change({ ...fen, id: randomUUID(), name: '' }, 7_000), change({ ...fen, id: randomUUID() })];
    expect((await ann.call('POST', '/api/batch', { version: 1, operations })).status).toBe(200);
    const after = await scrape(test);
    const counted = (series: string) => after.of(series) - before.of(series);
    expect(counted('longline_changes_total{answer="applied"}')).toBe(2);
    expect(counted('longline_changes_total{answer="invalid"}')).toBe(1);
    expect(counted('longline_change_age_seconds_count')).toBe(2);
    expect(counted('longline_change_age_seconds_sum')).toBe(7_030);
    expect(counted('longline_change_age_seconds_bucket{le="60"}')).toBe(1);
  });

  it('count event streams while they are open', async () => {
    const cookie = [...ann.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const { body } = await test.app.request('/api/events', { headers: { cookie } });
    const reader = body!.getReader();
    await reader.read();
    expect((await scrape(test)).of('longline_event_streams')).toBe(1);
    await reader.cancel();
    await expect.poll(async () => (await scrape(test)).of('longline_event_streams')).toBe(0);
  });

  it('show uploads, jobs, backups, space and connections', async () => {
    const { db, env } = test.services;
    const before = (ms: number) => new Date(test.clock.now.getTime() - ms);
    const upload = (lastByteAt: Date, objectPath: string | null = null) => ({
      id: randomUUID(),
      ownerId: ann.userId,
      size: 10,
      createdAt: lastByteAt,
      lastByteAt,
      objectPath,
    });
    await db
      .insert(uploads)
      .values([
        upload(before(MINUTE_MS)),
        upload(before(20 * MINUTE_MS)),
        upload(before(30 * MINUTE_MS)),
        upload(before(MINUTE_MS), '/objects/finished'),
        upload(before(2 * 1_440 * MINUTE_MS)),
      ]);
    await db.insert(objects).values(objectOf(ann, '/objects/metrics'));
    await db.insert(derivations).values({ objectPath: '/objects/metrics', kind: 'video', dueAt: before(90_000) });
    const never = await scrape(test);
    expect(never.of('longline_uploads{state="active"}')).toBe(1);
    expect(never.of('longline_uploads{state="stalled"}')).toBe(2);
    expect(never.of('longline_derivations_waiting{kind="video"}')).toBe(1);
    expect(never.of('longline_derivations_oldest_seconds')).toBe(90);
    expect(never.of('longline_database_up')).toBe(1);
    expect(never.of('longline_free_bytes')).toBeGreaterThan(0);
    expect(never.text).not.toMatch(/^longline_backup_verified_timestamp_seconds /m);
    expect(never.of('longline_database_connections{state="idle"}') > 0).toBe(kind === 'postgres');

    await noteBackedUp(db, test.clock.now, 3);
    await noteBackupFailed(db, test.clock.now, 'The disk is full');
    env.backup = { dir: '/backup', keepDays: 14 };
    const backedUp = await scrape(test);
    expect(backedUp.of('longline_backup_verified_timestamp_seconds')).toBe(test.clock.now.getTime() / 1_000);
    expect(backedUp.of('longline_backup_lost_files')).toBe(3);
    expect(backedUp.of('longline_backup_failing')).toBe(1);
    expect(backedUp.of('longline_backup_expected')).toBe(1);
  });

  it('count attempts to derive files', async () => {
    const { services } = test;
    const { signal } = new AbortController();
    const path = '/objects/pictures';
    const attempt = async (attempts: number, store: MediaStore) => {
      await services.db.insert(derivations).values({ objectPath: path, kind: 'picture', dueAt: test.clock.now }).onConflictDoNothing();
      const [object] = await services.db.select().from(objects).where(eq(objects.path, path));
      await deriveJob({ ...services, store, ffmpeg: null }, { attempts, object: object! }, 'pictures', signal);
    };
    const counted = async () => {
      const { of } = await scrape(test);
      return ['made', 'failed', 'given_up'].map((result) => of(`longline_derivations_total{result="${result}"}`));
    };
    await services.db.insert(objects).values(objectOf(ann, path, 'image/png'));
    const broken = {} as MediaStore;
    await attempt(0, broken);
    expect(await counted()).toEqual([0, 1, 0]);
    await attempt(2, broken);
    expect(await counted()).toEqual([0, 1, 1]);
    // There is nothing to derive from an object that is gone.
    await attempt(0, services.media.store);
    expect(await counted()).toEqual([1, 1, 1]);
  });

  it('tell when rows were swept, and how often that failed', async () => {
    const stop = startSweeping(test.services);
    await expect.poll(async () => (await scrape(test)).of('longline_sweep_completed_timestamp_seconds{what="rows"}')).toBeGreaterThan(0);
    expect((await scrape(test)).of('longline_sweep_seconds{what="rows"}')).toBeGreaterThan(0);
    stop();
    const failing = startSweeping({ ...test.services, db: {} as never });
    await expect.poll(async () => (await scrape(test)).of('longline_sweeps_failed_total{what="rows"}')).toBe(1);
    failing();
  });

  it('tell when media were swept', async () => {
    test.services.media.startSweeping();
    await expect.poll(async () => (await scrape(test)).of('longline_sweep_completed_timestamp_seconds{what="media"}')).toBeGreaterThan(0);
  });

  it('count a sweep that stopped, and leave out one that another replica does', async () => {
    const metrics = createMetrics();
    await metrics.measureSweep('media', async () => 'stopped');
    await metrics.measureSweep('media', async () => 'elsewhere');
    const text = await metrics.registry.metrics();
    expect(text).toMatch(/^longline_sweeps_failed_total\{what="media"\} 1$/m);
    expect(text).not.toMatch(/^longline_sweep_completed_timestamp_seconds\{/m);
  });

  it('answer without the figures of a database that hangs, and read again for later calls', async () => {
    const { db } = test.services;
    let answers = (_rows: object[]) => {};
    const hung = new Promise<object[]>((resolve) => (answers = resolve));
    const asked = vi.spyOn(db, 'select').mockImplementationOnce((() => ({ from: () => ({ where: () => hung }) })) as never);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const hanging = scrape(test);
      await vi.waitFor(() => expect(asked).toHaveBeenCalledOnce());
      vi.advanceTimersByTime(5_000);
      expect((await hanging).of('longline_database_up')).toBe(0);
      const next = scrape(test);
      await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
      vi.advanceTimersByTime(5_000);
      expect((await next).of('longline_database_up')).toBe(0);
      // No call takes one more connection meanwhile.
      expect(asked).toHaveBeenCalledOnce();
    } finally {
      vi.useRealTimers();
      asked.mockRestore();
    }
    answers([]);
    await expect.poll(async () => (await scrape(test)).of('longline_database_up')).toBe(1);
  });

  it('answer without the figures of a database that is away', async () => {
    const { db } = test.services;
    const { select } = db;
    db.select = () => {
      throw new Error('gone');
    };
    const away = await scrape(test);
    db.select = select;
    expect(away.status).toBe(200);
    expect(away.of('longline_database_up')).toBe(0);
    expect(away.text).not.toMatch(/^longline_uploads\{/m);
    expect(away.text).toMatch(/^longline_requests_total\{/m);
    expect((await scrape(test)).of('longline_database_up')).toBe(1);
  });

  it('are a secret of this machine, or of who has the token', async () => {
    const elsewhere = { incoming: { socket: { remoteAddress: '192.0.2.7' } } };
    const publicUrl = 'https://longline.example.org';
    const cases: [env: Partial<TestApp['services']['env']>, headers: Record<string, string>, from: object, status: number][] = [
      [{}, {}, ON_THIS_MACHINE, 200],
      [{}, {}, { incoming: { socket: { remoteAddress: '::1' } } }, 200],
      [{}, {}, elsewhere, 404],
      [{}, { 'x-forwarded-for': '127.0.0.1' }, ON_THIS_MACHINE, 404],
      [{ trustProxy: 1 }, { 'x-forwarded-for': '127.0.0.1' }, ON_THIS_MACHINE, 404],
      [{}, { host: 'rebound.example.org' }, ON_THIS_MACHINE, 404],
      [{ publicUrl }, {}, ON_THIS_MACHINE, 404],
      [{ publicUrl, trustProxy: 1 }, {}, ON_THIS_MACHINE, 200],
      [{ publicUrl, trustProxy: 1 }, { via: '1.1 proxy' }, ON_THIS_MACHINE, 404],
      [{ metricsToken: 'sixteen characters' }, {}, ON_THIS_MACHINE, 404],
      [{ metricsToken: 'sixteen characters' }, { authorization: 'Bearer sixteen characterS' }, ON_THIS_MACHINE, 404],
      [{ metricsToken: 'sixteen characters' }, { authorization: 'Bearer ' }, ON_THIS_MACHINE, 404],
      [{ metricsToken: 'sixteen characters' }, { authorization: 'Bearer sixteen characters' }, elsewhere, 200],
    ];
    for (const [env, headers, from, status] of cases) {
      const guarded = await createTestApp(database, { env });
      const answer = await scrape(guarded, headers, from);
      await guarded.close();
      expect(answer.status, JSON.stringify([env, headers, from])).toBe(status);
      expect(answer.text.includes('longline_'), JSON.stringify(answer.text.slice(0, 80))).toBe(status === 200);
    }
  });
});

const objectOf = ({ userId }: TestPerson, path: string, mediaType = 'video/mp4') => ({
  path,
  ownerId: userId,
  mediaType,
  size: 1,
  sha256: '',
  servedSize: 1,
  servedSha256: '',
  createdAt: new Date(0),
});

it('measures the process: event-loop delay, memory', async () => {
  const metrics = createMetrics();
  metrics.measureProcess();
  const text = await metrics.registry.metrics();
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
  expect(text).toMatch(/^process_resident_memory_bytes [1-9]/m);
  expect(text).toMatch(/^longline_info\{version="\d+\.\d+\.\d+"\} 1$/m);
});
