import { beforeAll, describe, expect, it } from 'vitest';
import type { TestPerson } from '../../api/testing/create-test-app.ts';
import { isDue } from './envelope.ts';
import { retry } from '../outbox/queue-actions.ts';
import { listSessions } from '../queries/sessions.ts';
import { readSetting } from '../store/settings.ts';
import { listQueue } from '../testing/list-queue.ts';
import { readStatus } from '../status/sync-total.ts';
import { answerWith, createTestWorld, type Connection, lost, type TestDevice, type TestWorld } from '../testing/test-world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld();
});

const MINUTE_MS = 60_000;
let people = 0;

async function handler(): Promise<{ anna: TestPerson; phone: TestDevice }> {
  const anna = await world.person(`walker${(people += 1)}@example.org`);
  const phone = await world.device(anna);
  await phone.sync();
  phone.connection.sent.length = 0;
  return { anna, phone };
}

const page = (status: number, headers: Record<string, string> = {}) =>
  new Response('<h1>Blocked by policy</h1>', { status, headers: { 'Content-Type': 'text/html', ...headers } });

const REASON = { code: 'Forbidden', message: 'Request blocked' };
/** The refusal of a gateway in JSON, which has most of what one of the API has. */
const gateway = (status: number, headers: Record<string, string> = {}) => Response.json(REASON, { status, headers });
/** The same with the id of a request, so that it looks like one of the API. */
const imitation = (status: number, headers: Record<string, string> = {}) =>
  Response.json({ ...REASON, requestId: '5f1c' }, { status, headers });

/** A filter between device and server refuses every request that contains this word. */
const WORD = 'attack';
const refusingTheWord =
  (refuse: () => Response | never): Connection['carry'] =>
  async ({ body }, pass) =>
    body.includes(WORD) ? refuse() : pass();

const titlesOnServer = async (person: TestPerson) =>
  (await person.call<{ title: string }[]>('GET', '/api/videos')).body.map(({ title }) => title).sort();

const batchesOf = ({ connection }: TestDevice) => connection.sent.filter((call) => call === 'POST /api/batch').length;

const log = (device: TestDevice, title: string) => device.mutate('videos.create', { payload: { title } });

async function logMany(device: TestDevice, count: number, isWorded: (place: number) => boolean): Promise<string[]> {
  const titles = Array.from({ length: count }, (_, place) => `Session ${100 + place}${isWorded(place) ? ` ${WORD}` : ''}`);
  for (const title of titles) await log(device, title);
  return titles;
}

/** Syncs whenever something is due, as the engine does, until only blocked changes are left or the tries run out. */
async function syncUntilQuiet(device: TestDevice, tries = 40, before: () => Promise<unknown> = async () => {}): Promise<void> {
  for (let left = tries; left > 0; left -= 1) {
    await before();
    await device.sync();
    const waiting = await device.store.outbox.where('state').equals('queued').toArray();
    const moving = waiting.filter(({ dependsOn }) => dependsOn.length === 0);
    if (moving.length === 0) return;
    const wait = moving.some((record) => isDue(record, device.clock.now))
      ? 0
      : Math.min(...moving.map(({ nextAttemptAt }) => nextAttemptAt - device.clock.now));
    device.clock.now += Math.max(1_000, wait);
  }
}

describe('one change that is blocked on its way', () => {
  const ways: [string, () => Response][] = [
    ['dropped connection', lost],
    ['403 page', () => page(403)],
    ['502 page', () => page(502)],
    ['503 page that asks to wait', () => page(503, { 'Retry-After': '30' })],
    ['200 page', () => page(200)],
    ['401 page', () => page(401)],
    ['500 of the server itself', () => answerWith(500)],
    ...[400, 401, 403, 409, 422, 426, 501].map((status): [string, () => Response] => [
      `${status} of a gateway in JSON`,
      () => gateway(status),
    ]),
    ['403 of a gateway in JSON that asks to wait', () => gateway(403, { 'Retry-After': '30' })],
    ['403 of a gateway that imitates the API', () => imitation(403)],
    ['501 of a gateway that imitates the API', () => imitation(501)],
    ['403 of a gateway that imitates the API and asks to wait', () => imitation(403, { 'Retry-After': '30' })],
  ];
  it.each(ways)('is isolated and marked as blocked while everything else syncs: %s', async (_name, refuse) => {
    const { anna, phone } = await handler();
    const titles = await logMany(phone, 60, (place) => place === 36);
    const stopped = await listSessions(phone.store, { scope: 'all', limit: 100 }).then((sessions) =>
      sessions.find(({ video }) => video.title.includes(WORD)),
    );
    await phone.mutate('comments.create', { payload: { content: 'On it' }, params: { videoId: stopped?.video.id ?? '' } });
    phone.connection.carry = refusingTheWord(refuse);
    // Another device keeps writing; a failure to send must not stop reading.
    await anna.call('POST', '/api/videos', { title: 'Written at the desk' });

    await syncUntilQuiet(phone);
    expect(await titlesOnServer(anna)).toEqual([...titles.filter((title) => !title.includes(WORD)), 'Written at the desk'].sort());
    expect((await listSessions(phone.store, { scope: 'all', limit: 100 })).map(({ video }) => video.title)).toContain(
      'Written at the desk',
    );
    const [blocked, comment] = await listQueue(phone.store);
    expect(blocked).toMatchObject({
      subject: { call: 'videos.create', name: `Session 136 ${WORD}` },
      sync: { state: 'failed' },
      waitsFor: null,
    });
    expect(comment).toMatchObject({ subject: { call: 'comments.create', name: 'On it' }, waitsFor: blocked?.subject });
    expect(await phone.store.outbox.toArray()).toMatchObject([{ state: 'blocked' }, { state: 'queued' }]);
    expect(await readStatus(phone.store)).toMatchObject({ pending: 2, failed: 1, offline: false, pause: null });
    // Two envelopes that get through, three attempts, two halves of each of five sizes, and five attempts alone.
    expect(batchesOf(phone)).toBeLessThanOrEqual(24);

    // Retried once an hour, and confirmed as usual once it gets through.
    const before = batchesOf(phone);
    for (let minute = 0; minute < 120; minute += 20) {
      phone.clock.now += 20 * MINUTE_MS;
      await phone.sync();
    }
    expect(batchesOf(phone) - before).toBeLessThanOrEqual(2);
    expect(batchesOf(phone) - before).toBeGreaterThanOrEqual(1);
    phone.connection.carry = (_request, pass) => pass();
    phone.clock.now += 61 * MINUTE_MS;
    await syncUntilQuiet(phone);
    expect(await phone.store.outbox.count()).toBe(0);
    expect(await titlesOnServer(anna)).toEqual([...titles, 'Written at the desk'].sort());
  });

  const hiding: [string, () => Response][] = [
    ['a page', () => page(404)],
    ['JSON', () => gateway(404)],
    ['JSON like ours', () => imitation(404)],
  ];
  it.each(hiding)('is isolated even if the proxy hides /api/ready behind %s', async (_name, hide) => {
    const { anna, phone } = await handler();
    const titles = await logMany(phone, 4, (place) => place === 2);
    const refuse = refusingTheWord(() => page(403));
    phone.connection.carry = async (request, pass) => (request.path === '/api/ready' ? hide() : refuse(request, pass));
    await syncUntilQuiet(phone);
    expect(await titlesOnServer(anna)).toEqual(titles.filter((title) => !title.includes(WORD)));
    expect(await phone.store.outbox.toArray()).toMatchObject([{ state: 'blocked' }]);
  });

  it('is isolated even if the app restarts between all attempts', async () => {
    const { anna, phone } = await handler();
    const titles = await logMany(phone, 20, (place) => place === 19);
    phone.connection.carry = refusingTheWord(lost);
    const again = { ...phone };
    await syncUntilQuiet(again, 40, async () => Object.assign(again, await again.restart()));
    expect(await titlesOnServer(anna)).toEqual(titles.slice(0, 19));
    expect(await again.store.outbox.toArray()).toMatchObject([{ state: 'blocked', lastError: { code: 'dropped' } }]);
  });

  it('is isolated when there are several', async () => {
    const { anna, phone } = await handler();
    const titles = await logMany(phone, 50, (place) => place % 20 === 7);
    phone.connection.carry = refusingTheWord(() => page(403));
    await syncUntilQuiet(phone, 60);
    expect(await titlesOnServer(anna)).toEqual(titles.filter((title) => !title.includes(WORD)));
    expect((await phone.store.outbox.toArray()).map(({ state }) => state)).toEqual(['blocked', 'blocked', 'blocked']);
  });

  it('does not delay later changes, and explains what happened', async () => {
    const { anna, phone } = await handler();
    await log(phone, `The only one ${WORD}`);
    phone.connection.carry = refusingTheWord(() => page(403));
    await syncUntilQuiet(phone, 8);
    // Nothing else has got through yet: the change shows as failed and is retried.
    expect(await listQueue(phone.store)).toMatchObject([{ sync: { state: 'failed' }, error: { status: 403, code: 'intercepted' } }]);
    await log(phone, 'Later');
    await syncUntilQuiet(phone, 4);
    expect(await titlesOnServer(anna)).toEqual(['Later']);
    phone.clock.now += 10 * MINUTE_MS;
    await syncUntilQuiet(phone, 4);
    expect(await phone.store.outbox.toArray()).toMatchObject([{ state: 'blocked' }]);
    await retry(phone.store, phone.ports, (await phone.store.outbox.toArray())[0]?.key ?? '');
    const before = batchesOf(phone);
    await phone.sync();
    expect(batchesOf(phone)).toBe(before + 1);
  });

  it.each([
    ['a gateway', () => gateway(403), { status: 403, code: 'intercepted' }],
    ['a gateway that imitates the API', () => imitation(403), { status: 403, code: 'intercepted' }],
    [
      'the API',
      () => answerWith(403, { code: 'forbidden', message: 'Not allowed' }),
      { status: 403, code: 'forbidden', message: 'Not allowed' },
    ],
  ])('gives its author the reason of %s', async (_name, refuse, error) => {
    const { phone } = await handler();
    await log(phone, `The only one ${WORD}`);
    phone.connection.carry = refusingTheWord(refuse);
    await syncUntilQuiet(phone, 8);
    expect(await listQueue(phone.store)).toMatchObject([{ sync: { state: 'failed' }, error }]);
  });

  it('goes in smaller envelopes through a proxy that drops large ones', async () => {
    const { anna, phone } = await handler();
    for (let place = 0; place < 40; place += 1) {
      await phone.mutate('videos.create', { payload: { title: `Long ${10 + place}`, description: 'long notes '.repeat(900) } });
    }
    phone.connection.carry = async ({ body }, pass) => (body.length > 100_000 ? lost() : pass());
    await syncUntilQuiet(phone);
    expect(await phone.store.outbox.count()).toBe(0);
    expect(await titlesOnServer(anna)).toHaveLength(40);
  });
});

describe('an unavailable server or network', () => {
  it('blocks nothing, and costs one request per attempt', async () => {
    const { anna, phone } = await handler();
    await logMany(phone, 60, () => false);
    phone.connection.carry = async () => lost();
    for (let time = 0; time < 60; time += 1) {
      await phone.sync();
      phone.clock.now += 60 * MINUTE_MS;
    }
    expect(phone.connection.sent).toHaveLength(60);
    expect((await phone.store.outbox.toArray()).every(({ state, serverFailures }) => state === 'queued' && serverFailures === 0)).toBe(
      true,
    );
    phone.connection.carry = (_request, pass) => pass();
    await phone.sync();
    expect(await titlesOnServer(anna)).toHaveLength(60);
    expect(batchesOf(phone)).toBe(3);
  });

  const absent: [string, () => Response][] = [
    [
      '503 with Retry-After',
      () => Response.json({ message: 'Busy', code: 'unavailable', requestId: 'test' }, { status: 503, headers: { 'Retry-After': '30' } }),
    ],
    ['429', () => answerWith(429, { message: 'Slowly', code: 'rate_limited' })],
    ['429 page', () => page(429)],
  ];
  it.each(absent)('blocks nothing while it asks to wait: %s', async (_name, refuse) => {
    const { phone } = await handler();
    await logMany(phone, 3, () => false);
    phone.connection.carry = async ({ path }, pass) => (path === '/api/batch' ? refuse() : pass());
    for (let time = 0; time < 20; time += 1) {
      await phone.sync();
      phone.clock.now += 10 * MINUTE_MS;
    }
    const kept = await phone.store.outbox.toArray();
    expect(kept.map(({ state, unanswered }) => ({ state, unanswered: unanswered?.times ?? 0 }))).toEqual(
      Array.from({ length: 3 }, () => ({ state: 'queued', unanswered: 0 })),
    );
    expect(batchesOf(phone)).toBe(20);
  });

  const stopping: [string, () => Response][] = [
    ['502 page', () => page(502)],
    ['503 page that asks to wait', () => page(503, { 'Retry-After': '30' })],
  ];
  it.each(stopping)('blocks nothing when no envelope gets through, and does not try record by record: %s', async (_name, refuse) => {
    const { anna, phone } = await handler();
    await logMany(phone, 100, () => false);
    phone.connection.carry = async ({ path }, pass) => (path === '/api/batch' ? refuse() : pass());
    for (let time = 0; time < 40; time += 1) {
      await phone.sync();
      phone.clock.now += 5 * MINUTE_MS;
    }
    // One readiness check, one envelope and one read each time, and the halving at the beginning.
    expect(phone.connection.sent.length).toBeLessThanOrEqual(40 * 3 + 2 * 40);
    expect(await phone.store.outbox.where('state').equals('blocked').count()).toBe(0);
    phone.connection.carry = (_request, pass) => pass();
    for (let time = 0; time < 3; time += 1) {
      await phone.sync();
      phone.clock.now += 10 * MINUTE_MS;
    }
    expect(await titlesOnServer(anna)).toHaveLength(100);
  });

  it.each([400, 401, 402, 403, 404, 409, 422, 426, 451, 501])(
    'keeps sending while a gateway answers each read with %i in JSON',
    async (status) => {
      const { anna, phone } = await handler();
      phone.connection.carry = async ({ path }, pass) => (path === '/api/sync' ? gateway(status) : pass());
      for (const title of ['First', 'Second']) {
        await log(phone, title);
        expect(await phone.sync()).toMatchObject({ kind: 'retry' });
        expect(await readStatus(phone.store)).toMatchObject({ pause: null, signedOut: false, betaRequired: false, offline: true });
      }
      expect(await titlesOnServer(anna)).toEqual(['First', 'Second']);
      phone.connection.carry = (_request, pass) => pass();
      expect(await phone.sync()).toBeNull();
    },
  );

  it.each([401, 403, 407, 451, 511])('does not pause for a captive portal that answers %i', async (status) => {
    const { phone } = await handler();
    await log(phone, 'Kept');
    phone.connection.carry = async () => page(status);
    expect(await phone.sync()).toMatchObject({ kind: 'retry', reachable: false });
    expect(await readSetting(phone.store, 'pause')).toBeUndefined();
    expect(await readStatus(phone.store)).toMatchObject({ offline: true, signedOut: false, betaRequired: false, refused: 0 });
  });
});
