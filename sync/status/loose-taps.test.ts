import { expect, it } from 'vitest';
import { mutate } from '../outbox/mutate.ts';
import { foldTaps, storeTap } from '../outbox/taps.ts';
import { openTestStore } from '../testing/open-test-store.ts';
import { testPorts } from '../testing/test-ports.ts';
import { discardTaps, listLooseTaps } from './loose-taps.ts';

const ME = '5c3e1d2f-7a6b-4c8d-9e0f-1a2b3c4d5e6f';
const UNKNOWN = '7b1d2c3e-4f5a-4b6c-8d7e-9f0a1b2c3d4e';

it('lists the taps that no set takes, and counts those of a deleted set once it is restored', async () => {
  const [store, ports] = [await openTestStore(ME), testPorts()];
  const { id: videoId } = await mutate(store, ports, 'videos.create', { payload: { title: 'Field' } });
  const [kept, deleted] = await Promise.all(
    ['Recall', 'Send-away'].map(async (exercise) => (await mutate(store, ports, 'sets.create', { payload: { videoId, exercise } })).id),
  );
  await mutate(store, ports, 'sets.delete', { params: { id: deleted! } });
  for (const setId of [kept!, deleted!, deleted!, UNKNOWN]) await storeTap(store, { setId, reps: [`${ports.newId().slice(0, 8)} hit`] });
  await expect(foldTaps(store, ports, UNKNOWN)).rejects.toThrow('not on this device');
  expect((await store.view('sets').get(kept!))?.reps).toHaveLength(1);
  expect(await listLooseTaps(store)).toEqual([
    { setId: deleted, exercise: 'Send-away', taps: 2, gone: 'set' },
    { setId: UNKNOWN, exercise: null, taps: 1, gone: 'absent' },
  ]);

  await mutate(store, ports, 'sets.restore', { params: { id: deleted! } });
  await expect(foldTaps(store, ports)).rejects.toThrow('not on this device');
  expect((await store.view('sets').get(deleted!))?.reps).toHaveLength(2);
  expect(await listLooseTaps(store)).toMatchObject([{ setId: UNKNOWN }]);
  await discardTaps(store, UNKNOWN);
  expect(await store.taps.count()).toBe(0);
});

it('offers no restore of a set whose session is deleted', async () => {
  const [store, ports] = [await openTestStore(ME), testPorts()];
  const { id: videoId } = await mutate(store, ports, 'videos.create', { payload: { title: 'Field' } });
  const { id: setId } = await mutate(store, ports, 'sets.create', { payload: { videoId, exercise: 'Recall' } });
  await mutate(store, ports, 'sets.delete', { params: { id: setId } });
  await mutate(store, ports, 'videos.delete', { params: { id: videoId } });
  await storeTap(store, { setId, reps: ['00000001 hit'] });
  expect(await listLooseTaps(store)).toMatchObject([{ exercise: 'Recall', gone: 'session' }]);
});
