import { describe, expect, it } from 'vitest';
import { DeviceFull } from '../store/device-full.ts';
import { InvalidPayload } from './invalid-payload.ts';
import { mutate } from './mutate.ts';
import { getSession, listSessions } from '../queries/sessions.ts';
import { countDogFigures, listDogs } from '../queries/dogs.ts';
import { listQueue } from '../testing/list-queue.ts';
import { readStatus } from '../status/sync-total.ts';
import { openHookedStore, openTestStore } from '../testing/open-test-store.ts';
import { testPorts } from '../testing/test-ports.ts';

const ANNA = '11111111-1111-4111-8111-111111111111';
const rex = { name: 'Rex', breed: 'Malinois', birthdate: '2021-03-04' };

async function device() {
  const store = await openTestStore(ANNA);
  return { store, ports: testPorts() };
}

describe('a change made on the device', () => {
  it('appears in view and outbox together, as saved only here', async () => {
    const { store, ports } = await device();
    const dog = await mutate(store, ports, 'dogs.create', { payload: rex });
    const session = await mutate(store, ports, 'videos.create', { payload: { title: 'Heel work', dogId: dog.id } });

    const [card] = await listSessions(store, { scope: 'all', limit: 10 });
    expect(card).toMatchObject({
      video: { id: session.id, title: 'Heel work', version: 0 },
      dog: { id: dog.id, name: 'Rex' },
      owner: { isMe: true },
      sync: { state: 'saved' },
    });
    const [listed] = await listDogs(store);
    expect(listed?.dog.name).toBe('Rex');
    expect((await countDogFigures(store)).get(listed?.dog.id ?? '')).toMatchObject({ trainingDays: 1, achievements: 1 });
    expect(await readStatus(store)).toMatchObject({ pending: 2, refused: 0 });
    expect((await listQueue(store)).map(({ subject }) => subject)).toEqual([
      { call: 'dogs.create', cue: null, name: 'Rex' },
      { call: 'videos.create', cue: null, name: 'Heel work' },
    ]);
  });

  it('depends on the creation of every row that it references', async () => {
    const { store, ports } = await device();
    const dog = await mutate(store, ports, 'dogs.create', { payload: rex });
    const session = await mutate(store, ports, 'videos.create', { payload: { title: 'Heel work', dogId: dog.id } });
    const comment = await mutate(store, ports, 'comments.create', {
      payload: { content: 'Good boy' },
      params: { videoId: session.id },
    });
    const records = await store.outbox.orderBy('seq').toArray();
    expect(records.map(({ key, dependsOn }) => ({ key, dependsOn }))).toEqual([
      { key: dog.key, dependsOn: [] },
      { key: session.key, dependsOn: [dog.key] },
      { key: comment.key, dependsOn: [session.key] },
    ]);
  });

  it('is rejected with a message before anything is written when the contract forbids it', async () => {
    const { store, ports } = await device();
    const attempt = mutate(store, ports, 'videos.create', { payload: { title: '  ' } });
    await expect(attempt).rejects.toThrow(InvalidPayload);
    await expect(attempt).rejects.toMatchObject({
      message: 'Please enter a title for your training log',
      fields: { title: 'Please enter a title for your training log' },
    });
    expect(await store.outbox.count()).toBe(0);
  });

  it('folds edits into a record that was never sent', async () => {
    const { store, ports } = await device();
    const { id, key } = await mutate(store, ports, 'videos.create', { payload: { title: 'Heel' } });
    const edit = await mutate(store, ports, 'videos.update', { payload: { title: 'Heel work' }, params: { id } });
    expect(edit.key).toBe(key);
    expect(await store.outbox.toArray()).toMatchObject([{ call: 'videos.create', payload: { title: 'Heel work' } }]);
    expect((await getSession(store, id))?.video.title).toBe('Heel work');
  });

  it('keeps the base of the first edit when a later one of the same field is folded in', async () => {
    const { store, ports } = await device();
    const { id } = await mutate(store, ports, 'videos.create', { payload: { title: 'Heel' } });
    await store.outbox.toCollection().modify({ firstSentAt: ports.now() });
    for (const title of ['Heel work', 'Heelwork']) await mutate(store, ports, 'videos.update', { payload: { title }, params: { id } });
    const [, edit, ...more] = await store.outbox.orderBy('seq').toArray();
    expect(edit?.payload).toEqual({ title: 'Heelwork', base: { title: 'Heel' } });
    expect(more).toEqual([]);
  });

  it('never folds an edit into a record that may have been sent', async () => {
    const { store, ports } = await device();
    const { id, key } = await mutate(store, ports, 'videos.create', { payload: { title: 'Heel' } });
    await store.outbox.toCollection().modify({ firstSentAt: ports.now() });
    await mutate(store, ports, 'videos.update', { payload: { title: 'Heel work', description: '' }, params: { id } });
    expect(await store.outbox.orderBy('seq').toArray()).toMatchObject([
      { call: 'videos.create', payload: { title: 'Heel' } },
      { call: 'videos.update', payload: { title: 'Heel work', base: { title: 'Heel' } }, dependsOn: [key] },
    ]);
    expect((await getSession(store, id))?.video.title).toBe('Heel work');
  });

  it('queues null as the base value of a field that the author’s row lacked, whatever a pull has brought since', async () => {
    const { store, ports } = await device();
    const { id } = await mutate(store, ports, 'videos.create', { payload: { title: 'Heel', description: 'Rain' } });
    await store.outbox.toCollection().modify({ firstSentAt: ports.now() });
    const { description: _later, ...seen } = (await getSession(store, id))!.video;
    await mutate(store, ports, 'videos.update', { payload: { description: 'Sun', base: seen }, params: { id } });
    expect((await store.outbox.orderBy('seq').last())?.payload).toEqual({ description: 'Sun', base: { description: null } });
  });

  it('queues nothing when it changes nothing', async () => {
    const { store, ports } = await device();
    const { id } = await mutate(store, ports, 'videos.create', { payload: { title: 'Heel' } });
    const edit = await mutate(store, ports, 'videos.update', { payload: { title: 'Heel' }, params: { id } });
    expect(edit.key).toBeNull();
  });

  it('removes a deleted session from the lists at once', async () => {
    const { store, ports } = await device();
    const { id } = await mutate(store, ports, 'videos.create', { payload: { title: 'Heel' } });
    await mutate(store, ports, 'videos.delete', { params: { id } });
    expect(await listSessions(store, { scope: 'all', limit: 10 })).toEqual([]);
    expect(await getSession(store, id)).toBeNull();
  });

  it('is rejected with a message when the device is full, and leaves nothing half done, whichever write fails', async () => {
    const { store, hooks } = await openHookedStore(ANNA, 'full phone');
    const ports = testPorts();
    const { id } = await mutate(store, ports, 'videos.create', { payload: { title: 'Before' } });
    let failing = 1;
    for (; ; failing += 1) {
      let writes = 0;
      hooks.beforeWrite = () => {
        writes += 1;
        if (writes === failing) throw new DOMException('No room', 'QuotaExceededError');
      };
      const saved = await mutate(store, ports, 'videos.delete', { params: { id } }).catch((error: unknown) => error);
      if (writes < failing) break;
      expect(saved).toBeInstanceOf(DeviceFull);
      expect((saved as DeviceFull).message).toContain('This device is full');
      expect(await store.outbox.count()).toBe(1);
      expect(await getSession(store, id)).toMatchObject({ video: { title: 'Before' }, sync: { state: 'saved' } });
    }
    expect(failing).toBeGreaterThan(2);
  });
});
