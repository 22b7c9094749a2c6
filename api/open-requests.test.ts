import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addressOf } from './auth/rate-limits.ts';
import { openPglite, type OpenDatabase } from './db/open.ts';
import { boundOpenRequests } from './open-requests.ts';
import { EVENT_STREAMS, OPEN_REQUESTS } from './request-limits.ts';
import { refusalOf } from './routes/refusal-of.ts';
import type { AppEnv, Services } from './services.ts';
import { silentLog } from './log.ts';
import type { TestPerson } from './testing/create-test-app.ts';
import { createListeningApp, type ListeningApp } from './testing/listening-app.ts';
import { migratedDump } from './testing/migrated-pglite.ts';
import { headOf, openSlowSocket } from './testing/slow-sockets.ts';

/** An app behind one proxy, whose only route answers when the test says so. */
function appOf(most: number) {
  const waiting: (() => void)[] = [];
  const app = new Hono<AppEnv>();
  app.onError((error, c) => {
    const { status, retryAfter } = refusalOf(error, silentLog, '');
    return c.json({}, status, { 'retry-after': String(retryAfter) });
  });
  const services = { env: { trustProxy: 1 } } as Services;
  app.use(boundOpenRequests(most, (c) => addressOf(c, services), 7));
  app.get('/', async (c) => {
    await new Promise<void>((answer) => waiting.push(answer));
    return c.text('done');
  });
  const get = async (address: string) =>
    app.request(
      '/',
      { headers: { 'x-forwarded-for': `198.51.100.99, ${address}` } },
      { incoming: { socket: { remoteAddress: '127.0.0.1' } } },
    );
  return { get, answerAll: () => waiting.splice(0).forEach((answer) => answer()) };
}

test('counts each address behind the proxy separately, ignores forged entries, and counts all addresses of an IPv6 /64 as one', async () => {
  const { get, answerAll } = appOf(2);
  const open = [get('192.0.2.1'), get('192.0.2.1'), get('192.0.2.2'), get('2001:db8::1'), get('2001:db8::2')];
  for (const address of ['192.0.2.1', '2001:db8::3']) {
    const refused = await get(address);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '7']);
  }
  answerAll();
  expect((await Promise.all(open)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  const again = get('192.0.2.1');
  answerAll();
  expect((await again).status).toBe(200);
});

describe('the whole server, behind one proxy', () => {
  const CLUB = '198.51.100.1';
  const ELSEWHERE = '198.51.100.2';
  let database: OpenDatabase;
  let app: ListeningApp;
  let anna: TestPerson;
  let ben: TestPerson;
  beforeAll(async () => {
    database = await openPglite({ loadDataDir: await migratedDump() });
    app = await withLowLimits(() => createListeningApp(database, { trustProxy: 1 }));
    anna = await app.signIn('anna@example.org', { beta: true });
    ben = await app.signIn('ben@example.org', { beta: true });
  });
  afterAll(async () => {
    await app.close();
    await database.close();
  });

  const askFrom = (address: string, person: TestPerson, path: string) =>
    app.fetchAs(person, path, { headers: { 'x-forwarded-for': address } });
  const statusFrom = async (address: string) => {
    const answer = await askFrom(address, anna, '/api/videos');
    await answer.body?.cancel();
    return answer.status;
  };

  test('bounds the open requests of one address, whoever sends them', async () => {
    const slow = [anna, ben, anna, ben].map((person) => {
      const headers = { origin: app.services.env.publicUrl, cookie: app.cookieOf(person), 'content-type': 'application/json' };
      return openSlowSocket(Number(new URL(app.origin).port), headOf('POST', '/api/videos', { ...headers, 'x-forwarded-for': CLUB }), null);
    });
    await expect.poll(() => statusFrom(CLUB)).toBe(429);
    expect((await askFrom(CLUB, ben, '/api/dogs')).headers.get('retry-after')).toBe('5');
    expect(await statusFrom(ELSEWHERE)).toBe(200);
    for (const { socket } of slow) socket.destroy();
    await expect.poll(() => statusFrom(CLUB)).toBe(200);
  });

  test('bounds the event streams of one address, whoever opens them', async () => {
    const open = [await askFrom(CLUB, anna, '/api/events'), await askFrom(CLUB, ben, '/api/events')];
    expect(open.map(({ status }) => status)).toEqual([200, 200]);
    const refused = await askFrom(CLUB, anna, '/api/events');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
    open.push(await askFrom(ELSEWHERE, anna, '/api/events'));
    expect(open.at(-1)?.status).toBe(200);
    for (const stream of open) await stream.body?.cancel();
    await expect
      .poll(async () => {
        const again = await askFrom(CLUB, anna, '/api/events');
        await again.body?.cancel();
        return again.status;
      })
      .toBe(200);
  });
});

/** Makes an app with low limits: it reads them while it is made. */
async function withLowLimits<T>(make: () => Promise<T>): Promise<T> {
  const [requests, streams] = [{ ...OPEN_REQUESTS }, { ...EVENT_STREAMS }];
  Object.assign(OPEN_REQUESTS, { perAddress: 4 });
  Object.assign(EVENT_STREAMS, { perAddress: 2 });
  try {
    return await make();
  } finally {
    Object.assign(OPEN_REQUESTS, requests);
    Object.assign(EVENT_STREAMS, streams);
  }
}
