import { expect, it } from 'vitest';
import { getBlockOf, listBlocks } from '../queries/blocks.ts';
import { listPartnerships, readPartnerships } from '../queries/partnerships.ts';
import { listSessions } from '../queries/sessions.ts';
import { listQueue } from '../testing/list-queue.ts';
import { createTestWorld } from '../testing/test-world.ts';
import { blockPerson, unblockPerson } from './block-person.ts';
import { pull } from './pull.ts';

const world = await createTestWorld();

async function partners() {
  const [anna, ben] = await Promise.all(['anna', 'ben'].map((name) => world.person(`${name}${Math.random()}@example.org`)));
  const [annas, bens] = [await world.device(anna!), await world.device(ben!)];
  const { id } = await annas.mutate('friendships.create', { payload: { friendId: ben!.userId } });
  await bens.mutate('videos.create', { payload: { title: 'Blind search' } });
  await annas.sync();
  await bens.sync();
  await bens.mutate('friendships.accept', { params: { id }, payload: { status: 'accepted' } });
  await bens.sync();
  await annas.sync();
  return { anna: anna!, ben: { id: ben!.userId }, annas, bens };
}

const seenBy = async ({ store }: Awaited<ReturnType<typeof partners>>['annas']) => ({
  sessions: (await listSessions(store, { scope: 'partners', limit: 9 })).length,
  partners: (await listPartnerships(store)).partner.length,
  people: await store.view('people').count(),
});

it('hides a partner at once, and ends the partnership on both sides with the next connection', async () => {
  const { anna, ben, annas, bens } = await partners();
  expect(await seenBy(annas)).toEqual({ sessions: 1, partners: 1, people: 1 });
  await blockPerson(annas.store, annas.ports, ben);
  expect(await seenBy(annas)).toEqual({ sessions: 0, partners: 0, people: 0 });
  expect((await readPartnerships(annas.store)).size).toBe(0);
  expect(await listBlocks(annas.store)).toMatchObject([{ block: { blockedId: ben.id }, sync: { state: 'saved' } }]);
  expect((await listPartnerships(bens.store)).partner).toHaveLength(1);
  await annas.sync();
  await bens.sync();
  expect(await annas.store.view('friendships').count()).toBe(0);
  expect(await bens.store.view('friendships').count()).toBe(0);
  expect(await bens.store.view('blocks').count()).toBe(0);
  expect(await getBlockOf(annas.store, ben.id)).toMatchObject({ block: { userId: anna.userId, version: 1 }, sync: { state: 'synced' } });
});

it('leaves the person out of pulls while the block waits to be sent', async () => {
  const { ben, annas } = await partners();
  await blockPerson(annas.store, annas.ports, ben);
  expect((await pull(annas.store, annas.ports)).setback).toBeNull();
  expect(await annas.store.outbox.count()).toBe(1);
  expect(await annas.store.view('friendships').count()).toBe(1);
  expect(await seenBy(annas)).toEqual({ sessions: 0, partners: 0, people: 0 });
});

it('discards a block that the server refused', async () => {
  const { ben, annas } = await partners();
  const { id } = await blockPerson(annas.store, annas.ports, ben);
  await annas.store.outbox.toCollection().modify({ state: 'refused' });
  expect(await unblockPerson(annas.store, annas.ports, id)).toBeNull();
  expect(await unblockPerson(annas.store, annas.ports, id)).toBeNull();
  expect(await listQueue(annas.store)).toEqual([]);
});

it('brings a partner back if it is undone before it was sent', async () => {
  const { ben, annas } = await partners();
  const { id } = await blockPerson(annas.store, annas.ports, ben);
  await unblockPerson(annas.store, annas.ports, id);
  expect(await listQueue(annas.store)).toEqual([]);
  await annas.sync();
  expect(await seenBy(annas)).toEqual({ sessions: 1, partners: 1, people: 1 });
});

it('lets two people find each other again once it was sent, without the partnership', async () => {
  const { ben, annas, bens } = await partners();
  const { id } = await blockPerson(annas.store, annas.ports, ben);
  await annas.sync();
  await unblockPerson(annas.store, annas.ports, id);
  await annas.sync();
  expect(await listBlocks(annas.store)).toEqual([]);
  await annas.mutate('friendships.create', { payload: { friendId: ben.id } });
  await annas.sync();
  await bens.sync();
  expect((await listPartnerships(bens.store)).incoming).toHaveLength(1);
});

it('from two devices at once is one block, which either of them ends', async () => {
  const { anna, ben, annas } = await partners();
  const tablet = await world.device(anna);
  await tablet.sync();
  await blockPerson(annas.store, annas.ports, ben);
  await blockPerson(tablet.store, tablet.ports, ben);
  for (const device of [annas, tablet, annas]) await device.sync();
  const rows = await Promise.all([annas, tablet].map(({ store }) => listBlocks(store)));
  expect(rows[0]).toHaveLength(1);
  expect(rows[1]).toEqual(rows[0]);
  expect(await listQueue(tablet.store)).toEqual([]);
  await unblockPerson(tablet.store, tablet.ports, rows[1]![0]!.block.id);
  for (const device of [tablet, annas]) await device.sync();
  expect(await listBlocks(annas.store)).toEqual([]);
});
