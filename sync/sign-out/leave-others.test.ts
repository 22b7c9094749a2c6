import { sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { feedName } from '../../api/contract/sync-protocol.ts';
import type { TestPerson } from '../../api/testing/create-test-app.ts';
import { storeSharedFiles } from '../media/shared-files.ts';
import { mutate } from '../outbox/mutate.ts';
import type { DeviceMedia } from '../store/media-row.ts';
import { filmBytes } from '../testing/media-ports.ts';
import { memoryFiles } from '../testing/memory-files.ts';
import { readStatus } from '../status/sync-total.ts';
import { openTestStore } from '../testing/open-test-store.ts';
import { createTestWorld, type TestDevice, type TestWorld } from '../testing/test-world.ts';
import { ensureLockKey } from './lock-key.ts';
import { leaveOthers } from './leave-others.ts';
import { unsyncedWork } from './sign-out.ts';
import { unlockWork } from './unlock-work.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld();
});

const LEFT = { isDone: true, erased: null };
const NO_KEY = { isDone: false, erased: null };

const leave = (device: TestDevice, files: { own: ReturnType<typeof memoryFiles>; locked: ReturnType<typeof memoryFiles> }) =>
  leaveOthers([device.store.userId], async () => ({
    store: (await device.restart()).store,
    ports: { ...device.ports, files: files.own },
    lockedFiles: files.locked,
  }));

it('clears confirmed data', async () => {
  const anna = await world.device(await world.person('anna@example.org'));
  await anna.mutate('videos.create', { payload: { title: 'Synced' } });
  await anna.sync();
  const files = { own: memoryFiles(), locked: memoryFiles() };
  expect(await leave(anna, files)).toEqual(LEFT);
  expect(await (await anna.restart()).store.view('videos').count()).toBe(0);
});

it('seals unsynced work until its author signs in again', async () => {
  const person = await world.person('ben@example.org');
  const ben = await world.device(person);
  await ben.sync();
  await ensureLockKey(ben.store, ben.ports);
  await ben.mutate('videos.create', { payload: { title: 'At the far field' } });
  const files = { own: memoryFiles(), locked: memoryFiles() };
  expect(await leave(ben, files)).toEqual(LEFT);

  const again = await ben.restart();
  expect(await again.store.view('videos').count(), 'sessions').toBe(0);
  expect(await again.store.outbox.count(), 'outbox').toBe(0);
  await unlockWork(again.store, again.ports, files.locked);
  await again.sync();
  expect((await person.call<{ title: string }[]>('GET', '/api/videos')).body).toMatchObject([{ title: 'At the far field' }]);
});

it('clears unaccepted files of an unknown sender, even without the key that sealing needs', async () => {
  const fay = await world.device(await world.person('fay@example.org'));
  await fay.sync();
  const files = { own: memoryFiles(), locked: memoryFiles() };
  const film = new File([filmBytes(5_000)], 'a.mp4', { type: 'video/mp4' });
  const shared = { files: [film], title: '', text: '', isOwn: false };
  await storeSharedFiles(fay.store, { ...fay.ports, files: files.own }, shared);
  expect(await leave(fay, files)).toEqual(LEFT);
  expect(await (await fay.restart()).store.media.count(), 'media').toBe(0);
  expect({ own: await files.own.list(), locked: await files.locked.list() }).toEqual({ own: [], locked: [] });
});

it('seals work even if a crash cut off the write of its file', async () => {
  const ella = await world.device(await world.person('ella@example.org'));
  await ella.sync();
  await ensureLockKey(ella.store, ella.ports);
  const id = '44444444-4444-4444-8444-444444444444';
  await ella.mutate('videos.create', { payload: { title: 'At the far field' } });
  const [session] = await ella.store.view('videos').toArray();
  const half = { id, state: 'writing', entity: 'videos', entityId: session!.id, field: 'videoUrl', fileName: id, poster: null };
  await ella.store.media.put(half as DeviceMedia);
  const files = { own: memoryFiles(), locked: memoryFiles() };
  expect(await leave(ella, files)).toEqual(LEFT);

  const again = await ella.restart();
  expect(await again.store.outbox.count(), 'outbox').toBe(0);
  expect(await again.store.media.count(), 'media').toBe(0);
  await unlockWork(again.store, again.ports, files.locked);
  expect(await again.store.media.toArray()).toMatchObject([{ id, state: 'failed', lastError: { code: 'lost' } }]);
});

it('keeps work that it cannot seal, and continues with the next person', async () => {
  const without = await openTestStore('11111111-1111-4111-8111-111111111111', 'shared');
  const ports = (await world.device(await world.person('cleo@example.org'))).ports;
  await mutate(without, ports, 'videos.create', { payload: { title: 'No key yet' } });
  const synced = await openTestStore('22222222-2222-4222-8222-222222222222', 'shared');
  const stores = new Map([without, synced].map((store) => [store.userId, store]));
  const others = [...stores.keys()];
  const open = (userId: string) => Promise.resolve({ store: stores.get(userId)!, ports, lockedFiles: memoryFiles() });
  expect(await leaveOthers(others, open)).toEqual(NO_KEY);
  expect(await unsyncedWork(await openTestStore(others[0]!, 'shared'))).toEqual({ changes: 1, files: 0, drafts: 0 });
  expect(synced.isOpen()).toBe(false);
});

/** Deletes a session and its tombstones, as the server does by age. */
async function purge(id: string, { userId }: TestPerson): Promise<void> {
  const { db } = world.server.services;
  await db.execute(sql`delete from feed_entries where row_id = ${id}::uuid`);
  await db.execute(sql`update feeds set horizon = head where name in (${feedName('own', userId)}, ${feedName('shown', userId)})`);
  await db.execute(sql`delete from videos where id = ${id}::uuid`);
}

it('clears confirmed data beside work that it cannot seal, and syncs that work once its author is back', async () => {
  const person = await world.person('gus@example.org');
  const gus = await world.device(person);
  const ids: string[] = [];
  for (let place = 0; place < 11; place += 1) ids.push((await gus.mutate('videos.create', { payload: { title: `Synced ${place}` } })).id);
  await gus.sync();
  // The log was read, but the request for the key failed.
  expect(await gus.store.settings.get('keepKey')).toBeUndefined();
  await gus.mutate('videos.update', { id: ids[3]!, payload: { title: 'Typed at the far field' } });
  await gus.mutate('videos.create', { payload: { title: 'Only here' } });
  const row = { entity: 'videos', field: 'videoUrl', poster: null, type: 'video/mp4', size: 8, posterState: 'none', updatedAt: 0 };
  await gus.store.media.bulkPut([
    { ...row, id: 'sent', state: 'uploaded', entityId: ids[0]!, fileName: 'sent' } as DeviceMedia,
    { ...row, id: 'unsent', state: 'kept', entityId: ids[1]!, fileName: 'unsent' } as DeviceMedia,
    { ...row, id: 'fetched', state: 'writing', downloaded: true, entityId: ids[2]!, fileName: 'fetched' } as DeviceMedia,
  ]);
  await gus.store.settings.put({ key: 'partnerLink', value: { secrets: {} } });
  await gus.store.drafts.put({ key: 'dogs.create', values: { name: 'Fen' }, mediaId: null, updatedAt: 1 });
  const files = { own: memoryFiles(), locked: memoryFiles() };
  for (const name of ['sent', 'unsent', 'fetched']) files.own.contents.set(name, new Uint8Array(8));

  for (let time = 0; time < 2; time += 1) {
    expect(await leave(gus, files)).toEqual(NO_KEY);
    const left = await gus.restart();
    expect((await left.store.view('videos').toArray()).map(({ title }) => title).sort(), 'sessions').toEqual([
      'Only here',
      'Synced 1',
      'Typed at the far field',
    ]);
    expect(
      (await left.store.view('profile').toArray()).map(({ id }) => id),
      'profile',
    ).toEqual([person.userId]);
    expect(await left.store.outbox.count(), 'outbox').toBe(2);
    // Someone who read its secret could become this person's partner.
    expect(await left.store.settings.get('partnerLink'), 'link').toBeUndefined();
    expect(await left.store.drafts.count(), 'drafts').toBe(1);
    expect(
      (await left.store.media.toArray()).map(({ id }) => id),
      'media',
    ).toEqual(['unsent']);
    expect(await files.own.list(), 'files').toEqual(['unsent']);
    // The next sync reads the cleared rows again, so an empty log means nothing yet.
    expect(await readStatus(left.store)).toMatchObject({ firstReading: 'coming' });
    left.store.close();
  }

  // Another device deletes a cleared session, and a kept session that the server then purges with its tombstones.
  for (const id of [ids[4], ids[1]]) await person.call('DELETE', `/api/videos/${id}`);
  await purge(ids[1]!, person);
  const again = await gus.restart();
  await again.sync();
  const titles = [0, 2, 5, 6, 7, 8, 9, 10].map((place) => `Synced ${place}`);
  const expected = ['Only here', ...titles, 'Typed at the far field'].sort();
  const { body } = await person.call<{ title: string }[]>('GET', '/api/videos');
  expect(body.map(({ title }) => title).sort()).toEqual(expected);
  const shown = (await again.store.view('videos').toArray()).filter(({ deletedAt }) => deletedAt === null);
  expect(shown.map(({ title }) => title).sort()).toEqual(expected);
  expect(await readStatus(again.store)).toMatchObject({ firstReading: 'done' });
});

it.each(['cannot seal', 'seals'])('keeps a sent film that a pending change names when it %s that change', async (how) => {
  const ivy = await world.device(await world.person(`ivy-${how.length}@example.org`));
  const { id } = await ivy.mutate('videos.create', { payload: { title: 'With a film' } });
  await ivy.sync();
  if (how === 'seals') await ensureLockKey(ivy.store, ivy.ports);
  const row = { entity: 'videos', entityId: id, field: 'videoUrl', state: 'uploaded', poster: null, type: 'video/mp4', size: 8 };
  const [named, other] = [`/objects/${'a'.repeat(32)}`, `/objects/${'b'.repeat(32)}`];
  await ivy.store.media.bulkPut([
    { ...row, id: 'named', fileName: 'named', objectPath: named } as DeviceMedia,
    { ...row, id: 'other', fileName: 'other', objectPath: other } as DeviceMedia,
  ]);
  await ivy.mutate('videos.update', { id, payload: { videoUrl: named } });
  const files = { own: memoryFiles(), locked: memoryFiles() };
  for (const name of ['named', 'other']) files.own.contents.set(name, new Uint8Array(8));
  expect(await leave(ivy, files)).toEqual(how === 'seals' ? LEFT : NO_KEY);

  const again = await ivy.restart();
  if (how === 'seals') await unlockWork(again.store, { ...again.ports, files: files.own }, files.locked);
  expect(await again.store.media.toArray()).toMatchObject([{ id: 'named', state: 'uploaded', objectPath: named }]);
  expect([...files.own.contents.keys()]).toEqual(['named']);
});

it('clears confirmed data when the sealing fails, and seals the rest at the next attempt', async () => {
  const hal = await world.device(await world.person('hal@example.org'));
  for (const title of ['Synced', 'With a film']) await hal.mutate('videos.create', { payload: { title } });
  await hal.sync();
  await ensureLockKey(hal.store, hal.ports);
  const filmed = (await hal.store.view('videos').toArray()).find(({ title }) => title === 'With a film');
  const film = { id: 'film', state: 'kept', entity: 'videos', entityId: filmed!.id, field: 'videoUrl', fileName: 'film', poster: null };
  await hal.store.media.put(film as DeviceMedia);
  const files = { own: memoryFiles(), locked: memoryFiles() };
  files.own.contents.set('film', new Uint8Array(8));
  const full = { ...files.locked, create: () => Promise.reject(new DOMException('The device is full', 'QuotaExceededError')) };
  await expect(leave(hal, { ...files, locked: full })).rejects.toThrow('full');
  const left = await hal.restart();
  expect(await left.store.view('videos').toArray()).toMatchObject([{ title: 'With a film' }]);
  expect(await unsyncedWork(left.store)).toEqual({ changes: 0, files: 1, drafts: 0 });
  left.store.close();

  expect(await leave(hal, files)).toEqual(LEFT);
  expect(await (await hal.restart()).store.media.count(), 'media').toBe(0);
  expect(await files.locked.list()).toEqual(['film']);
});

it('keeps work of an erased account, whose key is gone, clears the rest, and continues with the next person', async () => {
  const person = await world.person('jan@example.org');
  const jan = await world.device(person);
  await jan.mutate('videos.create', { payload: { title: 'Synced' } });
  await jan.sync();
  await ensureLockKey(jan.store, jan.ports);
  await jan.mutate('videos.create', { payload: { title: 'At the far field' } });
  await person.call('POST', '/api/account/deletion', { when: 'now', email: 'jan@example.org' });
  const kim = await world.device(await world.person('kim@example.org'));
  await kim.sync();
  const parts = new Map([jan, kim].map((device) => [device.store.userId, device]));
  const asVisitor = async (request: Request) => world.server.app.fetch(request);
  const open = async (userId: string) => ({
    store: parts.get(userId)!.store,
    ports: { ...kim.ports, files: memoryFiles(), fetch: asVisitor },
    lockedFiles: memoryFiles(),
  });
  expect(await leaveOthers([...parts.keys()], open)).toEqual({ isDone: false, erased: person.userId });
  expect(await (await jan.restart()).store.view('videos').toArray()).toMatchObject([{ title: 'At the far field' }]);
  expect(await (await kim.restart()).store.view('profile').count()).toBe(0);
});

it('signs out the next person even if one store cannot be opened, and reports the fault', async () => {
  const synced = await openTestStore('22222222-2222-4222-8222-222222222222', 'shared');
  const { ports } = await world.device(await world.person('dan@example.org'));
  const open = (userId: string) =>
    userId === synced.userId
      ? Promise.resolve({ store: synced, ports, lockedFiles: memoryFiles() })
      : Promise.reject(new Error('The database is damaged'));
  await expect(leaveOthers(['11111111-1111-4111-8111-111111111111', synced.userId], open)).rejects.toThrow('damaged');
  expect(synced.isOpen()).toBe(false);
});
