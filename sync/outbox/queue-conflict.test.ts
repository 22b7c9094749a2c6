import { expect, it } from 'vitest';
import { createTestWorld } from '../testing/test-world.ts';
import { queueConflict } from './queue-conflict.ts';

it('keeps what another device has set meanwhile as a conflict, beside the other value', async () => {
  const world = await createTestWorld();
  const phone = await world.device(await world.person('kate@example.org'));
  await phone.sync();
  const { id: entityId } = await phone.mutate('videos.create', { payload: { title: 'Track' } });
  await phone.sync();
  const laptop = await phone.copied('laptop');
  await laptop.mutate('videos.update', { params: { id: entityId }, payload: { title: 'On the laptop' } });
  await laptop.sync();
  const { store, ports } = phone;
  await store.transaction('rw', store.changeTables, async () => {
    await queueConflict(store, ports, 'videos', { entityId, field: 'title', other: 'Earlier' });
  });
  await phone.sync();
  expect(await store.view('videos').get(entityId)).toMatchObject({ title: 'Track' });
  const others = (await store.view('conflicts').toArray()).map(({ other }) => other);
  expect(new Set(others)).toEqual(new Set(['Earlier', 'On the laptop']));
});
