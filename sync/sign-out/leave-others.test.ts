import { beforeAll, expect, it } from 'vitest';
import { storeSharedFiles } from '../media/shared-files.ts';
import { mutate } from '../outbox/mutate.ts';
import type { DeviceMedia } from '../store/media-row.ts';
import { filmBytes } from '../testing/media-ports.ts';
import { memoryFiles } from '../testing/memory-files.ts';
import { openTestStore } from '../testing/open-test-store.ts';
import { createTestWorld, type TestDevice, type TestWorld } from '../testing/test-world.ts';
import { ensureLockKey } from './lock-key.ts';
import { leaveOthers } from './leave-others.ts';
import { unsyncedWork } from './sign-out.ts';
import { unlockWork } from './unlock-work.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld();
}, 60_000);

const leave = (device: TestDevice, files: { own: ReturnType<typeof memoryFiles>; locked: ReturnType<typeof memoryFiles> }) =>
  leaveOthers([device.store.userId], async () => ({
    store: (await device.restart()).store,
    ports: { ...device.ports, files: files.own },
    lockedFiles: files.locked,
  }));

it('clears what the server has', async () => {
  const anna = await world.device(await world.person('anna@example.org'));
  await anna.mutate('videos.create', { payload: { title: 'Synced' } });
  await anna.sync();
  const files = { own: memoryFiles(), locked: memoryFiles() };
  expect(await leave(anna, files)).toBe(true);
  expect(await (await anna.restart()).store.view('videos').count()).toBe(0);
});

it('seals what only this device has, until its author signs in again', async () => {
  const person = await world.person('ben@example.org');
  const ben = await world.device(person);
  await ben.sync();
  await ensureLockKey(ben.store, ben.ports);
  await ben.mutate('videos.create', { payload: { title: 'At the far field' } });
  const files = { own: memoryFiles(), locked: memoryFiles() };
  expect(await leave(ben, files)).toBe(true);

  const again = await ben.restart();
  expect(await again.store.view('videos').count(), 'sessions').toBe(0);
  expect(await again.store.outbox.count(), 'outbox').toBe(0);
  await unlockWork(again.store, again.ports, files.locked);
  await again.sync();
  expect((await person.call<{ title: string }[]>('GET', '/api/videos')).body).toMatchObject([{ title: 'At the far field' }]);
});

it('clears what an unknown sender shared and no one accepted, without the key that sealing needs', async () => {
  const fay = await world.device(await world.person('fay@example.org'));
  await fay.sync();
  const files = { own: memoryFiles(), locked: memoryFiles() };
  const film = new File([filmBytes(5_000)], 'a.mp4', { type: 'video/mp4' });
  const shared = { files: [film], title: '', text: '', isOwn: false };
  await storeSharedFiles(fay.store, { ...fay.ports, files: files.own }, shared);
  expect(await leave(fay, files)).toBe(true);
  expect(await (await fay.restart()).store.media.count(), 'media').toBe(0);
  expect({ own: await files.own.list(), locked: await files.locked.list() }).toEqual({ own: [], locked: [] });
});

it('seals work beside a file that a crash cut off while it was written', async () => {
  const ella = await world.device(await world.person('ella@example.org'));
  await ella.sync();
  await ensureLockKey(ella.store, ella.ports);
  const id = '44444444-4444-4444-8444-444444444444';
  await ella.mutate('videos.create', { payload: { title: 'At the far field' } });
  const [session] = await ella.store.view('videos').toArray();
  const half = { id, state: 'writing', entity: 'videos', entityId: session!.id, field: 'videoUrl', fileName: id, poster: null };
  await ella.store.media.put(half as DeviceMedia);
  const files = { own: memoryFiles(), locked: memoryFiles() };
  expect(await leave(ella, files)).toBe(true);

  const again = await ella.restart();
  expect(await again.store.outbox.count(), 'outbox').toBe(0);
  expect(await again.store.media.count(), 'media').toBe(0);
  await unlockWork(again.store, again.ports, files.locked);
  expect(await again.store.media.toArray()).toMatchObject([{ id, state: 'failed', lastError: { code: 'lost' } }]);
});

it('leaves what it cannot seal, and continues with the next person', async () => {
  const without = await openTestStore('11111111-1111-4111-8111-111111111111', 'shared');
  const ports = (await world.device(await world.person('cleo@example.org'))).ports;
  await mutate(without, ports, 'videos.create', { payload: { title: 'No key yet' } });
  const synced = await openTestStore('22222222-2222-4222-8222-222222222222', 'shared');
  const stores = new Map([without, synced].map((store) => [store.userId, store]));
  const others = [...stores.keys()];
  const open = (userId: string) => Promise.resolve({ store: stores.get(userId)!, ports, lockedFiles: memoryFiles() });
  expect(await leaveOthers(others, open)).toBe(false);
  expect(await unsyncedWork(await openTestStore(others[0]!, 'shared'))).toEqual({ changes: 1, files: 0, drafts: 0 });
  expect(synced.isOpen()).toBe(false);
});

it('leaves the next person although a store cannot be opened, and reports the fault', async () => {
  const synced = await openTestStore('22222222-2222-4222-8222-222222222222', 'shared');
  const { ports } = await world.device(await world.person('dan@example.org'));
  const open = (userId: string) =>
    userId === synced.userId
      ? Promise.resolve({ store: synced, ports, lockedFiles: memoryFiles() })
      : Promise.reject(new Error('The database is damaged'));
  await expect(leaveOthers(['11111111-1111-4111-8111-111111111111', synced.userId], open)).rejects.toThrow('damaged');
  expect(synced.isOpen()).toBe(false);
});
