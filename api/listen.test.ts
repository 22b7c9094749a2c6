import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openPglite, type OpenDatabase } from './db/open.ts';
import { listen, type Listening } from './listen.ts';
import { boundOpenRequests } from './open-requests.ts';
import { EVENT_STREAMS, OPEN_REQUESTS, type RequestTimes } from './request-limits.ts';
import type { AppEnv } from './services.ts';
import { createTestApp, type TestApp, type TestPerson } from './testing/create-test-app.ts';
import { freePort } from './testing/free-port.ts';
import { headOf, openSlowSocket, type SlowSocket } from './testing/slow-sockets.ts';
import { mp4 } from './testing/sample-media.ts';
import { openUploadAs, TUS_HEADERS } from './testing/upload-as.ts';
import { migratedDump } from './testing/migrated-pglite.ts';

const SHORT: RequestTimes = {
  headersMs: 900,
  bodyMs: 1_000,
  uploadIdleMs: 1_500,
  uploadWindowMs: 2_000,
  uploadWindowBytes: 1_000,
  silentMs: 60_000,
  idleMs: 60_000,
  idleBehindProxyMs: 90_000,
};
const BYTE_EVERY_MS = 100;
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

let database: OpenDatabase;
let app: TestApp;
let port: number;
let server: Listening | null;
let kate: TestPerson;
let sockets: SlowSocket[];
beforeAll(async () => {
  database = await openPglite({ loadDataDir: await migratedDump() });
  app = await createTestApp(database);
  kate = await app.signIn('kate@example.org', { beta: true });
});
afterAll(async () => {
  await app.close();
  await database.close();
});
beforeEach(async () => {
  port = await freePort();
  server = null;
  sockets = [];
});
afterEach(async () => {
  for (const { socket } of sockets) socket.destroy();
  await server?.close();
});

const start = async (times: RequestTimes = SHORT, fetch: Parameters<typeof listen>[0] = app.app.fetch, trustProxy = 0) => {
  server = await listen(fetch, { host: '127.0.0.1', port, trustProxy }, times);
};
const open = (head: string, everyMs: number | null = BYTE_EVERY_MS) => {
  const opened = openSlowSocket(port, head, everyMs);
  sockets.push(opened);
  return opened;
};
const cookieOf = (person: TestPerson) => [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
const asKate = () => ({ cookie: cookieOf(kate) });
const fetchAsKate = (path: string, init: RequestInit = {}) =>
  fetch(`http://127.0.0.1:${port}${path}`, { ...init, headers: { ...asKate(), ...(init.headers as Record<string, string>) } });
const patchHead = (path: string, length: number) =>
  headOf('PATCH', path, {
    ...asKate(),
    ...TUS_HEADERS,
    'upload-offset': 0,
    'content-type': 'application/offset+octet-stream',
    'content-length': length,
  });
const offsetOf = async (path: string) =>
  Number((await fetchAsKate(path, { method: 'HEAD', headers: TUS_HEADERS })).headers.get('upload-offset'));

describe('a request whose body does not arrive', () => {
  test('is ended on every route, even 250 at once without a sign-in, while a slow but steady upload completes', async () => {
    await start();
    const film = mp4({ size: 60_000 });
    const path = await openUploadAs(kate, { size: film.length });
    const upload = open(patchHead(path, film.length), null);
    let sent = 0;
    const sending = setInterval(() => {
      upload.socket.write(film.subarray(sent, (sent += 1_500)));
      if (sent >= film.length) clearInterval(sending);
    }, BYTE_EVERY_MS);

    const heads = [
      headOf('POST', '/api/login', FORM),
      headOf('POST', '/api/login/code', FORM),
      headOf('POST', '/api/waitlist', { 'content-type': 'application/json' }),
      headOf('POST', '/api/batch', { 'content-type': 'application/json' }),
      headOf('PATCH', path, TUS_HEADERS),
      headOf('GET', '/'),
      headOf('GET', '/api/health'),
      'POST /api/waitlist HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n',
      'GET / HTTP/1.1\r\nhost: localhost\r\nx-slow: ',
      '',
    ];
    const slow = Array.from({ length: 250 }, (_, place) => open(heads[place % heads.length]!));
    await Promise.all(slow.map(({ closed }) => closed));

    await expect.poll(() => upload.heard()).toContain('HTTP/1.1 204');
    expect(await offsetOf(path)).toBe(film.length);
  });

  test('gets a 408 in the format of the API if nothing else was answered', async () => {
    await start();
    const late = open(headOf('POST', '/api/login', FORM));
    await late.closed;
    const [head = '', body = ''] = late.heard().split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 408 [\s\S]*Connection: close/);
    expect(JSON.parse(body)).toEqual({
      code: 'timeout',
      message: 'Your request did not arrive in time. Please try again.',
      requestId: expect.any(String),
    });
    expect(app.errors).toEqual([]);
  });

  test('is ended for a signed-in person too', async () => {
    await start();
    const heads = ['/api/batch', '/api/sync', '/api/dogs', '/api/objects/upload'].map((path) =>
      headOf('POST', path, { ...asKate(), 'content-type': 'application/json' }),
    );
    const late = heads.map((head) => open(head));
    await Promise.all(late.map(({ closed }) => closed));
    expect(late.map(({ heard }) => heard().slice(0, 12))).toEqual(heads.map(() => 'HTTP/1.1 408'));
  });
});

describe('an upload', () => {
  test.each([
    ['sends a byte now and then', BYTE_EVERY_MS],
    ['falls silent', null],
  ])('that %s is ended, and keeps the received bytes', async (_how, everyMs) => {
    await start();
    const film = mp4({ size: 50_000 });
    const path = await openUploadAs(kate, { size: film.length });
    const stalling = open(patchHead(path, film.length), everyMs);
    stalling.socket.write(film.subarray(0, 20_000));
    await stalling.closed;
    expect(await offsetOf(path)).toBeGreaterThanOrEqual(20_000);
  });
});

test('an answer that the client does not read is ended', async () => {
  await start();
  const film = mp4({ size: 30_000_000 });
  const path = await openUploadAs(kate, { size: film.length });
  await fetchAsKate(path, { method: 'PUT', body: film as BodyInit });
  const { body } = await kate.call<{ objectPath: string }>('PUT', '/api/videos/finalize', { videoURL: path });
  await server?.close();
  const answers: ServerResponse[] = [];
  // Not during the upload, which a second without traffic would also cut.
  await start({ ...SHORT, silentMs: 1_000 }, (request, bindings) => {
    answers.push((bindings as HttpBindings).outgoing);
    return app.app.fetch(request, bindings);
  });
  const reader = open(headOf('GET', body.objectPath, { ...asKate(), 'content-length': 0 }), null);
  await once(reader.socket, 'data');
  reader.socket.pause();
  const answer = answers.at(-1)!;
  if (!answer.closed) await once(answer, 'close');
  expect(answer.writableFinished).toBe(false);
});

test('a stop ends hanging requests within five seconds', async () => {
  await start({ ...SHORT, headersMs: 60_000, bodyMs: 60_000 });
  const hanging = [headOf('POST', '/api/login', FORM), headOf('GET', '/'), 'GET / HTTP/1.1\r\nx: '].map((head) => open(head));
  await Promise.all(hanging.map(({ socket }) => once(socket, 'connect')));
  const began = performance.now();
  await server?.close();
  server = null;
  expect(performance.now() - began).toBeLessThan(5_000);
});

describe('a server that ends its connections', () => {
  const ping = headOf('GET', '/ping', { 'content-length': 0 });
  let finish: () => void;
  const answers: Record<string, () => Response | Promise<Response>> = {
    '/ping': () => new Response('pong'),
    '/slow': () => new Promise((resolve) => (finish = () => resolve(new Response('at last')))),
    '/stream': () =>
      new Response(
        new ReadableStream({
          start(stream) {
            stream.enqueue(new TextEncoder().encode('begun'));
            finish = () => stream.close();
          },
        }),
      ),
  };
  const startApp = () => start(SHORT, ({ url }) => answers[new URL(url).pathname]!());

  test('leaves an idle one open until its next answer, which says that it closes', async () => {
    await startApp();
    const idle = open(ping, null);
    await expect.poll(() => idle.heard()).toContain('pong');
    expect(idle.heard()).toContain('Connection: keep-alive');
    server!.endConnections();
    idle.socket.write(ping);
    await idle.closed;
    expect(idle.heard().split('HTTP/1.1 200 OK')[2]).toMatch(/Connection: close[\s\S]*pong$/);
  });

  test('accepts new ones, and closes each after its answer', async () => {
    await startApp();
    server!.endConnections();
    const late = open(ping, null);
    await late.closed;
    expect(late.heard()).toMatch(/Connection: close[\s\S]*pong$/);
  });

  test.each([
    ['has not begun', '/slow', '', /Connection: close[\s\S]*at last$/],
    ['has begun', '/stream', 'begun', /Connection: keep-alive[\s\S]*begun\r\n0\r\n\r\n$/],
  ])('closes one after an answer that %s', async (_what, path, begun, whole) => {
    await startApp();
    const slow = open(headOf('GET', path, { 'content-length': 0 }), null);
    finish = () => {};
    const none = finish;
    await expect.poll(() => finish !== none && slow.heard().includes(begun)).toBe(true);
    server!.endConnections();
    finish();
    await slow.closed;
    expect(slow.heard()).toMatch(whole);
  });
});

describe('open requests and streams', () => {
  const long = { ...SHORT, bodyMs: 60_000 };

  test('limits the event streams of a person: one more ends the oldest', async () => {
    await start(long);
    const streams = await Promise.all(
      Array.from({ length: EVENT_STREAMS.perPerson }, async () => {
        const ending = new AbortController();
        return { ending, answer: await fetchAsKate('/api/events', { signal: ending.signal }) };
      }),
    );
    expect(streams.map(({ answer }) => answer.status)).toEqual(streams.map(() => 200));
    const endedAt: number[] = [];
    const ends = streams.map(({ answer }, place) =>
      answer
        .text()
        .catch(() => '')
        .then(() => endedAt.push(place)),
    );
    const another = new AbortController();
    expect((await fetchAsKate('/api/events', { signal: another.signal })).status).toBe(200);
    await expect.poll(() => endedAt.length).toBeGreaterThan(0);
    expect(endedAt).toHaveLength(1);
    // Exactly one stream made room, so the next one ends another.
    const next = new AbortController();
    expect((await fetchAsKate('/api/events', { signal: next.signal })).status).toBe(200);
    await expect.poll(() => endedAt.length).toBe(2);
    for (const { ending } of [...streams, { ending: another }, { ending: next }]) ending.abort();
    await Promise.all(ends);
  });

  test('stops counting pipelined requests once their connection is cut', async () => {
    const app = new Hono<AppEnv>();
    app.onError((_error, c) => c.text('', 429));
    app.use(boundOpenRequests(3, () => 'one address'));
    const begun: string[] = [];
    app.get('/hangs', (c) => {
      begun.push(c.req.path);
      return new Promise<Response>(() => {});
    });
    app.get('/', (c) => c.text('done'));
    await start(long, app.fetch as never);
    const piped = open(headOf('GET', '/hangs', { 'content-length': 0 }).repeat(3), null);
    await expect.poll(() => begun.length).toBe(3);
    const status = async () => (await fetch(`http://127.0.0.1:${port}/`)).status;
    expect(await status()).toBe(429);
    piped.socket.destroy();
    await expect.poll(status).toBe(200);
    // Each request is subtracted only once, so a repetition gives the same result.
    const again = open(headOf('GET', '/hangs', { 'content-length': 0 }).repeat(3), null);
    await expect.poll(() => begun.length).toBe(6);
    expect(await status()).toBe(429);
    again.socket.destroy();
    await expect.poll(status).toBe(200);
  });

  test('limits the requests of one person without affecting others', async () => {
    await start(long);
    const ben = await app.signIn('ben@example.org', { beta: true });
    for (let count = 0; count < OPEN_REQUESTS.perPerson; count += 1)
      open(headOf('POST', '/api/dogs', { ...asKate(), 'content-type': 'application/json' }), null);
    await expect.poll(async () => (await fetchAsKate('/api/auth/user')).status).toBe(429);
    expect((await fetch(`http://127.0.0.1:${port}/api/auth/user`, { headers: { cookie: cookieOf(ben) } })).status).toBe(200);
    sockets.forEach(({ socket }) => socket.destroy());
    await expect.poll(async () => (await fetchAsKate('/api/auth/user')).status).toBe(200);
  });
});

test.each([
  ['a browser', 0, 'timeout=60'],
  ['a proxy', 1, 'timeout=90'],
])('tells %s how long its connection stays open between requests', async (_who, trustProxy, header) => {
  await start(SHORT, app.app.fetch, trustProxy);
  const answer = await fetch(`http://127.0.0.1:${port}/api/health`);
  await answer.body?.cancel();
  expect(answer.headers.get('keep-alive')).toBe(header);
});
