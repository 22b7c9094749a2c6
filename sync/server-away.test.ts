import { describe, expect, it } from 'vitest';
import { listQueue } from './testing/list-queue.ts';
import { readStatus } from './status/sync-total.ts';
import { answerWith, createTestWorld, lost } from './testing/test-world.ts';

const AWAY = { message: "The server can't reach its database right now. Please try again in a moment.", code: 'unavailable' };

/** The server answers, but cannot reach its database. */
describe('a server that cannot reach its database', async () => {
  const world = await createTestWorld();
  let people = 0;
  const someone = () => world.person(`someone-${(people += 1)}@example.org`);

  it.each(['the envelope', 'an operation in it'])(
    'makes the device wait, however often, and nothing counts as failing: reported for %s',
    async (what) => {
      const phone = await world.device(await someone());
      await phone.mutate('dogs.create', { payload: { name: 'Bella', breed: 'Malinois', birthdate: '2023-04-01' } });
      phone.connection.carry = async ({ path, body }, pass) => {
        if (path !== '/api/batch') return pass();
        if (what === 'the envelope') return answerWith(503, AWAY);
        const { operations } = JSON.parse(body) as { operations: { key: string }[] };
        return Response.json({ answers: [{ key: operations[0]!.key, status: 503, body: AWAY }] });
      };
      for (let time = 0; time < 7; time += 1) {
        expect(await phone.sync()).toMatchObject({ kind: 'retry', reachable: true });
        expect(await listQueue(phone.store)).toMatchObject([
          { subject: { call: 'dogs.create', name: 'Bella' }, sync: { state: 'waiting', for: 'unready' } },
        ]);
        expect(await readStatus(phone.store)).toMatchObject({
          pending: 1,
          failed: 0,
          refused: 0,
          pause: null,
          notReady: true,
          offline: false,
        });
      }
      phone.connection.carry = (_request, pass) => pass();
      expect(await phone.sync()).toBeNull();
      expect(await readStatus(phone.store)).toMatchObject({ pending: 0, failed: 0 });
    },
  );

  it('is shown as not ready, and not as a missing connection, once it answers after a lost request', async () => {
    const phone = await world.device(await someone());
    await phone.mutate('dogs.create', { payload: { name: 'Bella', breed: 'Malinois', birthdate: '2023-04-01' } });
    phone.connection.carry = lost;
    await phone.sync();
    expect(await listQueue(phone.store)).toMatchObject([{ sync: { state: 'waiting', for: 'signal' } }]);
    phone.connection.carry = () => Promise.resolve(answerWith(503, AWAY));
    phone.clock.now += 600_000;
    expect(await phone.sync()).toMatchObject({ kind: 'retry', reachable: true });
    expect(await listQueue(phone.store)).toMatchObject([{ sync: { state: 'waiting', for: 'unready' } }]);
    expect(await readStatus(phone.store)).toMatchObject({ pending: 1, notReady: true, offline: false });
  });

  it('holds back no change that was queued meanwhile once it has recovered', async () => {
    const phone = await world.device(await someone());
    phone.connection.carry = () => Promise.resolve(answerWith(503, AWAY));
    for (const name of ['Ada', 'Bea']) {
      await phone.mutate('dogs.create', { payload: { name, breed: 'Malinois', birthdate: '2023-04-01' } });
      await phone.sync();
    }
    phone.connection.carry = (_request, pass) => pass();
    phone.connection.sent.length = 0;
    await phone.sync();
    expect(await phone.store.outbox.count()).toBe(0);
    // Both go in one envelope: neither counts as failing and goes alone.
    expect(phone.connection.sent.filter((request) => request === 'POST /api/batch')).toHaveLength(1);
  });

  it.each([
    ['the envelope', '30', 30_000],
    ['an operation in it', '30', 30_000],
    ['an operation in it', null, null],
  ])('is not retried before its Retry-After, with %s (Retry-After: %s)', async (what, retryAfter, afterMs) => {
    const phone = await world.device(await someone());
    await phone.mutate('dogs.create', { payload: { name: 'Ada', breed: 'Malinois', birthdate: '2023-04-01' } });
    const headers = { ...(retryAfter !== null && { 'Retry-After': retryAfter }) };
    phone.connection.carry = async ({ path, body }, pass) => {
      if (path !== '/api/batch') return pass();
      if (what === 'the envelope') return Response.json(AWAY, { status: 503, headers });
      const { operations } = JSON.parse(body) as { operations: { key: string }[] };
      return Response.json({ answers: [{ key: operations[0]!.key, status: 503, body: AWAY }] }, { headers });
    };
    expect(await phone.sync()).toEqual({ kind: 'retry', reachable: true, afterMs });
  });
});

describe('a server that is full', async () => {
  const FULL = { message: 'The server is full.', code: 'storage_full' };
  const world = await createTestWorld();

  it.each(['the envelope', 'an operation in it'])(
    'makes the device wait, however often, and refuses and drops nothing: reported for %s',
    async (what) => {
      const phone = await world.device(await world.person(`full-${what.length}@example.org`));
      for (const name of ['Ada', 'Bea']) {
        await phone.mutate('dogs.create', { payload: { name, breed: 'Malinois', birthdate: '2023-04-01' } });
      }
      phone.connection.carry = async ({ path, body }, pass) => {
        if (path === '/api/ready') return answerWith(507, FULL);
        if (path !== '/api/batch') return pass();
        if (what === 'the envelope') return answerWith(507, FULL);
        const { operations } = JSON.parse(body) as { operations: { key: string }[] };
        return Response.json({ answers: [{ key: operations[0]!.key, status: 507, body: FULL }] });
      };
      for (let time = 0; time < 7; time += 1) {
        expect(await phone.sync()).toMatchObject({ kind: 'retry', reachable: true });
        expect((await listQueue(phone.store))[0]).toMatchObject({ sync: { state: 'waiting', for: 'room' } });
        expect(await readStatus(phone.store)).toMatchObject({
          pending: 2,
          failed: 0,
          refused: 0,
          pause: null,
          noRoom: true,
          offline: false,
        });
      }
      phone.connection.carry = (_request, pass) => pass();
      phone.connection.sent.length = 0;
      expect(await phone.sync()).toBeNull();
      expect(await readStatus(phone.store)).toMatchObject({ pending: 0, failed: 0, noRoom: false });
      // Both go in one envelope: neither counts as failing and goes alone.
      expect(phone.connection.sent.filter((request) => request === 'POST /api/batch')).toHaveLength(1);
    },
  );

  it('is shown as full once it answers after a lost request', async () => {
    const phone = await world.device(await world.person('lost@example.org'));
    await phone.mutate('dogs.create', { payload: { name: 'Bella', breed: 'Malinois', birthdate: '2023-04-01' } });
    phone.connection.carry = lost;
    await phone.sync();
    phone.connection.carry = () => Promise.resolve(answerWith(507, FULL));
    phone.clock.now += 600_000;
    expect(await phone.sync()).toMatchObject({ kind: 'retry', reachable: true });
    expect(await listQueue(phone.store)).toMatchObject([{ sync: { state: 'waiting', for: 'room' } }]);
  });
});

describe('a server that asks to wait', () => {
  const SLOW_DOWN = { message: 'Too many requests. Please wait.', code: 'rate_limited' };

  it.each([
    ['the envelope', 0],
    ['an operation in it', 120_000],
  ])('is shown as such, and not as a missing connection: reported for %s', async (what, waitMs) => {
    const world = await createTestWorld();
    const phone = await world.device(await world.person('slow@example.org'));
    await phone.mutate('dogs.create', { payload: { name: 'Bella', breed: 'Malinois', birthdate: '2023-04-01' } });
    phone.connection.carry = async ({ path, body }, pass) => {
      if (path !== '/api/batch') return pass();
      if (what === 'the envelope') return answerWith(429, SLOW_DOWN);
      const { operations } = JSON.parse(body) as { operations: { key: string }[] };
      return Response.json({ answers: [{ key: operations[0]!.key, status: 429, body: SLOW_DOWN, retryAfter: 120 }] });
    };
    await phone.sync();
    const nextTryAt = waitMs && phone.ports.now() + waitMs;
    expect(await listQueue(phone.store)).toMatchObject([{ sync: { state: 'waiting', for: 'server', nextTryAt } }]);
    expect(await readStatus(phone.store)).toMatchObject({ pending: 1, askedToWait: true, offline: false });

    phone.connection.carry = () => Promise.reject(new TypeError('no network'));
    await phone.mutate('dogs.create', { payload: { name: 'Ada', breed: 'Malinois', birthdate: '2023-04-01' } });
    await phone.sync();
    expect(await readStatus(phone.store)).toMatchObject({ pending: 2, askedToWait: false, offline: true });
  });
});
