import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test, vi } from 'vitest';
import { derivedId } from '../api/contract/derived-id.ts';
import type { Cue } from '../api/contract/entities/cue.ts';
import type { Program } from '../api/contract/entities/program.ts';
import { deviceOf } from '../api/testing/pulling-device.ts';
import { type Engine, startEngine } from './engine.ts';
import { mendDerivedIds } from './mend-derived-ids.ts';
import { UNSENT } from './store/outbox-record.ts';
import { readSetting } from './store/settings.ts';
import { createTestWorld, lost, type TestDevice, type TestWorld } from './testing/test-world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld();
});

/** Queues an imported cue for a restored server as version 0.2 did, and adds it to a program. */
async function offerAsBefore(phone: TestDevice, name: string) {
  const id = derivedId(phone.store.userId, randomUUID());
  await phone.store.outbox.add({
    key: randomUUID(),
    userId: phone.store.userId,
    schemaVersion: 1,
    call: 'cues.create',
    params: {},
    payload: { id, name },
    entity: 'cues',
    entityId: id,
    baseVersion: 0,
    dependsOn: [],
    ...UNSENT,
    createdAt: phone.clock.now,
    offer: true,
  });
  await phone.store.shadow.put({ entity: 'cues', id, feed: `own:${phone.store.userId}`, row: null, gone: false });
  const program = await phone.mutate('programs.create', { payload: { name: 'Spring' } });
  await phone.mutate('programs.addCue', { params: { id: program.id }, payload: { cueId: id, orderIndex: 0 } });
  return id;
}

test.each(['before it is sent', 'after it was refused'])(
  'an imported cue that an older version offered gets a random id %s',
  async (when) => {
    const anna = await world.person(`${randomUUID()}@example.org`);
    const phone = await world.device(anna, randomUUID());
    const old = await offerAsBefore(phone, 'Bait');
    if (when === 'after it was refused') {
      await phone.sync();
      expect(await phone.store.outbox.get({ entityId: old })).toMatchObject({ state: 'refused', lastError: { status: 400 } });
    }
    await mendDerivedIds(phone.store, phone.ports);
    expect(await phone.sync()).toBeNull();
    expect(await phone.store.outbox.toArray()).toEqual([]);
    const server = deviceOf(anna);
    await server.pullAll();
    const [cue] = server.rows<Cue>('cues');
    expect(cue).toMatchObject({ name: 'Bait', deletedAt: null });
    expect(server.rows<Program>('programs')).toMatchObject([{ cues: [{ cueId: cue!.id, orderIndex: 0 }] }]);
    expect((await phone.store.view('cues').toArray()).map(({ id }) => id)).toEqual([cue!.id]);
  },
);

test('the engine mends rows of older versions before it sends anything', async () => {
  const anna = await world.person(`${randomUUID()}@example.org`);
  const phone = await world.device(anna, randomUUID());
  const old = await offerAsBefore(phone, 'Bait');
  let engine: Engine | undefined;
  await new Promise<void>((onIdle) => (engine = startEngine(phone.store, phone.ports, { onIdle })));
  await engine?.stop();
  expect(await phone.store.outbox.toArray()).toEqual([]);
  const cues = await phone.store.view('cues').toArray();
  expect(cues).toMatchObject([{ name: 'Bait', version: 1 }]);
  expect(cues[0]!.id).not.toBe(old);
  expect(await readSetting(phone.store, 'daysChecked')).toBe(true);
});

test('the engine sends nothing before each repair has ended, although another one failed at once', async () => {
  const anna = await world.person(`${randomUUID()}@example.org`);
  const phone = await world.device(anna, randomUUID());
  const { store } = phone;
  const events: string[] = [];
  const get = store.settings.get.bind(store.settings) as (key: string) => unknown;
  vi.spyOn(store.settings, 'get').mockImplementation(((key: string) =>
    key === 'daysChecked' ? Promise.reject(new Error('Unreadable')) : get(key)) as typeof store.settings.get);
  const transaction = store.transaction.bind(store);
  vi.spyOn(store, 'transaction').mockImplementationOnce((async (...words: Parameters<typeof transaction>) => {
    for (let turn = 0; turn < 50; turn++) await store.outbox.count();
    await transaction(...words);
    events.push('mended');
  }) as unknown as typeof transaction);
  phone.connection.carry = ({ path }, pass) => (events.push(path), pass());
  let engine: Engine | undefined;
  await new Promise<void>((onIdle) => {
    engine = startEngine(store, phone.ports, { onIdle, onFault: (fault) => events.push(String(fault)) });
  });
  await engine?.stop();
  expect(events.slice(0, 3)).toEqual(['mended', 'Error: Unreadable', expect.stringMatching(/^\/api/)]);
});

test('a cue that an older version sent without an answer keeps its id: the server may have it', async () => {
  const anna = await world.person(`${randomUUID()}@example.org`);
  const phone = await world.device(anna, randomUUID());
  const old = await offerAsBefore(phone, 'Bait');
  phone.connection.carry = ({ path }, pass) => (path === '/api/batch' ? lost() : pass());
  await phone.sync();
  const sent = await phone.store.outbox.get({ entityId: old });
  expect(sent).toMatchObject({ state: 'queued', firstSentAt: expect.any(Number) });
  await mendDerivedIds(phone.store, phone.ports);
  expect(await phone.store.outbox.get({ entityId: old })).toEqual(sent);
});

test('an offline import whose id someone else took is shown once, under the id that the server chose', async () => {
  const [anna, ben] = [await world.person('anna@example.org'), await world.person('ben@example.org')];
  const { body: source } = await ben.call<Cue>('POST', '/api/cues', { name: 'Bait', visibility: 'public' });
  const { body: planted } = await ben.call<Cue>('POST', '/api/cues', { name: 'Planted' });
  await world.client.query('update cues set id = $1 where id = $2', [derivedId(anna.userId, source.id), planted.id]);
  const phone = await world.device(anna);
  await phone.mutate('cues.import', { params: { cueId: source.id }, source });
  expect(await phone.sync()).toBeNull();
  expect(await phone.store.view('cues').toArray()).toMatchObject([{ name: 'Bait', ownerId: anna.userId, version: 1 }]);
});
