import { expect, it } from 'vitest';
import { mutate } from '../outbox/mutate.ts';
import { forgetDevice, MoreUnsynced, unsyncedWork } from './sign-out.ts';
import { openHookedStore, openTestStore } from '../testing/open-test-store.ts';
import { testPorts } from '../testing/test-ports.ts';

const ANNA = '11111111-1111-4111-8111-111111111111';
const NOTHING = { changes: 0, files: 0, drafts: 0 };

it('clears no more from the device than the person agreed to lose', async () => {
  const store = await openTestStore(ANNA);
  const ports = testPorts();
  await mutate(store, ports, 'videos.create', { payload: { title: 'Saved in another tab' } });
  await expect(forgetDevice(store, ports, NOTHING)).rejects.toThrow(MoreUnsynced);
  expect(await unsyncedWork(store)).toEqual({ changes: 1, files: 0, drafts: 0 });
  expect(await store.view('videos').count()).toBe(1);
  await forgetDevice(store, ports, await unsyncedWork(store));
  expect(await (await openTestStore(ANNA)).view('videos').count()).toBe(0);
});

it('refuses a change that another tab makes while the device is being cleared', async () => {
  const { store, hooks } = await openHookedStore(ANNA, 'phone');
  const other = await openTestStore(ANNA);
  const ports = testPorts();
  let saved: Promise<unknown> | undefined;
  hooks.beforeWrite = () => {
    saved ??= mutate(other, ports, 'videos.create', { payload: { title: 'Too late' } }).catch((error: unknown) => error);
  };
  await forgetDevice(store, ports, NOTHING);
  expect(await saved).toMatchObject({ name: 'DeviceLeft' });
  // A later change does not recreate the database.
  await expect(mutate(other, ports, 'videos.create', { payload: { title: 'Later still' } })).rejects.toMatchObject({
    name: 'DatabaseClosedError',
  });
});

it('signs out even if a frozen tab keeps the database open', async () => {
  const store = await openTestStore(ANNA);
  const stopped = await openTestStore(ANNA);
  stopped.on('versionchange', () => false);
  await mutate(store, testPorts(), 'videos.create', { payload: { title: 'Mine' } });
  const waited: number[] = [];
  await forgetDevice(store, { ...testPorts(), sleep: async (ms) => void waited.push(ms) }, { changes: 1, files: 0, drafts: 0 });
  expect(waited).toEqual([5_000]);
  expect(await stopped.view('videos').count()).toBe(0);
  expect(await stopped.outbox.count()).toBe(0);
});
