import { describe, expect, it } from 'vitest';
import { formatRep, standingReps } from '../api/contract/reps.ts';
import { createTestWorld, type TestDevice } from './testing/test-world.ts';

const world = await createTestWorld();

const rep = (number: number, kind: 'hit' | 'miss' = 'hit') =>
  formatRep({ id: number.toString(36).padStart(8, '0'), kind, at: number, filmMs: null, latencyMs: null });
const idOf = (number: number) => rep(number).slice(0, 8);

let people = 0;
async function twoDevices() {
  const anna = await world.person(`anna${(people += 1)}@example.org`);
  const [phone, helpers] = [await world.device(anna, 'phone'), await world.device(anna, 'helper’s')];
  const { id: videoId } = await phone.mutate('videos.create', { payload: { title: 'Field' } });
  const { id } = await phone.mutate('sets.create', { payload: { videoId, exercise: 'Send-away' } });
  const syncAll = async () => {
    for (let round = 0; round < 2; round += 1) for (const device of [phone, helpers]) expect(await device.sync()).toBeNull();
  };
  const onServer = async () => (await anna.call<{ reps: string[]; struck: string[] }[]>('GET', '/api/sets')).body;
  return { id, videoId, phone, helpers, syncAll, onServer };
}
const tap = (device: TestDevice, id: string, ...reps: string[]) => device.mutate('sets.update', { id, payload: { reps } });
const held = async ({ store }: TestDevice, id: string) => (await store.view('sets').get(id))!;

describe('reps', () => {
  it('tapped on two devices without signal all stay, in order of time', async () => {
    const { id, phone, helpers, syncAll, onServer } = await twoDevices();
    await syncAll();
    for (const number of [1, 3, 5]) await tap(phone, id, rep(number));
    for (const number of [2, 4]) await tap(helpers, id, rep(number, 'miss'));
    await syncAll();
    for (const device of [phone, helpers])
      expect(standingReps(await held(device, id)).map(({ at, kind }) => [at, kind])).toEqual([
        [1, 'hit'],
        [2, 'miss'],
        [3, 'hit'],
        [4, 'miss'],
        [5, 'hit'],
      ]);
    expect((await onServer())[0]?.reps).toHaveLength(5);
    expect(await phone.store.view('conflicts').count()).toBe(0);
  });

  it('tapped without signal are one record in the queue, also on a new set', async () => {
    const { id, phone, syncAll } = await twoDevices();
    for (let number = 1; number <= 10; number += 1) await tap(phone, id, rep(number));
    expect((await phone.store.outbox.toArray()).map(({ call }) => call)).toEqual(['videos.create', 'sets.create']);
    await syncAll();
    for (let number = 11; number <= 20; number += 1) await tap(phone, id, rep(number));
    const [record, ...more] = await phone.store.outbox.toArray();
    expect(more).toEqual([]);
    // Only what the server lacks, and no base: nothing can leave the list.
    expect(record?.payload).toEqual({ reps: Array.from({ length: 10 }, (_, number) => rep(number + 11)), base: {} });
    expect((await held(phone, id)).reps).toHaveLength(20);
  });

  it('stay when a form that was opened before saves the set', async () => {
    const { id, phone, syncAll, onServer } = await twoDevices();
    await syncAll();
    const opened = await held(phone, id);
    await tap(phone, id, rep(1));
    await phone.mutate('sets.update', {
      id,
      payload: { exercise: 'Recall', reps: opened.reps, base: { exercise: opened.exercise, reps: [] } },
    });
    expect(await held(phone, id)).toMatchObject({ exercise: 'Recall', reps: [rep(1)] });
    await syncAll();
    expect(await onServer()).toMatchObject([{ exercise: 'Recall', reps: [rep(1)] }]);
  });

  it('that were struck on one device stay struck, and are still there', async () => {
    const { id, phone, helpers, syncAll } = await twoDevices();
    await tap(phone, id, rep(1), rep(2));
    await syncAll();
    await phone.mutate('sets.update', { id, payload: { struck: [idOf(1)] } });
    await tap(helpers, id, rep(3));
    await syncAll();
    for (const device of [phone, helpers]) {
      const set = await held(device, id);
      expect(set.reps).toEqual([rep(1), rep(2), rep(3)]);
      expect(standingReps(set).map(({ at }) => at)).toEqual([2, 3]);
    }
  });

  it('change nothing if the set has them', async () => {
    const { id, phone, syncAll } = await twoDevices();
    await tap(phone, id, rep(1));
    await syncAll();
    expect(await tap(phone, id, rep(1))).toMatchObject({ key: null });
    expect(await phone.store.outbox.count()).toBe(0);
  });

  it('of a session that another device has deleted are kept, and are there when it is restored', async () => {
    const { id, videoId, phone, helpers, syncAll, onServer } = await twoDevices();
    await syncAll();
    await helpers.mutate('videos.delete', { id: videoId });
    await helpers.sync();
    await tap(phone, id, rep(1));
    await syncAll();
    await helpers.mutate('videos.restore', { id: videoId });
    await syncAll();
    expect((await onServer())[0]?.reps).toEqual([rep(1)]);
  });
});
