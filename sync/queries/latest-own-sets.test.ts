import { expect, it } from 'vitest';
import { mutate } from '../outbox/mutate.ts';
import { openTestStore } from '../testing/open-test-store.ts';
import { testPorts } from '../testing/test-ports.ts';
import { listLatestOwnSets } from './latest-own-sets.ts';

const ME = '5c3e1d2f-7a6b-4c8d-9e0f-1a2b3c4d5e6f';

it('finds one’s own sets behind any number of partners’, newest first', async () => {
  const clock = { now: Date.parse('2026-11-20T12:00:00Z') };
  const [store, ports] = [await openTestStore(ME), testPorts({ clock })];
  const { id: videoId } = await mutate(store, ports, 'videos.create', { payload: { title: 'Field' } });
  const make = async (exercise: string) => {
    clock.now += 1_000;
    return (await mutate(store, ports, 'sets.create', { payload: { videoId, exercise } })).id;
  };
  for (const exercise of ['First', 'Second', 'Third']) await make(exercise);
  const row = (await store.view('sets').get(await make('Latest')))!;
  const live = '2026-11-20T13:00:00.000Z';
  await store.view('sets').bulkAdd(Array.from({ length: 40 }, () => ({ ...row, id: ports.newId(), ownerId: ports.newId(), live })));
  expect((await listLatestOwnSets(store, 3)).map(({ exercise }) => exercise)).toEqual(['Latest', 'Third', 'Second']);
  expect(await listLatestOwnSets(store, 9)).toHaveLength(4);
});
