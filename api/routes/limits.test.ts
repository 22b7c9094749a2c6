import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { RATES, type RateName } from '../contract/limits.ts';
import type { OpenDatabase } from '../db/open.ts';
import { createTestApp, type TestApp, type TestPerson } from '../testing/create-test-app.ts';
import { describeOnBothDatabases } from '../testing/describe-on-both-databases.ts';

type Call = (count: number) => [method: string, path: string, body?: object];

/** Every limit of R138 that counts per person. Other tests cover what the calls do. */
const BY_USER: [name: RateName, how: string, call: Call][] = [
  ['search', 'a search for people', () => ['GET', '/api/users/search?query=anna']],
  ['search', 'a look through the community', () => ['GET', '/api/community/browse?search=anna']],
  ['comments', 'a comment', () => ['POST', `/api/videos/${randomUUID()}/comments`, { content: 'Good' }]],
  ['invites', 'a partnership request', () => ['POST', '/api/friendships', { friendId: randomUUID() }]],
  ['uploads', 'an upload', () => ['POST', '/api/objects/upload', { size: 1, type: 'video/mp4' }]],
];

/** Limits that count per address, for visitors. */
const BY_ADDRESS: [name: RateName, path: string, fieldsOf: (count: number) => Record<string, string>][] = [
  ['codesPerAddress', '/api/login', (count) => ({ email: `visitor-${count}-${randomUUID()}@example.org` })],
  ['waitlist', '/api/waitlist', (count) => ({ email: `visitor-${count}@example.org` })],
];

describeOnBothDatabases('an exhausted limit', (open) => {
  let database: OpenDatabase;
  let replicas: TestApp[];
  let people = 0;
  beforeAll(async () => {
    database = await open();
    replicas = [await createTestApp(database), await createTestApp(database)];
  });
  afterAll(() => Promise.all(replicas.map((replica) => replica.close())));

  const at = (count: number) => replicas[count % replicas.length]!;
  const later = (seconds: number) => replicas.forEach(({ clock }) => clock.forward(seconds));

  /** A person who is signed in on both replicas. The function sends each call from one address. */
  async function newPerson(): Promise<
    (count: number, call: ReturnType<Call>, headers?: Record<string, string>) => ReturnType<TestPerson['call']>
  > {
    const email = `limited-${(people += 1)}@example.org`;
    const here = await replicas[0]!.signIn(email, { beta: true });
    const cookie = [...here.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return async (count, [method, path, body], headers = {}) => {
      const answer = await at(count).app.request(path, {
        method,
        headers: { cookie, ...(body && { 'content-type': 'application/json' }), ...headers },
        ...(body && { body: JSON.stringify(body) }),
      });
      return { status: answer.status, headers: answer.headers, body: (await answer.json()) as never };
    };
  }

  it.each(BY_USER)('of %s refuses %s with 429, on both replicas, until its window ends', async (name, _how, call) => {
    const { max, perSeconds } = RATES[name];
    const [anna, ben] = [await newPerson(), await newPerson()];
    for (let count = 0; count < max; count += 1) expect((await anna(count, call(count))).status).not.toBe(429);
    later(perSeconds / 4);
    for (const replica of [0, 1]) {
      const refused = await anna(replica, call(max), { 'x-forwarded-for': `198.51.100.${replica}` });
      expect(refused).toMatchObject({
        status: 429,
        body: {
          code: 'rate_limited',
          message: 'Too many requests. Please try again in a moment.',
          requestId: refused.headers.get('x-request-id'),
        },
      });
      expect(refused.headers.get('retry-after')).toBe(String((perSeconds * 3) / 4));
      expect((await ben(replica, call(max))).status).not.toBe(429);
    }
    later((perSeconds * 3) / 4);
    expect((await anna(0, call(max + 1))).status).not.toBe(429);
  });

  it('of comments applies in an envelope too', async () => {
    const anna = await newPerson();
    const envelope = () => ({
      version: 1,
      operations: Array.from({ length: 40 }, () => ({
        key: randomUUID(),
        call: 'comments.create',
        params: { videoId: randomUUID() },
        payload: { content: 'Good' },
      })),
    });
    const answers: { status: number; retryAfter?: number }[] = [];
    for (const replica of [0, 1]) {
      const { body } = await anna(replica, ['POST', '/api/batch', envelope()]);
      answers.push(...(body as unknown as { answers: typeof answers }).answers);
    }
    const { max, perSeconds } = RATES.comments;
    expect(answers.map(({ status }) => status)).toEqual([...Array<number>(max).fill(404), ...Array<number>(80 - max).fill(429)]);
    expect(answers.map(({ retryAfter }) => retryAfter)).toEqual([
      ...Array(max).fill(undefined),
      ...Array<number>(80 - max).fill(perSeconds),
    ]);
  });

  const visitorAt = (
    address: string,
    count: number,
    path: string,
    fields: Record<string, string>,
    headers: Record<string, string> = {},
    app = at(count),
  ) =>
    path === '/api/login'
      ? app.browser(address).post(path, fields, headers)
      : app
          .browser(address)
          .send(path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(fields) });

  it.each(BY_ADDRESS)('of %s at %s counts a household as one, ignoring X-Forwarded-For', async (name, path, fieldsOf) => {
    const { max, perSeconds } = RATES[name];
    const home = (host: number) => `2001:db8:${name.length}:1::${host.toString(16)}`;
    for (let count = 0; count < max; count += 1) {
      expect((await visitorAt(home(count), count, path, fieldsOf(count))).status).toBeLessThan(400);
    }
    for (const replica of [0, 1]) {
      const refused = await visitorAt(home(4_000 + replica), replica, path, fieldsOf(99), { 'x-forwarded-for': '198.51.100.7' });
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, String(perSeconds)]);
      const elsewhere = await visitorAt(`2001:db8:${name.length}:2::${replica}`, replica, path, fieldsOf(100));
      expect(elsewhere.status).toBeLessThan(400);
    }
    later(perSeconds);
    expect((await visitorAt(home(1), 0, path, fieldsOf(101))).status).toBeLessThan(400);
  });

  it('trusts as many entries of X-Forwarded-For as there are proxies', async () => {
    const behindProxy = await createTestApp(database, { env: { trustProxy: 1 } });
    behindProxy.clock.now = at(0).clock.now;
    const ask = (forwarded: string) =>
      visitorAt('10.0.0.1', 0, '/api/waitlist', { email: `${randomUUID()}@example.org` }, { 'x-forwarded-for': forwarded }, behindProxy);
    for (let count = 0; count < RATES.waitlist.max; count += 1) expect((await ask(`203.0.113.${count}, 198.51.100.9`)).status).toBe(201);
    expect((await ask('203.0.113.200, 198.51.100.9')).status).toBe(429);
    expect((await ask('198.51.100.9, 198.51.100.10')).status).toBe(201);
    await behindProxy.close();
  });

  it('of codes counts an email across all addresses', async () => {
    const email = `wanted-${randomUUID()}@example.org`;
    const ask = (count: number) => visitorAt(`203.0.113.${count}`, count, '/api/login', { email });
    for (let count = 0; count < RATES.codesPerEmail.max; count += 1) expect((await ask(count)).status).toBe(303);
    for (const count of [50, 51]) {
      const refused = await ask(count);
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600']);
    }
    later(3_600);
    expect((await ask(52)).status).toBe(303);
  });

  it('of tries is five per code, across both replicas', async () => {
    const browser = at(0).browser();
    await browser.post('/api/login', { email: `guessed-${randomUUID()}@example.org` });
    const { code } = at(0).sent.at(-1)!;
    const cookie = `longline-attempt=${browser.cookies.get('longline-attempt')}`;
    const guess = (count: number, guessed: string) => at(count).browser().post('/api/login/code', { code: guessed }, { cookie });
    const wrong = code === '000000' ? '000001' : '000000';
    for (let count = 0; count < 5; count += 1) expect((await guess(count, wrong)).status).toBe(400);
    later(60);
    for (const count of [0, 1]) {
      const refused = await guess(count, code);
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '540']);
    }
  });

  it('of everything applies to each person, across all calls', async () => {
    const [anna, ben] = [await newPerson(), await newPerson()];
    const nothing: ReturnType<Call> = ['GET', '/api/nothing'];
    for (let sent = 0; sent < RATES.everything.max; sent += 100) {
      await Promise.all(Array.from({ length: 100 }, () => anna(0, nothing)));
    }
    const refused = await anna(0, ['GET', '/api/dogs']);
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited', requestId: expect.any(String) } });
    expect(refused.headers.get('retry-after')).toBe('60');
    expect((await ben(0, ['GET', '/api/dogs'])).status).toBe(200);
    later(60);
    expect((await anna(0, ['GET', '/api/dogs'])).status).toBe(200);
  });
});
