import { describe, expect, it } from 'vitest';
import { formatRep } from '../../api/contract/reps.ts';
import { startEngine } from '../engine.ts';
import { clearConfirmed } from '../sign-out/clear-confirmed.ts';
import { ensureLockKey } from '../sign-out/lock-key.ts';
import { lockWork } from '../sign-out/lock-work.ts';
import { unsyncedWork } from '../sign-out/sign-out.ts';
import { readStatus } from '../status/sync-total.ts';
import { unlockWork } from '../sign-out/unlock-work.ts';
import type { Store } from '../store/store.ts';
import { crashAt, isCrash } from '../testing/crash.ts';
import { memoryFiles } from '../testing/memory-files.ts';
import { createTestWorld, type TestDevice } from '../testing/test-world.ts';
import { foldTaps, storeTap } from './taps.ts';

const world = await createTestWorld();

const rep = (number: number) => formatRep({ id: String(number).padStart(8, '0'), kind: 'hit', at: number, filmMs: null, latencyMs: null });
const idOf = (number: number) => rep(number).slice(0, 8);

let people = 0;
async function fieldDevice() {
  const kate = await world.person(`kate${(people += 1)}@example.org`);
  const phone = await world.device(kate, `phone ${people}`);
  const { id: videoId } = await phone.mutate('videos.create', { payload: { title: 'Field' } });
  const { id: setId } = await phone.mutate('sets.create', { payload: { videoId, exercise: 'Send-away' } });
  await phone.sync();
  return { kate, phone, setId };
}
const held = async (store: Store, id: string) => {
  const { reps, struck } = (await store.view('sets').get(id))!;
  return { reps, struck };
};
const startOf = ({ store, ports }: Pick<TestDevice, 'store' | 'ports'>) =>
  new Promise<void>((resolve, reject) => {
    const engine = startEngine(store, ports, { onIdle: () => void engine.stop().then(resolve), onFault: reject });
  });

describe('a tap', () => {
  it('is stored alone, and is then one change with those that came meanwhile', async () => {
    const { phone, setId } = await fieldDevice();
    for (const number of [1, 2]) await storeTap(phone.store, { setId, reps: [rep(number)] });
    await storeTap(phone.store, { setId, struck: [idOf(1)] });
    expect(await held(phone.store, setId)).toEqual({ reps: [], struck: [] });
    await Promise.all([foldTaps(phone.store, phone.ports), foldTaps(phone.store, phone.ports)]);
    expect(await held(phone.store, setId)).toEqual({ reps: [rep(1), rep(2)], struck: [idOf(1)] });
    expect(await phone.store.taps.count()).toBe(0);
    expect((await phone.store.outbox.toArray()).map(({ payload }) => payload)).toEqual([
      { reps: [rep(1), rep(2)], struck: [idOf(1)], base: {} },
    ]);
  });

  it('that no set takes stays stored and keeps no other back', async () => {
    const { phone, setId } = await fieldDevice();
    const lost = { setId: phone.ports.newId(), reps: [rep(1)] };
    await storeTap(phone.store, lost);
    await storeTap(phone.store, { setId, reps: [rep(2)] });
    await expect(foldTaps(phone.store, phone.ports)).rejects.toThrow('not on this device');
    expect((await held(phone.store, setId)).reps).toEqual([rep(2)]);
    expect(await phone.store.taps.toArray()).toMatchObject([lost]);
  });

  it('that strikes a rep again changes nothing', async () => {
    const { phone, setId } = await fieldDevice();
    await storeTap(phone.store, { setId, reps: [rep(1)] });
    for (const struck of [[idOf(1)], [idOf(1)]]) await storeTap(phone.store, { setId, struck });
    await storeTap(phone.store, { setId, reps: [rep(2)] });
    await foldTaps(phone.store, phone.ports);
    expect(await held(phone.store, setId)).toEqual({ reps: [rep(1), rep(2)], struck: [idOf(1)] });
  });

  it('that no set takes counts as waiting, fails no tap of another set, and is counted once its set has come', async () => {
    const { kate, phone, setId } = await fieldDevice();
    const laptop = await world.device(kate, `laptop ${people}`);
    await laptop.sync();
    const { id: videoId } = await laptop.mutate('videos.create', { payload: { title: 'Elsewhere' } });
    const { id: later } = await laptop.mutate('sets.create', { payload: { videoId, exercise: 'Recall' } });
    await storeTap(phone.store, { setId: later, reps: [rep(1)] });
    await storeTap(phone.store, { setId, reps: [rep(2)] });
    await expect(foldTaps(phone.store, phone.ports, later)).rejects.toThrow('not on this device');
    await foldTaps(phone.store, phone.ports, setId);
    await phone.sync();
    expect((await readStatus(phone.store)).pending).toBe(1);
    await laptop.sync();
    await phone.sync();
    await startOf(phone);
    expect((await held(phone.store, later)).reps).toEqual([rep(1)]);
    expect((await readStatus(phone.store)).pending).toBe(0);
  });

  it('that no set takes is sealed at sign-out, and keeps nothing else back', async () => {
    const { phone } = await fieldDevice();
    await ensureLockKey(phone.store, phone.ports);
    const lost = { setId: phone.ports.newId(), reps: [rep(1)] };
    await storeTap(phone.store, lost);
    const ports = { ...phone.ports, files: memoryFiles() };
    await clearConfirmed(phone.store, ports);
    expect(await phone.store.taps.count()).toBe(1);
    const lockedFiles = memoryFiles();
    await lockWork(phone.store, ports, lockedFiles);
    const again = await phone.restart();
    expect(await unlockWork(again.store, { ...again.ports, files: ports.files }, lockedFiles)).toBe(true);
    expect(await again.store.taps.toArray()).toMatchObject([lost]);
  });

  it('survives an end of the app at every step, and counts once', async () => {
    const { kate, phone, setId } = await fieldDevice();
    const acknowledged: number[] = [];
    let device = await phone.restart();
    let isCrashed = true;
    for (let step = 1; isCrashed; step += 1) {
      isCrashed = false;
      const ports = crashAt(step, device.hooks, device.ports, () => (isCrashed = true));
      const { store } = device;
      const act = async () => {
        for (const number of [2 * step, 2 * step + 1]) {
          await storeTap(store, { setId, reps: [rep(number)] });
          acknowledged.push(number);
          await foldTaps(store, ports);
        }
      };
      await act().catch((error: unknown) => {
        if (!isCrash(error)) throw error;
      });
      device = await device.restart();
    }
    await startOf(device);
    const { reps } = await held(device.store, setId);
    expect(acknowledged.length).toBeGreaterThan(10);
    expect(reps).toEqual(expect.arrayContaining(acknowledged.map(rep)));
    expect(new Set(reps).size).toBe(reps.length);
    const [onServer] = (await kate.call<{ reps: string[] }[]>('GET', '/api/sets')).body;
    expect(onServer?.reps.toSorted()).toEqual(reps.toSorted());
  });

  it('counts as unsynced work at sign-out, and is sealed with it', async () => {
    const { kate, phone, setId } = await fieldDevice();
    await ensureLockKey(phone.store, phone.ports);
    await storeTap(phone.store, { setId, reps: [rep(1)] });
    expect(await unsyncedWork(phone.store)).toEqual({ changes: 1, files: 0, drafts: 0 });
    const lockedFiles = memoryFiles();
    const ports = { ...phone.ports, files: memoryFiles() };
    await lockWork(phone.store, ports, lockedFiles);
    const again = await phone.restart();
    expect(await again.store.taps.count()).toBe(0);
    expect(await unlockWork(again.store, { ...again.ports, files: ports.files }, lockedFiles)).toBe(true);
    await again.sync();
    expect((await kate.call<{ reps: string[] }[]>('GET', '/api/sets')).body).toMatchObject([{ reps: [rep(1)] }]);
  });
});
