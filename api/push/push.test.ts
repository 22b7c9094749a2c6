import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { PUSH_SUBSCRIPTIONS_MAX } from '../contract/limits.ts';
import type { PushKind } from '../contract/push.ts';
import { PUSH_KINDS } from '../contract/push-kinds.ts';
import { betaAccess } from '../db/tables/auth.ts';
import { pushKeys, pushMessages, pushSubscriptions } from '../db/tables/push.ts';
import type { OpenDatabase } from '../db/open.ts';
import { openApiDocument } from '../openapi.ts';
import { createTestApp, type TestApp, type TestPerson } from '../testing/create-test-app.ts';
import { describeOnBothDatabases } from '../testing/describe-on-both-databases.ts';
import { becomePartners } from '../testing/pulling-device.ts';
import { newPushKeys, openPush, type PushKeys, type PushService, readVapid, startPushService } from '../testing/push-service.ts';
import { createPush } from './push.ts';

const BELONGS_TO_ANOTHER = 'This push service address belongs to another browser';

describeOnBothDatabases('pushes', (open) => {
  let database: OpenDatabase;
  let test: TestApp;
  let service: PushService;
  let kate: TestPerson;
  let ben: TestPerson;
  let people = 0;
  beforeAll(async () => {
    database = await open();
    test = await createTestApp(database, { env: { nodeEnv: 'test' } });
    service = await startPushService();
  });
  afterAll(async () => {
    await service.close();
    await test.close();
  });
  const newPerson = async (firstName: string) => {
    const person = await test.signIn(`${firstName.toLowerCase()}-${(people += 1)}@example.org`, { beta: true });
    await person.call('PATCH', '/api/users/profile', { firstName, lastName: 'Ellison' });
    return person;
  };
  beforeEach(async () => {
    [kate, ben] = [await newPerson('Kate'), await newPerson('Ben')];
  });

  interface Browser extends PushKeys {
    path: string;
    endpoint: string;
    id: string;
  }
  async function subscribe(person: TestPerson, kinds: readonly PushKind[] = PUSH_KINDS): Promise<Browser> {
    const path = `/push/${randomUUID()}`;
    const own = newPushKeys();
    const endpoint = `${service.origin}${path}`;
    const { status, body } = await person.call<{ id: string }>('POST', '/api/push/subscriptions', { endpoint, keys: own.keys, kinds });
    expect(status).toBe(201);
    return { ...own, path, endpoint, id: body.id };
  }
  /** The pushes a browser received, decrypted with its own keys. */
  async function told(browser: Browser) {
    await test.services.push.settled();
    return service.received.filter(({ path }) => path === browser.path).map((push) => openPush(push, browser));
  }
  const logSession = async (person: TestPerson) =>
    (await person.call<{ id: string }>('POST', '/api/videos', { title: 'Blind search' })).body.id;

  it('name who asked, accepted, commented or trained, and reveal nothing else', async () => {
    const [atKate, atBen] = [await subscribe(kate), await subscribe(ben)];
    const id = await (async () => (await kate.call<{ id: string }>('POST', '/api/friendships', { friendId: ben.userId })).body.id)();
    const tag = expect.stringMatching(/^[\w-]{32}$/);
    expect(await told(atBen)).toEqual([{ kind: 'request', to: ben.userId, from: 'Kate Ellison', videoId: null, tag }]);
    await ben.call('PATCH', `/api/friendships/${id}`, { status: 'accepted' });
    expect(await told(atKate)).toEqual([{ kind: 'accepted', to: kate.userId, from: 'Ben Ellison', videoId: null, tag }]);
    const videoId = await logSession(ben);
    expect((await told(atKate)).slice(1)).toEqual([{ kind: 'session', to: kate.userId, from: 'Ben Ellison', videoId, tag }]);
    await kate.call('POST', `/api/videos/${videoId}/comments`, { content: 'Only for the two of us' });
    expect((await told(atBen)).slice(1)).toEqual([{ kind: 'comment', to: ben.userId, from: 'Kate Ellison', videoId, tag }]);
    // A reply notifies everyone in the conversation except its author.
    await ben.call('POST', `/api/videos/${videoId}/comments`, { content: 'He loads his left hind' });
    expect((await told(atKate)).slice(2)).toEqual([{ kind: 'comment', to: kate.userId, from: 'Ben Ellison', videoId, tag }]);
    expect(await told(atBen)).toHaveLength(2);
  });

  it('from two people with the same name do not replace each other on the screen', async () => {
    const namesake = await newPerson('Kate');
    const atBen = await subscribe(ben);
    for (const asker of [kate, namesake]) await asker.call('POST', '/api/friendships', { friendId: ben.userId });
    expect(new Set((await told(atBen)).map(({ from, tag }) => `${from} ${tag}`)).size).toBe(2);
  });

  it('to a person whose browsers never answer delay no other person’s, and are postponed together', async () => {
    const olive = await newPerson('Olive');
    const silent: Browser[] = [];
    for (let more = 0; more < 7; more += 1) silent.push(await subscribe(olive));
    for (const { path } of silent) service.answer(path, 'never');
    const atBen = await subscribe(ben);
    const toSilent = () => service.received.filter(({ path }) => silent.some((browser) => browser.path === path)).length;
    for (const asker of [kate, ben]) await asker.call('POST', '/api/friendships', { friendId: olive.userId });
    await expect.poll(async () => (await database.db.select().from(pushMessages)).length).toBe(14);
    // Long enough that no attempt times out during this test.
    const server = createPush(test.services, 600_000);
    server.start();
    await service.anyArrived(silent.map(({ path }) => path));
    await kate.call('POST', '/api/friendships', { friendId: ben.userId });
    await expect.poll(async () => (await database.db.select().from(pushMessages)).length).toBe(15);
    server.tell([{ kind: 'request', actorId: kate.userId, recipientId: ben.userId, videoId: null }]);
    await service.arrived(atBen.path);
    expect(toSilent()).toBe(1);
    for (const { path } of silent) service.answer(path, 503);
    await server.settled();
    // Both messages to each browser wait after the first one failed.
    expect(toSilent()).toBe(7);
    await server.close();
    test.clock.forward(30);
    await test.services.push.settled();
    expect(toSilent()).toBe(14);
    await database.db.delete(pushSubscriptions).where(eq(pushSubscriptions.userId, olive.userId));
  });

  it('are encrypted, signed by the key that browsers subscribe to, and kept for a phone that is off', async () => {
    const atBen = await subscribe(ben);
    await kate.call('POST', '/api/friendships', { friendId: ben.userId });
    await test.services.push.settled();
    const [push] = await service.arrived(atBen.path);
    expect(push!.body.toString('latin1')).not.toMatch(/Kate|request/);
    expect(push!.headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      ttl: '259200',
      urgency: 'normal',
      topic: expect.stringMatching(/^[\w-]{32}$/),
    });
    const { publicKey, claims } = readVapid(push!);
    expect((await ben.call('GET', '/api/push')).body).toEqual({ publicKey });
    expect(claims).toMatchObject({ aud: service.origin, sub: expect.stringMatching(/^(mailto|https):/) });
  });

  it('are signed with one key pair, even if replicas create it concurrently, or with the configured pair', async () => {
    const fresh = await open();
    const replica = () => createPush({ ...test.services, db: fresh.db });
    const keys = await Promise.all(Array.from({ length: 4 }, () => replica().publicKey()));
    expect(new Set(keys).size).toBe(1);
    expect(await fresh.db.select().from(pushKeys)).toHaveLength(1);
    const given = { publicKey: 'B'.repeat(87), privateKey: 'c'.repeat(43) };
    expect(await createPush({ ...test.services, env: { ...test.services.env, vapid: given } }).publicKey()).toBe(given.publicKey);
  });

  it('of a kind that is switched off are not queued', async () => {
    const atBen = await subscribe(ben, ['accepted', 'comment', 'session']);
    await kate.call('POST', '/api/friendships', { friendId: ben.userId });
    expect(await told(atBen)).toEqual([]);
    expect(await database.db.select().from(pushMessages)).toEqual([]);
  });

  it('replace each other while they wait: a day’s sessions are one push', async () => {
    await becomePartners(kate, ben);
    const atBen = await subscribe(ben);
    const operations = Array.from({ length: 5 }, () => ({
      key: randomUUID(),
      call: 'videos.create',
      params: {},
      payload: { title: 'Track' },
    }));
    await kate.call('POST', '/api/batch', { version: 1, operations });
    expect(await told(atBen)).toMatchObject([{ kind: 'session' }]);
  });

  it('are not sent once the event is undone or the recipient has lost access', async () => {
    const atBen = await subscribe(ben);
    service.answer(atBen.path, 503);
    const { body } = await kate.call<{ id: string }>('POST', '/api/friendships', { friendId: ben.userId });
    await test.services.push.settled();
    await kate.call('POST', `/api/friendships/${body.id}/withdraw`);
    const friendship = await becomePartners(kate, ben);
    await logSession(kate);
    await test.services.push.settled();
    const before = service.received.length;
    await kate.call('DELETE', `/api/friendships/${friendship}`);
    test.clock.forward(3_600);
    await test.services.push.settled();
    expect(service.received.slice(before)).toEqual([]);
    expect(await database.db.select().from(pushMessages)).toEqual([]);
  });

  it('stop when beta access or the sign-in ends', async () => {
    const atBen = await subscribe(ben);
    await database.db.delete(betaAccess).where(eq(betaAccess.email, ben.email));
    await kate.call('POST', '/api/friendships', { friendId: ben.userId });
    expect(await told(atBen)).toEqual([]);
    const atKate = await subscribe(kate);
    await kate.call('POST', '/api/logout');
    expect(await database.db.select().from(pushSubscriptions).where(eq(pushSubscriptions.id, atKate.id))).toEqual([]);
  });

  it.each([404, 410])('stop permanently when the push service answers %i', async (status) => {
    const atBen = await subscribe(ben);
    service.answer(atBen.path, status);
    await kate.call('POST', '/api/friendships', { friendId: ben.userId });
    await told(atBen);
    expect(await database.db.select().from(pushSubscriptions).where(eq(pushSubscriptions.id, atBen.id))).toEqual([]);
  });

  it('are retried at growing intervals, no sooner than the service asks, and not forever', async () => {
    const atBen = await subscribe(ben);
    service.answer(atBen.path, 429, { 'retry-after': '100' });
    await kate.call('POST', '/api/friendships', { friendId: ben.userId });
    const tries = async (seconds: number) => {
      test.clock.forward(seconds);
      return (await told(atBen)).length;
    };
    expect(await tries(0)).toBe(1);
    expect(await tries(99)).toBe(1);
    expect(await tries(1)).toBe(2);
    service.answer(atBen.path, 500);
    expect(await tries(119)).toBe(2);
    expect(await tries(1)).toBe(3);
    expect(await tries(600)).toBe(4);
    expect(await tries(3_600)).toBe(5);
    expect(await tries(1_000_000)).toBe(5);
    expect(await database.db.select().from(pushSubscriptions).where(eq(pushSubscriptions.id, atBen.id))).toEqual([]);
  });

  it('that are refused are dropped, and delay no others', async () => {
    const [bad, good] = [await subscribe(ben), await subscribe(ben)];
    service.answer(bad.path, 413);
    await kate.call('POST', '/api/friendships', { friendId: ben.userId });
    expect(await told(bad)).toMatchObject([{ kind: 'request' }]);
    expect(await told(good)).toMatchObject([{ kind: 'request' }]);
    expect(await database.db.select().from(pushMessages)).toEqual([]);
  });

  it('left behind by one server are sent by the next', async () => {
    const atBen = await subscribe(ben);
    service.answer(atBen.path, 503);
    await kate.call('POST', '/api/friendships', { friendId: ben.userId });
    await test.services.push.settled();
    service.answer(atBen.path, 201);
    test.clock.forward(30);
    const next = createPush(test.services);
    next.start();
    await service.arrived(atBen.path, 2);
    await next.close();
    expect(await database.db.select().from(pushMessages)).toEqual([]);
  });

  it('neither delay nor fail the call that causes them', async () => {
    const broken = createPush({
      ...test.services,
      db: new Proxy(database.db, {
        get: () => {
          throw new Error('No database');
        },
      }),
    });
    expect(() => broken.tell([{ kind: 'request', actorId: kate.userId, recipientId: ben.userId, videoId: null }])).not.toThrow();
    await broken.close();
  });

  it('go to a person’s last ten browsers', async () => {
    const first = await subscribe(ben);
    for (let more = 0; more < PUSH_SUBSCRIPTIONS_MAX; more += 1) {
      test.clock.forward(1);
      await subscribe(ben);
    }
    const held = await database.db.select().from(pushSubscriptions).where(eq(pushSubscriptions.userId, ben.userId));
    expect(held).toHaveLength(PUSH_SUBSCRIPTIONS_MAX);
    expect(held.map(({ id }) => id)).not.toContain(first.id);
  });

  it('cannot be taken over by someone who knows the endpoint, in any spelling', async () => {
    const atBen = await subscribe(ben);
    const { endpoint } = atBen;
    const held = () => database.db.select().from(pushSubscriptions).where(eq(pushSubscriptions.userId, ben.userId));
    const before = await held();
    for (const spelling of [endpoint, endpoint.replace('127.0.0.1', '0x7f.1'), endpoint.replace('/push', '/./push')]) {
      for (const keys of [newPushKeys().keys, { ...atBen.keys, auth: newPushKeys().keys.auth }]) {
        const answer = await kate.call<{ message: string }>('POST', '/api/push/subscriptions', { endpoint: spelling, keys, kinds: [] });
        expect([spelling, answer.status, answer.body.message]).toEqual([spelling, 409, BELONGS_TO_ANOTHER]);
      }
    }
    const { responses } = openApiDocument().paths['/api/push/subscriptions']!['post'] as { responses?: Record<string, object> };
    expect(JSON.stringify(responses?.['409'])).toContain(BELONGS_TO_ANOTHER);
    expect(await held()).toEqual(before);
    await kate.call('POST', '/api/friendships', { friendId: ben.userId });
    expect(await told(atBen)).toMatchObject([{ kind: 'request', to: ben.userId }]);
  });

  it('go to the last person who uses a browser, and messages for the former one are deleted', async () => {
    const atBen = await subscribe(ben);
    service.answer(atBen.path, 503);
    await kate.call('POST', '/api/friendships', { friendId: ben.userId });
    await told(atBen);
    const { endpoint, keys } = atBen;
    expect((await kate.call('POST', '/api/push/subscriptions', { endpoint, keys, kinds: [] })).status).toBe(201);
    const { db } = database;
    expect(await db.select().from(pushSubscriptions).where(eq(pushSubscriptions.endpoint, endpoint))).toMatchObject([
      { userId: kate.userId, kinds: [] },
    ]);
    expect(await db.$count(pushMessages, eq(pushMessages.subscriptionId, atBen.id))).toBe(0);
  });

  it('can be cancelled only by their own recipient', async () => {
    const atBen = await subscribe(ben);
    expect((await kate.call('DELETE', `/api/push/subscriptions/${atBen.id}`)).status).toBe(200);
    const held = () => database.db.select().from(pushSubscriptions).where(eq(pushSubscriptions.id, atBen.id));
    expect(await held()).toHaveLength(1);
    expect((await ben.call('DELETE', `/api/push/subscriptions/${atBen.id}`)).status).toBe(200);
    expect(await held()).toHaveLength(0);
  });

  it('go to push services only', async () => {
    const { services } = test;
    const production = await createTestApp(database, { env: { nodeEnv: 'production' } });
    const olive = await production.signIn('olive@example.org', { beta: true });
    const answer = async (endpoint: string, keys: object = newPushKeys().keys) =>
      (await olive.call<{ message: string }>('POST', '/api/push/subscriptions', { endpoint, keys, kinds: [] })).status;
    for (const endpoint of [
      'http://127.0.0.1:9/',
      'https://127.0.0.1/',
      'https://[::1]/',
      'https://[::ffff:10.0.0.1]/',
      'https://10.0.0.1/',
      'https://169.254.169.254/latest',
      'https://2130706433/',
      'https://localhost/',
      'https://db.internal/',
      'https://printer.local/',
      'https://intranet/',
      'https://localhost./',
      'https://LOCALHOST./',
      'https://localhost../',
      'https://app.localhost./',
      'https://localhost.localdomain/',
      'https://localhost6.localdomain6/',
      'https://printer.local./',
      'https://%6c%6f%63alhost./',
      'https://ｌｏｃａｌｈｏｓｔ。/',
      'https://127.1/',
      'https://127.0.0.1./',
      'https://0x7f.0.0.1/',
      'https://①②⑦.0.0.1/',
      'https://[::ffff:7f00:1]/',
      'https://push.example.org./',
      'https://router.lan/',
      'https://push.example.org/one#two',
      'http://push.example.org/',
      'https://push.example.org:8443/',
      'https://user:word@push.example.org/',
      'https://',
      'ftp://push.example.org/',
      `https://push.example.org/${'a'.repeat(1_000)}`,
    ]) {
      expect([endpoint, await answer(endpoint)]).toEqual([endpoint, 400]);
    }
    expect(await answer('https://push.example.org/one', { ...newPushKeys().keys, p256dh: 'B'.repeat(87) })).toBe(400);
    expect(await answer('https://push.example.org/one', { ...newPushKeys().keys, auth: 'short' })).toBe(400);
    expect(await answer('https://push.example.org/one')).toBe(201);
    expect(services.env.nodeEnv).toBe('test');
    await production.close();
  });
});
