import { afterEach, describe, expect, it } from 'vitest';
import { feedName } from '../api/contract/sync-protocol.ts';
import { createTestApp, type TestPerson } from '../api/testing/create-test-app.ts';
import { type PostgresPair, startPostgresPair } from '../api/testing/start-postgres-pair.ts';
import { devicesOf, type TestDevice } from './testing/test-world.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A person and two devices on the API in front of a primary; `failOver` moves the same API to its standby. */
async function startWorld() {
  const pair = await startPostgresPair();
  closing.push(pair.stop);
  const server = await createTestApp(pair.primary);
  closing.push(server.close);
  const anna = await server.signIn('anna@example.org', { beta: true });
  const { device } = devicesOf(server);
  const [phone, desk] = [await device(anna, 'phone'), await device(anna, 'desk')];
  await phone.mutate('videos.create', { payload: { title: 'Before' } });
  await syncAll(phone, desk);
  await pair.caughtUp();
  return { pair, anna, phone, desk, failOver: () => failOver(pair, server) };
}

async function failOver(pair: PostgresPair, server: Awaited<ReturnType<typeof createTestApp>>): Promise<void> {
  await server.services.pokes.close();
  await pair.failOver();
  const after = await createTestApp(pair.standby);
  closing.push(after.close);
  server.app = after.app;
}

async function syncAll(...devices: TestDevice[]): Promise<void> {
  for (let round = 0; round < 2; round += 1) for (const device of devices) expect(await device.sync()).toBeNull();
}

const titlesOn = async ({ store }: TestDevice) => (await store.view('videos').toArray()).map(({ title }) => title).sort();
const titlesOf = async (person: TestPerson) =>
  (await person.call<{ title: string }[]>('GET', '/api/videos')).body.map(({ title }) => title).sort();
const ownCursor = async ({ store }: TestDevice) => (await store.cursors.get(feedName('own', store.userId)))!.cursor;

/** The calls that a device sends from now on. */
function listenTo({ connection }: TestDevice): string[] {
  const calls: string[] = [];
  connection.carry = ({ path, body }, pass) => {
    if (path === '/api/batch') calls.push(...(JSON.parse(body) as { operations: { call: string }[] }).operations.map(({ call }) => call));
    return pass();
  };
  return calls;
}

describe('a failover of PostgreSQL', () => {
  it('restores on every device the rows that a lagging standby lost, even if new rows took their positions', async () => {
    const { pair, anna, phone, desk, failOver: promote } = await startWorld();
    await pair.cutReplication();
    for (const title of ['Lost', 'Lost too']) await phone.mutate('videos.create', { payload: { title } });
    await phone.sync();
    const { position } = await ownCursor(phone);
    await promote();
    let head = 0;
    const fillers: string[] = [];
    while (head < position) {
      fillers.push(`Filler ${fillers.length + 1}`);
      await anna.call('POST', '/api/videos', { title: fillers.at(-1) });
      await desk.sync();
      head = (await ownCursor(desk)).position;
    }
    await phone.mutate('videos.create', { payload: { title: 'After' } });
    await syncAll(phone, desk);
    const all = ['After', 'Before', ...fillers, 'Lost', 'Lost too'].sort();
    expect(await titlesOf(anna)).toEqual(all);
    for (const device of [phone, desk]) {
      expect(await titlesOn(device)).toEqual(all);
      expect(await device.store.outbox.count()).toBe(0);
    }
  });

  it('does not make devices offer rows or read from the start when nothing was lost', async () => {
    const { pair, anna, phone, desk, failOver: promote } = await startWorld();
    const before = await ownCursor(phone);
    await pair.caughtUp();
    await promote();
    await anna.call('POST', '/api/videos', { title: 'From elsewhere' });
    const [fromPhone, fromDesk] = [listenTo(phone), listenTo(desk)];
    await phone.mutate('videos.create', { payload: { title: 'After' } });
    await syncAll(phone, desk);
    expect(fromPhone).toEqual(['videos.create']);
    expect(fromDesk).toEqual([]);
    for (const device of [phone, desk]) {
      expect(await titlesOn(device)).toEqual(['After', 'Before', 'From elsewhere']);
      const { epoch, branch } = await ownCursor(device);
      expect(epoch).toBe(before.epoch);
      expect(branch).not.toBe(before.branch);
    }
  });
});
