import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TestPerson } from '../api/testing/create-test-app.ts';
import { becomePartners } from '../api/testing/pulling-device.ts';
import { discard, retry } from './outbox/queue-actions.ts';
import { getDog, listDogs } from './queries/dogs.ts';
import { getSession, listSessions } from './queries/sessions.ts';
import { runCycle } from './cycle.ts';
import { pull } from './pull/pull.ts';
import { replay } from './replay/replay.ts';
import { readSetting } from './store/settings.ts';
import { listQueue } from './testing/list-queue.ts';
import { readStatus } from './status/sync-total.ts';
import { answerWith, createTestWorld, lost, type TestDevice, type TestWorld } from './testing/test-world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld();
});

let people = 0;
const rex = { name: 'Rex', breed: 'Malinois', birthdate: '2021-03-04' };

async function trainer(): Promise<{ anna: TestPerson; phone: TestDevice }> {
  const anna = await world.person(`trainer${(people += 1)}@example.org`);
  return { anna, phone: await world.device(anna) };
}

const titlesOnServer = async (person: TestPerson) =>
  (await person.call<{ title: string }[]>('GET', '/api/videos')).body.map(({ title }) => title).sort();

const titlesOn = async ({ store }: TestDevice) =>
  (await listSessions(store, { scope: 'all', limit: 1_000 })).map(({ video }) => video.title).sort();

describe('promise 1: every change is applied exactly once, visibly refused, or discarded by its author', () => {
  it('sends offline changes in order, dog before session before comment, in one round trip', async () => {
    const { anna, phone } = await trainer();
    const dog = await phone.mutate('dogs.create', { payload: rex });
    const session = await phone.mutate('videos.create', { payload: { title: 'Heel work', dogId: dog.id } });
    await phone.mutate('comments.create', { payload: { content: 'Good boy' }, params: { videoId: session.id } });
    expect(await phone.sync()).toBeNull();
    expect(phone.connection.sent.filter((call) => call === 'POST /api/batch')).toHaveLength(1);
    expect(await titlesOnServer(anna)).toEqual(['Heel work']);
    expect(await getSession(phone.store, session.id)).toMatchObject({
      dog: { name: 'Rex' },
      video: { version: 1 },
      commentCount: 1,
      sync: { state: 'synced' },
    });
    expect(await phone.store.outbox.count()).toBe(0);
    expect(await phone.store.shadow.count()).toBe(0);
  });

  it('applies a change once when its answer is lost after the commit', async () => {
    const { anna, phone } = await trainer();
    await phone.mutate('videos.create', { payload: { title: 'Tracking' } });
    phone.connection.carry = async (_request, pass) => {
      await pass();
      return lost();
    };
    expect(await phone.sync()).toMatchObject({ kind: 'retry', reachable: false });
    expect(await phone.store.outbox.toArray()).toMatchObject([{ state: 'queued', attempts: 1 }]);
    phone.connection.carry = (_request, pass) => pass();
    expect(await phone.sync()).toBeNull();
    expect(await titlesOnServer(anna)).toEqual(['Tracking']);
    expect(await titlesOn(phone)).toEqual(['Tracking']);
  });

  it('applies a change once when the request arrives twice', async () => {
    const { anna, phone } = await trainer();
    await phone.mutate('videos.create', { payload: { title: 'Agility' } });
    phone.connection.carry = async (_request, pass) => {
      await pass();
      return pass();
    };
    await phone.sync();
    expect(await titlesOnServer(anna)).toEqual(['Agility']);
    expect(await phone.store.outbox.count()).toBe(0);
  });

  it('applies a change once when two engines run concurrently', async () => {
    const { anna, phone } = await trainer();
    await phone.mutate('videos.create', { payload: { title: 'Rally' } });
    const noLock = { ...phone.ports, lock: async <T>(_name: string, body: () => Promise<T>) => body() };
    await Promise.all([runCycle(phone.store, noLock), runCycle(phone.store, noLock)]);
    await phone.sync();
    expect(await titlesOnServer(anna)).toEqual(['Rally']);
    expect(await phone.store.outbox.count()).toBe(0);
    expect(await titlesOn(phone)).toEqual(['Rally']);
  });

  it('keeps a refused change visible with its text, and sends the corrected one', async () => {
    const { anna, phone } = await trainer();
    const session = await phone.mutate('videos.create', { payload: { title: 'Nose work', dogId: randomUUID() } });
    await phone.sync();
    expect(await getSession(phone.store, session.id)).toMatchObject({
      video: { title: 'Nose work' },
      sync: { state: 'refused' },
    });
    expect(await listQueue(phone.store)).toMatchObject([
      { error: { status: 400, message: 'Please choose one of your own dogs', fields: { dogId: expect.any(String) } } },
    ]);
    expect(await readStatus(phone.store)).toMatchObject({ refused: 1, pending: 1 });
    await phone.mutate('videos.update', { payload: { dogId: null }, params: { id: session.id } });
    await phone.sync();
    expect(await titlesOnServer(anna)).toEqual(['Nose work']);
    expect((await getSession(phone.store, session.id))?.sync).toEqual({ state: 'synced' });
  });

  it('does not duplicate others’ lines when a refused text is corrected after a merge', async () => {
    const { anna, phone } = await trainer();
    const desk = await world.device(anna, 'desk');
    const { id } = await desk.mutate('videos.create', { payload: { title: 'Heel' } });
    await desk.sync();
    await phone.sync();
    await phone.mutate('videos.update', { payload: { description: 'Wet', dogId: randomUUID() }, params: { id } });
    await phone.sync();
    await desk.mutate('videos.update', { payload: { description: 'Windy' }, params: { id } });
    await desk.sync();
    await phone.sync();
    const { video, sync } = (await getSession(phone.store, id))!;
    expect(sync.state).toBe('refused');
    expect(video.description.split('\n').sort()).toEqual(['Wet', 'Windy']);
    await phone.mutate('videos.update', { payload: { dogId: null, description: `${video.description}\nCold` }, params: { id } });
    await phone.sync();
    await desk.sync();
    for (const { store } of [phone, desk]) expect((await getSession(store, id))?.video.description).toBe(`${video.description}\nCold`);
  });

  it('sends a corrected change even if another change of its row was queued behind the refused one', async () => {
    const { anna, phone } = await trainer();
    const { id } = await phone.mutate('videos.create', { payload: { title: 'Heel' } });
    await phone.sync();
    await phone.mutate('videos.update', { payload: { title: 'Heel work', dogId: randomUUID() }, params: { id } });
    await phone.sync();
    await phone.mutate('videos.update', { payload: { description: 'Wet' }, params: { id } });
    await phone.mutate('videos.update', { payload: { dogId: null }, params: { id } });
    await phone.sync();
    expect(await phone.store.outbox.count()).toBe(0);
    expect((await anna.call('GET', '/api/videos')).body).toMatchObject([{ title: 'Heel work', description: 'Wet' }]);
  });

  it('sends a corrected row after the newer row that it now references', async () => {
    const { anna, phone } = await trainer();
    const { id } = await phone.mutate('videos.create', { payload: { title: 'Heel', dogId: randomUUID() } });
    await phone.sync();
    const dog = await phone.mutate('dogs.create', { payload: rex });
    await phone.mutate('videos.update', { payload: { dogId: dog.id }, params: { id } });
    await phone.sync();
    expect(await phone.store.outbox.count()).toBe(0);
    expect((await anna.call('GET', '/api/videos')).body).toMatchObject([{ title: 'Heel', dogId: dog.id }]);
  });

  it('keeps a row’s changes in order when one in the middle is discarded and the first has to wait', async () => {
    const { anna, phone } = await trainer();
    const { id } = await phone.mutate('videos.create', { payload: { title: 'First' } });
    await phone.sync();
    const second = await phone.mutate('videos.update', { payload: { title: 'Second' }, params: { id } });
    await phone.store.outbox.toCollection().modify({ firstSentAt: phone.clock.now });
    const shared = await phone.mutate('videos.share', { params: { id } });
    await phone.mutate('videos.update', { payload: { title: 'Third' }, params: { id } });
    await discard(phone.store, phone.ports, shared.key ?? '');
    phone.connection.carry = async ({ path, body }, pass) => {
      if (path !== '/api/batch') return pass();
      phone.connection.carry = (_request, on) => on();
      const envelope = JSON.parse(body) as { operations: { key: string; dependsOn?: string[] }[] };
      const waits = ({ key, dependsOn }: { key: string; dependsOn?: string[] }) =>
        key === second.key || dependsOn?.includes(second.key ?? '');
      const operations = envelope.operations.filter((one) => !waits(one));
      const { answers } =
        operations.length > 0
          ? ((await (await pass(JSON.stringify({ ...envelope, operations }))).json()) as { answers: object[] })
          : { answers: [] };
      const later = envelope.operations
        .filter(waits)
        .map(({ key }) => ({ key, status: key === second.key ? 429 : 424, body: { message: 'Later', code: 'rate_limited' } }));
      return answerWith(200, { answers: [...later, ...answers] });
    };
    await phone.sync();
    phone.clock.now += 3_600_000;
    await phone.sync();
    expect(await phone.store.outbox.count()).toBe(0);
    expect(await titlesOnServer(anna)).toEqual(['Third']);
  });

  it('restores the confirmed row when a refused edit is discarded, and keeps later edits', async () => {
    const { phone } = await trainer();
    const { id } = await phone.mutate('videos.create', { payload: { title: 'Heel' } });
    await phone.sync();
    const edit = await phone.mutate('videos.update', { payload: { dogId: randomUUID() }, params: { id } });
    await phone.sync();
    await phone.mutate('videos.update', { payload: { description: 'Wet field' }, params: { id } });
    await discard(phone.store, phone.ports, edit.key ?? '');
    expect((await getSession(phone.store, id))?.video).toMatchObject({ title: 'Heel', dogId: null, description: 'Wet field' });
    await phone.sync();
    expect((await getSession(phone.store, id))?.sync).toEqual({ state: 'synced' });
  });

  it('refuses changes that reference a discarded row, and stores what was discarded', async () => {
    const { phone } = await trainer();
    const dog = await phone.mutate('dogs.create', { payload: rex });
    const session = await phone.mutate('videos.create', { payload: { title: 'Heel', dogId: dog.id } });
    await discard(phone.store, phone.ports, dog.key ?? '');
    expect(await listDogs(phone.store)).toEqual([]);
    expect((await getSession(phone.store, session.id))?.sync).toEqual({ state: 'refused' });
    const [record] = await phone.store.outbox.toArray();
    expect(record?.lastError).toEqual({ status: 0, code: 'discarded', subject: { call: 'dogs.create', cue: null, name: 'Rex' } });
  });

  it('holds back changes that depend on a refused row, and sends all others', async () => {
    const { anna, phone } = await trainer();
    const bad = await phone.mutate('videos.create', { payload: { title: 'Bad', dogId: randomUUID() } });
    await phone.mutate('comments.create', { payload: { content: 'On it' }, params: { videoId: bad.id } });
    await phone.mutate('videos.create', { payload: { title: 'Good' } });
    await phone.sync();
    expect(await titlesOnServer(anna)).toEqual(['Good']);
    const session = { call: 'videos.create', name: 'Bad' };
    expect(await listQueue(phone.store)).toMatchObject([
      { subject: session, sync: { state: 'refused' }, waitsFor: null },
      { subject: { call: 'comments.create', name: 'On it' }, sync: { state: 'waiting' }, waitsFor: session },
    ]);
  });

  it('keeps the queue after a 401 until the same person is signed in again', async () => {
    const { anna, phone } = await trainer();
    await phone.mutate('videos.create', { payload: { title: 'Before' } });
    phone.connection.carry = async () => answerWith(401, { message: 'Please sign in', code: 'unauthenticated' });
    expect(await phone.sync()).toMatchObject({ kind: 'pause', reason: 'signed-out' });
    expect(await readStatus(phone.store)).toMatchObject({ signedOut: true, pending: 1 });
    expect((await listSessions(phone.store, { scope: 'all', limit: 1 }))[0]?.sync).toEqual({ state: 'paused', why: 'signed-out' });
    phone.connection.carry = (_request, pass) => pass();
    expect(await phone.sync()).toBeNull();
    expect(await readStatus(phone.store)).toMatchObject({ signedOut: false, pending: 0 });
    expect(await titlesOnServer(anna)).toEqual(['Before']);
  });

  it('never sends one person’s queue with another person’s sign-in', async () => {
    const { anna, phone } = await trainer();
    const ben = await world.person(`ben${people}@example.org`);
    await phone.mutate('videos.create', { payload: { title: 'Annas' } });
    phone.connection.carry = ({ path, headers, body }) => ben.send(path, { method: 'POST', headers, body });
    expect(await phone.sync()).toMatchObject({ kind: 'pause', reason: 'signed-out' });
    expect(await titlesOnServer(ben)).toEqual([]);
    expect(await titlesOnServer(anna)).toEqual([]);
    expect(await phone.store.outbox.count()).toBe(1);
  });

  it('pauses and keeps the queue without beta access, with an app that is too old, and on an unknown answer', async () => {
    const { phone } = await trainer();
    await phone.mutate('videos.create', { payload: { title: 'Kept' } });
    const answers = [
      [answerWith(403, { message: 'Beta access required', code: 'beta_required' }), 'beta'],
      [answerWith(426, { message: 'Please update', code: 'upgrade_required' }), 'upgrade'],
      [answerWith(402, { message: 'Pay', code: 'payment' }), 'unknown'],
    ] as const;
    for (const [answer, reason] of answers) {
      phone.connection.carry = async () => answer.clone();
      expect(await phone.sync()).toMatchObject({ kind: 'pause', reason });
      expect(await readSetting(phone.store, 'pause')).toMatchObject({ reason });
      expect(await phone.store.outbox.toArray()).toMatchObject([{ state: 'queued' }]);
    }
  });

  it.each([
    ['ends a pause once an envelope gets through', true],
    ['keeps a pause while nothing gets through', false],
  ])('%s, even if reads fail', async (_what, getsThrough) => {
    const { phone } = await trainer();
    await phone.mutate('videos.create', { payload: { title: 'Kept' } });
    phone.connection.carry = async () => answerWith(401, { message: 'Please sign in', code: 'unauthenticated' });
    await phone.sync();
    phone.connection.carry = ({ path }, pass) => (getsThrough && path === '/api/batch' ? pass() : lost());
    expect(await phone.sync()).toMatchObject({ kind: 'retry' });
    expect(await readStatus(phone.store)).toMatchObject({ signedOut: !getsThrough, pending: getsThrough ? 0 : 1 });
  });

  it('keeps the queue when a captive portal answers instead of the server', async () => {
    const { phone } = await trainer();
    await phone.mutate('videos.create', { payload: { title: 'Kept' } });
    phone.connection.carry = async () => new Response('<h1>Welcome to the Wi-Fi</h1>', { headers: { 'Content-Type': 'text/html' } });
    expect(await phone.sync()).toMatchObject({ kind: 'retry', reachable: false });
    expect(await phone.store.outbox.count()).toBe(1);
    expect(await readStatus(phone.store)).toMatchObject({ offline: true });
  });

  it('shows a change as blocked after five server failures, and sends the others', async () => {
    const { anna, phone } = await trainer();
    const poison = await phone.mutate('dogs.create', { payload: rex });
    phone.connection.carry = failingOn(poison.key ?? '');
    for (let round = 0; round < 6; round += 1) {
      await phone.mutate('videos.create', { payload: { title: `Round ${round}` } });
      await phone.sync();
      phone.clock.now += 10 * 60_000;
    }
    expect(await titlesOnServer(anna)).toHaveLength(6);
    expect(await phone.store.outbox.toArray()).toMatchObject([{ state: 'blocked', key: poison.key }]);
    expect((await getDog(phone.store, poison.id))?.sync).toMatchObject({ state: 'failed' });
    phone.connection.carry = (_request, pass) => pass();
    await retry(phone.store, phone.ports, poison.key ?? '');
    await phone.sync();
    expect((await getDog(phone.store, poison.id))?.sync).toEqual({ state: 'synced' });
  });

  it('sends a blocked change again once an hour, until it gets through', async () => {
    const { anna, phone } = await trainer();
    const poison = await phone.mutate('videos.create', { payload: { title: 'Poison' } });
    phone.connection.carry = failingOn(poison.key ?? '');
    for (let round = 0; round < 6; round += 1) {
      await phone.mutate('videos.create', { payload: { title: `Round ${round}` } });
      await phone.sync();
      phone.clock.now += 10 * 60_000;
    }
    const [blocked] = await phone.store.outbox.toArray();
    expect(blocked).toMatchObject({ state: 'blocked', key: poison.key });
    phone.connection.carry = (_request, pass) => pass();
    phone.clock.now = (blocked?.nextAttemptAt ?? 0) - 1;
    await phone.sync();
    expect(await titlesOnServer(anna)).not.toContain('Poison');
    phone.clock.now += 1;
    await phone.sync();
    expect(await titlesOnServer(anna)).toContain('Poison');
    expect(await phone.store.outbox.count()).toBe(0);
  });

  it('waits longer each time the server asks a change to wait', async () => {
    const { phone } = await trainer();
    await phone.mutate('dogs.create', { payload: rex });
    phone.connection.carry = async ({ path, body }, pass) => {
      if (path !== '/api/batch') return pass();
      const { operations } = JSON.parse(body) as { operations: { key: string }[] };
      return answerWith(200, {
        answers: operations.map(({ key }) => ({ key, status: 429, body: { message: 'Slowly', code: 'rate_limited' } })),
      });
    };
    const waits: number[] = [];
    for (let round = 0; round < 6; round += 1) {
      await phone.sync();
      const [waiting] = await phone.store.outbox.toArray();
      waits.push((waiting?.nextAttemptAt ?? 0) - phone.clock.now);
      phone.clock.now = waiting?.nextAttemptAt ?? 0;
    }
    for (const [place, wait] of waits.entries()) expect(wait).toBeGreaterThanOrEqual(500 * 2 ** place);
  });

  it('waits for as long as the server asks for a single change', async () => {
    const { phone } = await trainer();
    await phone.mutate('dogs.create', { payload: rex });
    phone.connection.carry = async ({ path, body }, pass) => {
      if (path !== '/api/batch') return pass();
      const { operations } = JSON.parse(body) as { operations: { key: string }[] };
      const slowly = { status: 429, body: { message: 'Slowly', code: 'rate_limited' }, retryAfter: 1_800 };
      return answerWith(200, { answers: operations.map(({ key }) => ({ key, ...slowly })) });
    };
    await phone.sync();
    const [waiting] = await phone.store.outbox.toArray();
    expect((waiting?.nextAttemptAt ?? 0) - phone.clock.now).toBe(1_800_000);
  });

  it('confirms a comment that arrived, even if the partnership ended before the answer', async () => {
    const { anna, phone } = await trainer();
    const { anna: ben, phone: bens } = await trainer();
    const pair = await becomePartners(anna, ben);
    const { id } = await bens.mutate('videos.create', { payload: { title: 'Ben’s' } });
    await bens.sync();
    await phone.sync();
    await phone.mutate('comments.create', { payload: { content: 'Arrived' }, params: { videoId: id } });
    phone.connection.carry = async ({ path }, pass) => {
      const response = await pass();
      if (path !== '/api/batch') return response;
      phone.connection.carry = (_request, on) => on();
      await ben.call('DELETE', `/api/friendships/${pair}`);
      // Another tab pulls.
      await pull(phone.store, phone.ports);
      expect(await phone.store.outbox.toArray()).toMatchObject([{ state: 'refused' }]);
      return response;
    };
    await phone.sync();
    await bens.sync();
    expect(await phone.store.outbox.count()).toBe(0);
    expect(await bens.store.view('comments').toArray()).toMatchObject([{ content: 'Arrived' }]);
  });

  it('does not show an ended partnership again when the answer to its acceptance is late', async () => {
    const { anna, phone } = await trainer();
    const { anna: ben } = await trainer();
    const { id } = (await ben.call<{ id: string }>('POST', '/api/friendships', { friendId: anna.userId })).body;
    await phone.sync();
    await phone.mutate('friendships.accept', { payload: { status: 'accepted' }, params: { id } });
    phone.connection.carry = async ({ path }, pass) => {
      const response = await pass();
      if (path !== '/api/batch') return response;
      phone.connection.carry = (_request, on) => on();
      await ben.call('DELETE', `/api/friendships/${id}`);
      // Another tab pulls.
      await pull(phone.store, phone.ports);
      return response;
    };
    await phone.sync();
    expect(await phone.store.outbox.count()).toBe(0);
    expect(await phone.store.view('friendships').toArray()).toEqual([]);
  });

  it('trusts the answer that confirms a change, even after an earlier refusal of the same key', async () => {
    const { anna, phone } = await trainer();
    const desk = await world.device(anna, 'desk');
    const { id } = await phone.mutate('videos.create', { payload: { title: 'Heel' } });
    await phone.sync();
    await desk.sync();
    await desk.mutate('videos.delete', { params: { id } });
    await desk.sync();
    await phone.mutate('videos.update', { payload: { description: 'Typed' }, params: { id } });
    let second: Promise<unknown> | undefined;
    let arrived: () => void = () => {};
    let firstEnded: () => void = () => {};
    const ended = new Promise<void>((resolve) => (firstEnded = resolve));
    phone.connection.carry = async (_first, pass) => {
      const refusal = await pass();
      // The desk restores the row, and another tab sends the edit again, before this tab has its answer.
      await desk.mutate('videos.restore', { params: { id } });
      await desk.sync();
      const isThere = new Promise<void>((resolve) => (arrived = resolve));
      phone.connection.carry = async (_second, on) => {
        const applied = await on();
        arrived();
        await ended;
        return applied;
      };
      second = replay(phone.store, phone.ports);
      await isThere;
      return refusal;
    };
    await replay(phone.store, phone.ports);
    expect(await phone.store.outbox.toArray()).toMatchObject([{ state: 'refused' }]);
    firstEnded();
    await second;
    expect(await phone.store.outbox.count()).toBe(0);
    await desk.sync();
    expect((await getSession(desk.store, id))?.video.description).toBe('Typed');
  });
});

/** Makes the server fail on one change: the envelope ends there with a 500, and the change is never applied. */
const failingOn =
  (key: string): TestDevice['connection']['carry'] =>
  async ({ body }, pass) => {
    const request = JSON.parse(body) as { operations?: { key: string }[] };
    const place = request.operations?.findIndex((operation) => operation.key === key) ?? -1;
    if (place < 0) return pass();
    const operations = request.operations?.slice(0, place) ?? [];
    const before = operations.length > 0 ? await pass(JSON.stringify({ ...request, operations })) : Response.json({ answers: [] });
    const { answers } = (await before.json()) as { answers: object[] };
    return Response.json({ answers: [...answers, { key, status: 500, body: { message: 'Something went wrong', code: 'internal' } }] });
  };

describe('promise 2: nothing is shown as synced that the server has not confirmed', () => {
  it('shows saved, then sending, then waiting, then synced', async () => {
    const { phone } = await trainer();
    const { id } = await phone.mutate('videos.create', { payload: { title: 'Heel' } });
    const state = async () => (await getSession(phone.store, id))?.sync.state;
    expect(await state()).toBe('saved');
    const seen: (string | undefined)[] = [];
    phone.connection.carry = async () => {
      seen.push(await state());
      return lost();
    };
    await phone.sync();
    expect(seen).toEqual(['sending']);
    expect(await state()).toBe('waiting');
    phone.connection.carry = (_request, pass) => pass();
    await phone.sync();
    expect(await state()).toBe('synced');
  });
});
