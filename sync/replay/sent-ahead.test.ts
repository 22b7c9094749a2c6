import { beforeAll, expect, it } from 'vitest';
import { ENVELOPE_MAX_OPERATIONS } from '../../api/contract/limits.ts';
import type { BatchRequest } from '../../api/contract/sync-protocol.ts';
import type { TestPerson } from '../../api/testing/create-test-app.ts';
import { writeSetting } from '../store/settings.ts';
import { createTestWorld, lost, type TestDevice, type TestWorld } from '../testing/test-world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld();
});

const MINUTE_MS = 60_000;
let people = 0;

/** A device with this many queued sessions, in whole envelopes. */
async function withQueued(count: number): Promise<{ anna: TestPerson; phone: TestDevice; envelopes: string[][] }> {
  const anna = await world.person(`ahead${(people += 1)}@example.org`);
  const phone = await world.device(anna);
  await phone.sync();
  for (let place = 0; place < count; place += 1) {
    await phone.mutate('videos.create', { payload: { title: `Session ${place}` } });
  }
  const keys = (await phone.store.outbox.orderBy('seq').toArray()).map(({ key }) => key);
  const envelopes = Array.from({ length: count / ENVELOPE_MAX_OPERATIONS }, (_, nth) =>
    keys.slice(nth * ENVELOPE_MAX_OPERATIONS, (nth + 1) * ENVELOPE_MAX_OPERATIONS),
  );
  return { anna, phone, envelopes };
}

const keysIn = (body: string) => (JSON.parse(body) as BatchRequest).operations.map(({ key }) => key);

/** Calls this with the keys of each envelope before the server gets it. */
function onEnvelope({ connection }: TestDevice, meet: (keys: string[]) => unknown, after: () => unknown = () => {}) {
  connection.carry = async ({ path, body }, pass) => {
    if (path !== '/api/batch') return pass();
    meet(keysIn(body));
    const answer = await pass();
    await after();
    return answer;
  };
}

async function mustHaveArrivedOnce(anna: TestPerson, phone: TestDevice, count: number) {
  expect(await phone.store.outbox.count()).toBe(0);
  const { body } = await anna.call<{ title: string; version: number }[]>('GET', '/api/videos');
  expect(body.map(({ title }) => title).toSorted()).toEqual(Array.from({ length: count }, (_, place) => `Session ${place}`).toSorted());
}

it('sends the next envelope before it applies the answers to the last one', async () => {
  const { anna, phone, envelopes } = await withQueued(200);
  const sent: string[][] = [];
  const events: string[] = [];
  const note = (event: string) => {
    if (events.at(-1) !== event) events.push(event);
  };
  phone.hooks.beforeWrite = (table) => {
    if (table === 'videos') note('apply');
  };
  onEnvelope(phone, (keys) => {
    sent.push(keys);
    note(`send ${sent.length}`);
  });
  expect(await phone.sync()).toBeNull();
  expect(sent).toEqual(envelopes);
  expect(events).toEqual(['send 1', 'send 2', 'apply', 'send 3', 'apply', 'send 4', 'apply']);
  await mustHaveArrivedOnce(anna, phone, 200);
});

it('takes one envelope at a time while the server was last out of reach', async () => {
  const { anna, phone, envelopes } = await withQueued(100);
  const [first, second] = [envelopes[0]!, envelopes[1]!];
  await writeSetting(phone.store, 'connection', { reachable: false, at: 0 });
  phone.connection.carry = async () => lost();
  await phone.sync();
  const isSent = async (keys: string[]) =>
    (await phone.store.outbox.where('key').anyOf(keys).toArray()).map(({ attempts }) => attempts > 0);
  expect(new Set(await isSent(first))).toEqual(new Set([true]));
  expect(new Set(await isSent(second))).toEqual(new Set([false]));
  onEnvelope(phone, () => {});
  while (await phone.sync()) phone.clock.now += MINUTE_MS;
  await mustHaveArrivedOnce(anna, phone, 100);
});

it('sends nothing behind a change that was refused before the rest is chosen again', async () => {
  const { anna, phone, envelopes } = await withQueued(200);
  const doomed = envelopes[1]![10]!;
  const record = (await phone.store.outbox.get({ key: doomed }))!;
  await phone.store.outbox.put({ ...record, payload: { ...(record.payload as object), title: '' } });
  const sent: string[][] = [];
  onEnvelope(phone, (keys) => sent.push(keys));
  await phone.sync();
  expect(sent).toEqual(envelopes);
  expect(await phone.store.outbox.toArray()).toMatchObject([{ key: doomed, state: 'refused' }]);
  expect((await anna.call<unknown[]>('GET', '/api/videos')).body).toHaveLength(199);
});

it('sends an envelope again whose answer was lost, and the one taken behind it after that', async () => {
  const { anna, phone, envelopes } = await withQueued(200);
  const sent: string[][] = [];
  onEnvelope(
    phone,
    (keys) => sent.push(keys),
    () => sent.length === 2 && lost(),
  );
  await phone.sync();
  const states = await phone.store.outbox.orderBy('seq').toArray();
  expect(new Set(states.map(({ state }) => state))).toEqual(new Set(['queued']));
  while (await phone.sync()) phone.clock.now += MINUTE_MS;
  expect(sent).toEqual([envelopes[0], envelopes[1], envelopes[1], envelopes[2], envelopes[3]]);
  await mustHaveArrivedOnce(anna, phone, 200);
});

it('keeps later changes of a row behind the earlier ones', async () => {
  const { anna, phone } = await withQueued(100);
  const [last] = await phone.store.outbox.orderBy('seq').reverse().toArray();
  // Not folded into the create: sharing is a call of its own.
  await phone.mutate('videos.share', { params: { id: last!.entityId } });
  for (let place = 100; place < 150; place += 1) await phone.mutate('videos.create', { payload: { title: `Session ${place}` } });
  const sent: string[][] = [];
  onEnvelope(phone, (keys) => sent.push(keys));
  await phone.sync();
  const share = sent.findIndex((keys) => !keys.includes(last!.key) && keys.length === 1);
  expect(sent.findIndex((keys) => keys.includes(last!.key))).toBe(1);
  expect(share).toBeGreaterThan(1);
  await mustHaveArrivedOnce(anna, phone, 150);
});
