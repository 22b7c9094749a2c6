import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openPglite, type OpenDatabase } from '../db/open.ts';
import { countQueries } from '../testing/count-queries.ts';
import { keepLogLines } from '../testing/log-lines.ts';
import { migratedDump } from '../testing/migrated-pglite.ts';
import { healthRoutes } from './health.ts';

let database: OpenDatabase;
beforeAll(async () => {
  database = await openPglite({ loadDataDir: await migratedDump() });
});
afterAll(() => database.close());

test('asks the database once for all calls at the same time, and again for later ones', async () => {
  const { db } = database;
  const { log, lines } = keepLogLines();
  const routes = healthRoutes({ db, log }, new AbortController().signal);
  const askAtOnce = async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, async () => routes.request('/api/ready')));
    return [...new Set(answers.map(({ status }) => status))];
  };
  const counted = countQueries(db);
  expect(await askAtOnce()).toEqual([200]);
  expect(counted.queries).toHaveLength(1);
  expect(await askAtOnce()).toEqual([200]);
  expect(counted.queries).toHaveLength(2);

  const execute = db.execute.bind(db);
  db.execute = () => {
    throw new Error('gone');
  };
  expect(await askAtOnce()).toEqual([503]);
  expect(lines).toHaveLength(1);
  db.execute = execute;
  expect(await askAtOnce()).toEqual([200]);
});

test('answers 503 while a query hangs, and asks again for later calls', async () => {
  const { db } = database;
  const routes = healthRoutes({ db, log: keepLogLines().log }, new AbortController().signal);
  const asked = vi.spyOn(db, 'execute').mockImplementationOnce((() => new Promise(() => {})) as never);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const hanging = routes.request('/api/ready');
    await vi.waitFor(() => expect(asked).toHaveBeenCalledOnce());
    vi.advanceTimersByTime(10_000);
    expect((await hanging).status).toBe(503);
    expect((await routes.request('/api/ready')).status).toBe(200);
  } finally {
    vi.useRealTimers();
    asked.mockRestore();
  }
});

test('answers 503 while the server stops, without asking the database', async () => {
  const { db } = database;
  const stopping = new AbortController();
  const routes = healthRoutes({ db, log: keepLogLines().log }, stopping.signal);
  expect((await routes.request('/api/ready')).status).toBe(200);
  stopping.abort();
  const counted = countQueries(db);
  const answer = await routes.request('/api/ready');
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await answer.json()).toMatchObject({ code: 'unavailable', message: expect.stringContaining('restarting') as string });
  expect((await routes.request('/api/health')).status).toBe(200);
  expect(counted.queries).toEqual([]);
});
