import { describe, expect, it } from 'vitest';
import { restoreAsNew } from './outbox/restore-as-new.ts';
import { readStatus } from './status/sync-total.ts';
import type { Store } from './store/store.ts';
import { listQueue } from './testing/list-queue.ts';
import { createTestWorld, type TestDevice } from './testing/test-world.ts';

const world = await createTestWorld();
let people = 0;

/** A phone with what `prepare` left on it, and another one that was restored from its backup. */
async function phoneAndCopy(prepare: (phone: TestDevice) => Promise<unknown>) {
  const phone = await world.device(await world.person(`copied-${(people += 1)}@example.org`));
  await phone.sync();
  await prepare(phone);
  return { phone, copy: await phone.copied('new phone') };
}

/** Until neither device has anything to send or read. */
async function settle(...devices: TestDevice[]) {
  for (let round = 0; round < 4; round += 1) {
    for (const device of devices) {
      device.clock.now += 600_000;
      await device.sync();
    }
  }
}

const BELLA = { payload: { name: 'Bella', breed: 'Malinois', birthdate: '2023-04-01', notes: 'Calm' } };
const addDog = ({ mutate }: TestDevice) => mutate('dogs.create', BELLA);
/** Edits the only dog of the device. */
const edit = async ({ store, mutate }: TestDevice, payload: { name?: string; breed?: string; notes?: string }) =>
  mutate('dogs.update', { id: await dogOf(store), payload });
const dogOf = async (store: Store) => (await store.view('dogs').toCollection().primaryKeys())[0] ?? '';
const remove = async ({ store, mutate }: TestDevice) => mutate('dogs.delete', { params: { id: await dogOf(store) } });
const dogsOf = async ({ store }: TestDevice) =>
  (await store.view('dogs').toArray()).map(({ name, breed, notes }) => ({ name, breed, notes }));
const conflictsOf = async ({ store }: TestDevice) =>
  (await store.view('conflicts').toArray()).map(({ field, kept, other }) => [field, kept, other]);

describe('a phone restored from the backup of a phone', () => {
  it('merges a new row that was edited on both before either sent it', async () => {
    const { phone, copy } = await phoneAndCopy(addDog);
    await edit(phone, { notes: 'Calm\nLikes water' });
    await edit(copy, { name: 'Bella II', notes: 'Calm\nPulls' });
    await settle(phone, copy);
    for (const device of [phone, copy]) {
      const [dog, ...others] = await dogsOf(device);
      expect(others).toEqual([]);
      expect(dog).toMatchObject({ name: 'Bella II', breed: 'Malinois' });
      expect(dog?.notes.split('\n').sort()).toEqual(['Calm', 'Likes water', 'Pulls']);
      expect(await conflictsOf(device)).toEqual([['name', 'Bella II', 'Bella']]);
      expect(await readStatus(device.store)).toMatchObject({ pending: 0, refused: 0, failed: 0 });
    }
  });

  it('follows the edits of the other phone if it has none of its own', async () => {
    const { phone, copy } = await phoneAndCopy(addDog);
    await edit(phone, { name: 'Bella II', notes: '' });
    await settle(phone, copy);
    for (const device of [phone, copy]) {
      expect(await dogsOf(device)).toEqual([{ name: 'Bella II', breed: 'Malinois', notes: '' }]);
      expect(await conflictsOf(device)).toEqual([]);
      expect(await readStatus(device.store)).toMatchObject({ pending: 0 });
    }
  });

  it('leaves alone what the other phone filled in and the copied row never had', async () => {
    const { phone, copy } = await phoneAndCopy(({ mutate }) => mutate('cues.create', { payload: { name: 'Stay' } }));
    const [id = ''] = await phone.store.view('cues').toCollection().primaryKeys();
    await phone.mutate('cues.update', { id, payload: { sport: 'Agility' } });
    await settle(phone);
    await copy.mutate('cues.update', { id, payload: { name: 'Stay there' } });
    await settle(copy, phone);
    for (const device of [phone, copy]) {
      expect(await device.store.view('cues').get(id)).toMatchObject({ name: 'Stay there', sport: 'Agility' });
      expect(await conflictsOf(device)).toEqual([['name', 'Stay there', 'Stay']]);
      expect(await readStatus(device.store)).toMatchObject({ pending: 0 });
    }
  });

  it('merges edits that were folded into a pending edit on both', async () => {
    const { phone, copy } = await phoneAndCopy(async (it) => {
      await addDog(it);
      await it.sync();
      await edit(it, { breed: 'Tervueren' });
    });
    await edit(phone, { notes: 'Calm\nLikes water' });
    await edit(copy, { name: 'Bella II' });
    await settle(phone, copy);
    for (const device of [phone, copy]) {
      expect(await dogsOf(device)).toEqual([{ name: 'Bella II', breed: 'Tervueren', notes: 'Calm\nLikes water' }]);
      expect(await conflictsOf(device)).toEqual([]);
      expect(await readStatus(device.store)).toMatchObject({ pending: 0 });
    }
  });

  it('sends what refers to the merged row', async () => {
    const { phone, copy } = await phoneAndCopy(addDog);
    await edit(phone, { notes: 'Likes water' });
    await phone.sync();
    await edit(copy, { name: 'Bella II' });
    const dogId = await dogOf(copy.store);
    const session = { title: 'Track', trainedAt: '2026-04-01T10:00:00.000Z', trainedZone: 'Europe/Vienna', dogId };
    const { id } = await copy.mutate('videos.create', { payload: session });
    await copy.mutate('comments.create', { params: { videoId: id }, payload: { content: 'Two corners' } });
    await settle(copy, phone);
    expect(await readStatus(copy.store)).toMatchObject({ pending: 0, refused: 0 });
    expect(await phone.store.view('videos').get(id)).toMatchObject({ title: 'Track', dogId });
    expect(await phone.store.view('comments').count()).toBe(1);
  });

  it('sends the same deletion, comment and public link twice without an error or a duplicate', async () => {
    const { phone, copy } = await phoneAndCopy(async (it) => {
      await addDog(it);
      const session = { title: 'Track', trainedAt: '2026-04-01T10:00:00.000Z', trainedZone: 'Europe/Vienna' };
      const { id } = await it.mutate('videos.create', { payload: session });
      await it.sync();
      await remove(it);
      await it.mutate('comments.create', { params: { videoId: id }, payload: { content: 'Two corners' } });
      await it.mutate('videos.share', { params: { id } });
    });
    await settle(phone, copy);
    for (const device of [phone, copy]) {
      expect(await readStatus(device.store)).toMatchObject({ pending: 0, refused: 0 });
      expect(await device.store.view('comments').count()).toBe(1);
    }
  });

  it('offers an edit as a new row if the other phone has deleted the row', async () => {
    const { phone, copy } = await phoneAndCopy(addDog);
    await edit(phone, { notes: 'Likes water' });
    await phone.sync();
    await remove(phone);
    await phone.sync();
    await edit(copy, { name: 'Bella II' });
    await settle(copy);
    const [entry, ...others] = await listQueue(copy.store);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ kind: 'change', canRestoreAsNew: true, sync: { state: 'refused' } });
    await restoreAsNew(copy.store, copy.ports, entry?.key ?? '');
    await settle(copy);
    expect(await copy.store.view('dogs').where('live').above('').toArray()).toMatchObject([
      { name: 'Bella II', notes: 'Likes water\nCalm' },
    ]);
    expect(await readStatus(copy.store)).toMatchObject({ pending: 0 });
  });

  it('merges a change that an earlier version left refused, after one tap on Retry or another edit', async () => {
    const { phone, copy } = await phoneAndCopy(addDog);
    await edit(phone, { notes: 'Likes water' });
    await phone.sync();
    const [created] = await copy.store.outbox.toArray();
    await copy.store.outbox.update(created!.seq, {
      state: 'refused',
      lastError: { status: 422, code: 'key_reused', message: 'This Idempotency-Key has been used for another request' },
    });
    await edit(copy, { name: 'Bella II' });
    await settle(copy, phone);
    expect(await readStatus(copy.store)).toMatchObject({ pending: 0 });
    expect(await dogsOf(phone)).toMatchObject([{ name: 'Bella II' }]);
  });

  it('makes one row of a save that was interrupted before the backup', async () => {
    const { phone, copy } = await phoneAndCopy(async () => {});
    // The start after the crash makes the change, on each phone under a key of its own.
    const { id } = await addDog(phone);
    await copy.mutate('dogs.create', { id, payload: { ...BELLA.payload, notes: 'Calm\nPulls' } });
    await settle(phone, copy);
    for (const device of [phone, copy]) {
      expect(await dogsOf(device)).toEqual([{ name: 'Bella', breed: 'Malinois', notes: 'Calm\nPulls' }]);
      expect(await readStatus(device.store)).toMatchObject({ pending: 0, conflicts: 0 });
    }
  });

  it('makes the row again if the server has purged what the other phone sent', async () => {
    const { phone, copy } = await phoneAndCopy(addDog);
    await edit(phone, { notes: 'Likes water' });
    await phone.sync();
    const id = await dogOf(copy.store);
    await world.client.query('delete from feed_entries where row_id = $1', [id]);
    await world.client.query('delete from dogs where id = $1', [id]);
    await edit(copy, { name: 'Bella II' });
    await settle(copy);
    expect(await readStatus(copy.store)).toMatchObject({ pending: 0, refused: 0 });
    expect((await world.client.query('select name from dogs where id = $1', [id])).rows).toEqual([{ name: 'Bella II' }]);
  });

  it('refuses a new row whose id the server never shows to its author', async () => {
    const { phone } = await phoneAndCopy(addDog);
    const other = await world.device(await world.person('someone-else@example.org'), 'other');
    await phone.sync();
    await other.mutate('dogs.create', { ...BELLA, id: await dogOf(phone.store) });
    await settle(other);
    expect(await listQueue(other.store)).toMatchObject([{ sync: { state: 'refused' }, error: { status: 409 } }]);
  });
});
