import { expect, it } from 'vitest';
import { formatRep } from '../../api/contract/reps.ts';
import { mutate } from '../outbox/mutate.ts';
import { openTestStore } from '../testing/open-test-store.ts';
import { testPorts } from '../testing/test-ports.ts';
import { listLatestSets, readFieldSet, readFieldStart } from './field.ts';

const ME = '6a4f2c1e-3b5d-4e7f-8a9b-0c1d2e3f4a5b';
const MINUTE_MS = 60_000;
const dog = { breed: 'Kelpie', birthdate: '2020-01-01', gender: 'female', sport: 'IGP' };

async function kennel() {
  const clock = { now: Date.UTC(2026, 4, 1, 9) };
  const [store, ports] = [await openTestStore(ME), testPorts({ clock })];
  const add = async (call: Parameters<typeof mutate>[2], payload: object) => {
    clock.now += MINUTE_MS;
    return (await mutate(store, ports, call, { payload })).id;
  };
  return { store, ports, add };
}

it('starts with the dog trained last, unless it is retired', async () => {
  const { store, ports, add } = await kennel();
  expect(await readFieldStart(store, null)).toEqual({ dogs: [], dogId: null });
  const ada = await add('dogs.create', { ...dog, name: 'Ada' });
  const zeta = await add('dogs.create', { ...dog, name: 'Zeta' });
  expect((await readFieldStart(store, null)).dogId).toBe(ada);
  const session = await add('videos.create', { title: 'Tracking', dogId: zeta });
  expect((await readFieldStart(store, null)).dogId).toBe(zeta);
  await mutate(store, ports, 'dogs.update', { id: zeta, payload: { retiredAt: '2026-05-01T00:00:00.000Z' } });
  expect(await readFieldStart(store, null)).toMatchObject({ dogs: [{ dog: { name: 'Ada' } }], dogId: ada });
  expect((await readFieldStart(store, session)).dogId).toBe(zeta);
});

it('lists the newest set of each exercise of a dog', async () => {
  const { store, add } = await kennel();
  const dogId = await add('dogs.create', { ...dog, name: 'Ada' });
  const withDog = await add('videos.create', { title: 'With', dogId });
  const without = await add('videos.create', { title: 'Without' });
  expect(await listLatestSets(store, dogId)).toEqual([]);
  await add('sets.create', { videoId: withDog, exercise: 'recall', distanceM: 5 });
  await add('sets.create', { videoId: withDog, exercise: 'Recall', distanceM: 10 });
  await add('sets.create', {
    videoId: withDog,
    exercise: 'Send-away',
    reps: [formatRep({ id: '00000001', kind: 'hit', at: null, filmMs: null, latencyMs: null })],
  });
  await add('sets.create', { videoId: without, exercise: 'Hold' });
  expect(await listLatestSets(store, dogId)).toMatchObject([
    { set: { exercise: 'Send-away' }, hits: 1 },
    { set: { exercise: 'Recall', distanceM: 10 }, hits: 0 },
  ]);
  expect(await listLatestSets(store, null)).toMatchObject([{ set: { exercise: 'Hold' }, hits: 0 }]);
});

it('numbers the sets of one exercise in a session', async () => {
  const { store, ports, add } = await kennel();
  const videoId = await add('videos.create', { title: 'Field' });
  const startedAt = new Date(ports.now()).toISOString();
  await add('sets.create', { videoId, exercise: 'Send-away', position: 0, startedAt });
  await add('sets.create', { videoId, exercise: 'Recall', position: 1 });
  const id = await add('sets.create', { videoId, exercise: 'SEND-AWAY', position: 2 });
  expect(await readFieldSet(store, id)).toMatchObject({ number: 2, sets: 3, begunAt: startedAt, dog: null });
});

it('has no set that was deleted, nor one of a deleted session', async () => {
  const { store, ports, add } = await kennel();
  const videoId = await add('videos.create', { title: 'Field' });
  const [one, two] = [await add('sets.create', { videoId, exercise: 'Recall' }), await add('sets.create', { videoId, exercise: 'Hold' })];
  await mutate(store, ports, 'sets.delete', { id: one });
  expect(await readFieldSet(store, one)).toBeNull();
  expect(await readFieldSet(store, two)).not.toBeNull();
  await mutate(store, ports, 'videos.delete', { id: videoId });
  expect(await readFieldSet(store, two)).toBeNull();
});
