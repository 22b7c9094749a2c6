import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp, type TestPerson } from '../testing/create-test-app.ts';
import { CALLS, type Described, namedFor, requestOf } from '../testing/described-requests.ts';
import { describeOnBothDatabases } from '../testing/describe-on-both-databases.ts';
import { keepLogLines } from '../testing/log-lines.ts';
import { megabytesInUse } from '../testing/process-memory.ts';
import { type Answered, type Served, serveTestApp } from '../testing/serve-test-app.ts';
import { watchConnections } from '../testing/watch-connections.ts';

/** Requests per call and database: more than two thousand in all. */
const RUNS = Number(process.env['RUNS'] ?? 20);
const MOST_GROWTH_MEGABYTES = 50;

describeOnBothDatabases('requests generated from the published description', (open, kind) => {
  let test: TestApp;
  let served: Served;
  let anna: TestPerson;
  let known: string[];
  let lines: string[];
  let requests = 0;
  let watched: ReturnType<typeof watchConnections>;
  let idle: number;
  beforeAll(async () => {
    const kept = keepLogLines();
    lines = kept.lines;
    const database = await open();
    test = await createTestApp(database, { log: kept.log, env: { adminEmails: ['anna@example.org'] } });
    served = await serveTestApp(test);
    watched = watchConnections([served.origin, database.url].flatMap((url) => (url ? [new URL(url).port] : [])));
    anna = await test.signIn('anna@example.org');
    const ben = await test.signIn('ben@example.org', { beta: true });
    const made = async (path: string, body: object) => (await anna.call<{ id: string }>('POST', path, body)).body.id;
    known = [
      anna.userId,
      ben.userId,
      await made('/api/videos', { title: 'Heelwork' }),
      await made('/api/dogs', { name: 'Fly', breed: 'Collie', birthdate: '2020-01-01' }),
      await made('/api/cues', { name: 'Here', visibility: 'public' }),
      await made('/api/programs', { name: 'Spring' }),
      await made('/api/friendships', { friendId: ben.userId }),
    ];
    idle = megabytesInUse();
  });
  afterAll(async () => {
    watched.stop();
    await served.close();
    await test.close();
  });

  it.each(CALLS)(
    '$method $path answers as the document says, without a 5xx or a typed word in the log',
    async ({ method, path, operation }) => {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
      await fc.assert(
        fc.asyncProperty(requestOf(path, operation, known), fc.boolean(), async ({ isDescribed, payload, params, search }, hasKey) => {
          // Skip past the rate limit windows: a 429 would hide the actual handler.
          test.clock.forward(3_601);
          const filled = names.reduce(
            (whole, name, place) =>
              whole.replace(`{${name}}`, () => encodeURIComponent(String(params[place]).replace(/\p{Surrogate}/gu, '?'))),
            path,
          );
          const text = new URLSearchParams(Object.entries(search).map(([name, value]) => [name, String(value)])).toString();
          const answer = await served.call(
            anna,
            method,
            text ? `${filled}?${text}` : filled,
            payload === undefined ? undefined : JSON.stringify(payload),
            hasKey ? { 'idempotency-key': randomUUID() } : {},
          );
          requests += 1;
          expect(answer.status, answer.text).toBeLessThan(500);
          if (answer.status >= 400)
            expect(answer.body).toMatchObject({ message: expect.any(String), code: expect.any(String), requestId: expect.any(String) });
          if (isDescribed) mustBeNamed(operation, answer);
        }),
        { numRuns: RUNS },
      );
      expect(lines.length).toBeGreaterThanOrEqual(RUNS);
      expect(lines.filter((line) => /plantedword|@example/i.test(line))).toEqual([]);
      lines.length = 0;
    },
    // A call may start programs, and in `.ci/run` it waits for browsers.
    RUNS * 15_000,
  );

  it('open no connection and hold no memory', () => {
    expect(requests).toBeGreaterThanOrEqual(1_000);
    expect(watched.connections()).toEqual([]);
    // The embedded database keeps its rows and caches in this process.
    if (kind === 'postgres') expect(megabytesInUse() - idle).toBeLessThan(MOST_GROWTH_MEGABYTES);
  });
});

function mustBeNamed(operation: Described, { status, body, text }: Answered): void {
  const named = namedFor(operation, status);
  expect(named, `${operation.operationId} does not describe ${status} ${text}`).toBeDefined();
  if (status < 400) return;
  expect(named?.codes).toContain(body.code);
  for (const message of [body.message, ...Object.values(body.fields ?? {})]) {
    if (named?.messages) expect(named.messages, operation.operationId).toContain(message);
  }
}
