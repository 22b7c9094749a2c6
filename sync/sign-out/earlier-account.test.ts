import { describe, expect, it } from 'vitest';
import { derivedId } from '../../api/contract/derived-id.ts';
import { TITLE_MAX } from '../../api/contract/limits.ts';
import type { Ports } from '../ports/ports.ts';
import type { DeviceFiles } from '../ports/device-files.ts';
import type { DeviceMedia } from '../store/media-row.ts';
import { readSetting, writeSetting } from '../store/settings.ts';
import { readStatus } from '../status/sync-total.ts';
import { keptFile } from '../testing/kept-file.ts';
import { memoryFiles } from '../testing/memory-files.ts';
import { answerWith, createTestWorld, lost, type TestDevice } from '../testing/test-world.ts';
import { listComments } from '../queries/comments.ts';
import { storeTap } from '../outbox/taps.ts';
import { restoreAsNew } from '../outbox/restore-as-new.ts';
import { storeFile, writingLock } from '../media/store-file.ts';
import { filmBytes } from '../testing/media-ports.ts';
import { saveDraft } from '../store/drafts.ts';
import { DeviceLeft } from '../store/refuse-after-leaving.ts';
import { adoptAccount } from './adopt-account.ts';
import { standingOf } from './earlier-account.ts';
import { clearIf, unsyncedWork } from './sign-out.ts';
import { whoLeaves } from './who-leaves.ts';

/** The server on which the person registered first, and the one that was restored from a backup older than that. */
const before = await createTestWorld();
const after = await createTestWorld();
let people = 0;
const newAddress = () => `kate-${(people += 1)}@example.org`;

const SESSION = { title: 'Track', trainedAt: '2026-04-01T10:00:00.000Z', trainedZone: 'Europe/Vienna' };
/** Of a set that no device has. */
const TAP = { setId: '0197f3c2-0000-4000-8000-0000000000aa', reps: ['k3f9a1b2 hit'] };
const DOG = { name: 'Bella', breed: 'Malinois', birthdate: '2023-04-01' };

async function twoAccounts(address = newAddress()) {
  const earlier = await before.device(await before.person(address));
  const person = await after.person(address);
  const now = await after.device(person);
  await earlier.sync();
  await now.sync();
  return { earlier, now, address, person };
}

const ask = (earlier: TestDevice, now: TestDevice) => standingOf(earlier.store, now.ports, now.store.userId);

const withFiles = ({ store, ports }: TestDevice, files = memoryFiles()): { store: TestDevice['store']; ports: Ports } => ({
  store,
  ports: { ...ports, files },
});

/** Sends what waits, although the server has to be asked again later. */
async function settle({ clock, sync }: TestDevice) {
  for (let round = 0; round < 3; round += 1) {
    clock.now += 600_000;
    await sync();
  }
}

const write = async (files: DeviceFiles, name: string, bytes: Uint8Array<ArrayBuffer>) => {
  const writer = await files.create(name);
  await writer.write(bytes);
  await writer.close();
};

describe('the store of another id on this device', () => {
  it('is the person’s own if the server has lost that account and both have the same address', async () => {
    const { earlier, now } = await twoAccounts();
    await earlier.mutate('dogs.create', { payload: DOG });
    expect(await ask(earlier, now)).toBe('earlier');
    const other = await after.device(await after.person(newAddress()), 'other');
    expect(await ask(earlier, other), 'another address').toBe('other');
  });

  it('is another person’s while the server knows that account, even if it had the same address once', async () => {
    const ben = await after.device(await after.person(newAddress()), 'bens');
    const { now, address } = await twoAccounts();
    await ben.sync();
    await ben.mutate('dogs.create', { payload: DOG });
    await ben.store.view('profile').update(ben.store.userId, { email: address });
    expect(await ask(ben, now)).toBe('other');
  });

  it('leaves as before if it holds nothing, names no address, or was declined', async () => {
    const { earlier, now } = await twoAccounts();
    expect(await ask(earlier, now), 'empty').toBe('other');
    await saveDraft(earlier.store, earlier.ports, 'videos.create', { title: 'Heel' });
    expect(await ask(earlier, now), 'a draft').toBe('earlier');
    await writeSetting(earlier.store, 'declinedBy', [now.store.userId]);
    expect(await ask(earlier, now), 'declined').toBe('other');
    await earlier.store.settings.delete('declinedBy');
    await earlier.store.view('profile').clear();
    expect(await ask(earlier, now), 'no address').toBe('other');
  });

  it('is worth a question whatever its person made', async () => {
    const { earlier, now } = await twoAccounts();
    const { store } = earlier;
    const made: Record<string, () => Promise<unknown>> = {
      'a comment': () => earlier.mutate('comments.create', { params: { videoId: earlier.ports.newId() }, payload: { content: 'Nice' } }),
      'a profile': () => earlier.mutate('profile.update', { payload: { bio: 'Tracks' } }),
      'a file': () => store.media.add(keptFile({ id: earlier.ports.newId(), entityId: null })),
      'a cue': () => earlier.mutate('cues.create', { payload: { name: 'Sit' } }),
      'a tap': () => storeTap(store, TAP),
    };
    const empty = await Promise.all(store.tables.map(async (table) => [table, await table.toArray()] as const));
    for (const [what, make] of Object.entries(made)) {
      await make();
      expect(await ask(earlier, now), what).toBe('earlier');
      for (const [table, rows] of empty) await table.clear().then(() => table.bulkAdd(rows));
      expect(await ask(earlier, now), `without ${what}`).toBe('other');
    }
  });

  it('stays until the server has said whose it is, but not if it never will', async () => {
    const { earlier, now } = await twoAccounts();
    await earlier.mutate('dogs.create', { payload: DOG });
    now.connection.carry = lost;
    expect(await ask(earlier, now)).toBe('unknown');
    now.connection.carry = () => Promise.resolve(new Response('<h1>Sign in to the Wi-Fi</h1>', { status: 200 }));
    expect(await ask(earlier, now)).toBe('unknown');
    now.connection.carry = () => Promise.resolve(answerWith(404, { code: 'not_found', message: 'Not found' }));
    expect(await ask(earlier, now)).toBe('other');
  });
});

it('stays while everyone else leaves', async () => {
  const { earlier, now } = await twoAccounts();
  await earlier.mutate('dogs.create', { payload: DOG });
  const other = await after.device(await after.person(newAddress()), 'other');
  const byId = new Map([earlier, now, other].map((device) => [device.store.userId, device]));
  const open = async (id: string) => (await byId.get(id)!.restart()).store;
  const sorted = () => whoLeaves(now.store.userId, [...byId.keys()], open, now.ports);
  expect(await sorted()).toEqual({ leave: [other.store.userId], earlier: [earlier.store.userId], unknown: [], faults: [] });
  now.connection.carry = lost;
  expect(await sorted()).toEqual({ leave: [other.store.userId], earlier: [], unknown: [earlier.store.userId], faults: [] });
});

it('does not keep others here whose stores can be read', async () => {
  const { now } = await twoAccounts();
  const other = await after.device(await after.person(newAddress()), 'other');
  const fault = new Error('Not readable');
  const open = async (id: string) => (id === 'broken' ? Promise.reject(fault) : (await other.restart()).store);
  const sorted = await whoLeaves(now.store.userId, ['broken', other.store.userId], open, now.ports);
  expect(sorted).toEqual({ leave: [other.store.userId], earlier: [], unknown: ['broken'], faults: [fault] });
});

describe('adopting an earlier account', () => {
  it('makes new rows of all that it held, synced or not, and clears it', async () => {
    const { earlier, now } = await twoAccounts();
    await earlier.mutate('profile.update', {
      payload: { firstName: 'Kate', lastName: 'Hill', bio: 'Tracks', profileVisibility: 'public' },
    });
    await now.mutate('profile.update', { payload: { firstName: 'Katherine', lastName: 'Hill' } });
    const { id: dogId } = await earlier.mutate('dogs.create', { payload: { ...DOG, notes: 'Calm' } });
    await earlier.mutate('dogs.update', { params: { id: dogId }, payload: { retiredAt: '2026-04-02T10:00:00.000Z' } });
    const { id: cueId } = await earlier.mutate('cues.create', { payload: { name: 'Sit' } });
    const { id: programId } = await earlier.mutate('programs.create', { payload: { name: 'Spring', dogId } });
    await earlier.mutate('programs.addCue', { params: { id: programId }, payload: { cueId, orderIndex: 0 } });
    const { id: synced } = await earlier.mutate('videos.create', { payload: { ...SESSION, dogId } });
    await earlier.mutate('videos.share', { params: { id: synced } });
    await earlier.mutate('comments.create', { params: { videoId: synced }, payload: { content: 'Two corners' } });
    const { id: removed } = await earlier.mutate('videos.create', { payload: { ...SESSION, title: 'Deleted' } });
    await earlier.mutate('videos.delete', { params: { id: removed } });
    await earlier.sync();
    await earlier.mutate('videos.update', { params: { id: synced }, payload: { title: 'Track, two corners' } });
    await earlier.mutate('videos.create', { payload: { ...SESSION, title: 'Unsent' } });
    await saveDraft(earlier.store, earlier.ports, 'videos.create', { title: 'Typed' });

    await adoptAccount(withFiles(earlier), withFiles(now));
    expect(await now.sync()).toBeNull();
    const { store } = now;
    expect(await readStatus(store)).toMatchObject({ pending: 0, refused: 0 });
    expect(await store.view('profile').get(store.userId)).toMatchObject({
      firstName: 'Katherine',
      bio: 'Tracks',
      profileVisibility: 'private',
    });
    const [dog] = await store.view('dogs').toArray();
    expect(dog).toMatchObject({ id: dogId, ownerId: store.userId, notes: 'Calm', retiredAt: '2026-04-02T10:00:00.000Z' });
    const sessions = await store
      .view('videos')
      .filter(({ deletedAt }) => deletedAt === null)
      .toArray();
    expect(Object.fromEntries(sessions.map(({ title, dogId: of, shared }) => [title, [of, shared]]))).toEqual({
      'Track, two corners': [dogId, false],
      Unsent: [null, false],
    });
    expect(await store.view('programs').toArray()).toMatchObject([{ name: 'Spring', dogId, cues: [{ cueId }] }]);
    expect(await store.view('comments').toArray()).toMatchObject([{ content: 'Two corners', userId: store.userId }]);
    expect(await store.drafts.toArray()).toMatchObject([{ key: 'videos.create', values: { title: 'Typed' } }]);

    const cleared = (await earlier.restart()).store;
    expect(await cleared.view('videos').count()).toBe(0);
    expect(await unsyncedWork(cleared)).toEqual({ changes: 0, files: 0, drafts: 0 });
  });

  it('brings the files, to be sent from the first byte', async () => {
    const { earlier, now } = await twoAccounts();
    const [from, to] = [withFiles(earlier), withFiles(now)];
    const film = new File([filmBytes(5_000)], 'a.mp4', { type: 'video/mp4' });
    const mediaId = earlier.ports.newId();
    await storeFile(from.store, from.ports, { id: mediaId, file: film, name: 'a.mp4', entity: 'videos' });
    const { id } = await earlier.mutate('videos.create', { payload: SESSION, mediaId });
    const objectPath = '/objects/videos/11111111-1111-4111-8111-111111111111';
    await from.store.media.update(mediaId, { state: 'uploaded', objectPath, acknowledgedBytes: 5_000, uploadUrl: '/api/uploads/1' });
    await from.store.view('videos').update(id, { videoUrl: objectPath });
    await adoptAccount(from, to);
    expect(await now.store.media.toArray()).toMatchObject([
      { id: mediaId, entityId: id, state: 'kept', objectPath: null, uploadUrl: null, acknowledgedBytes: 0 },
    ]);
    expect((await to.ports.files.open(mediaId))?.size).toBe(5_000);
    expect(await from.ports.files.list()).toEqual([]);
    await now.sync();
    expect(await now.store.view('videos').get(id)).toMatchObject({ videoUrl: null });
    expect(await readStatus(now.store)).toMatchObject({ pending: 1, refused: 0 });
  });

  it('brings a file in each state, unless the server never lost it or its person replaced it', async () => {
    const { earlier, now } = await twoAccounts();
    const [from, to] = [withFiles(earlier), withFiles(now)];
    const { id: entityId } = await earlier.mutate('videos.create', { payload: SESSION });
    await from.store.view('videos').update(entityId, { videoUrl: '/objects/a' });
    const add = async (name: string, changes: Partial<DeviceMedia>, bytes = 5_000) => {
      const id = earlier.ports.newId();
      await from.store.media.add(keptFile({ id, entityId: null, name, updatedAt: earlier.clock.now, ...changes }));
      if (bytes > 0) await write(from.ports.files, id, filmBytes(bytes));
      return id;
    };
    const objectPath = '/objects/a';
    await add('kept', { entityId });
    await add('paused', { entityId, state: 'paused' });
    await add('uploading', { entityId, state: 'uploading', acknowledgedBytes: 100, uploadUrl: '/api/uploads/1' });
    await add('failed', { entityId, state: 'failed', lastError: { status: 413, code: 'too_large', message: 'Too large' } });
    await add('lost', { entityId, state: 'failed', fileName: null, lastError: { status: 0, code: 'lost' } }, 0);
    await add('uploaded', { entityId, state: 'uploaded', objectPath });
    await add('downloaded', { entityId, state: 'uploaded', downloaded: true, objectPath });
    await add('in no form', {});
    await add('of a purged session', { entityId: '44444444-4444-4444-8444-000000000001' });
    await add('half picked', { entityId, state: 'writing' });
    await add('half filmed', { state: 'writing', filmed: 'whole' });
    await add('replaced', { entityId, state: 'uploaded', objectPath: '/objects/b' });
    await add('of a partner', { entityId: '44444444-4444-4444-8444-000000000002', state: 'uploaded', downloaded: true, objectPath });
    await add('not accepted', { shared: { with: 'a', title: '', description: '' } });

    await adoptAccount(from, to);
    const brought = await to.store.media.toArray();
    const lost = brought.filter(({ fileName }) => fileName === null);
    expect(Object.fromEntries(lost.map(({ name, state, lastError }) => [name, [state, lastError?.code]]))).toEqual({
      'half picked': ['failed', 'lost'],
      lost: ['failed', 'lost'],
    });
    const here = brought.filter(({ fileName }) => fileName !== null);
    expect(Object.fromEntries(here.map(({ name, state, entityId: of }) => [name, [state, of]]))).toEqual({
      kept: ['kept', entityId],
      paused: ['paused', entityId],
      uploading: ['kept', entityId],
      failed: ['kept', entityId],
      uploaded: ['kept', entityId],
      downloaded: ['kept', entityId],
      'in no form': ['kept', null],
      'of a purged session': ['kept', null],
      'half filmed': ['kept', null],
    });
    for (const { id } of here) expect((await to.ports.files.open(id))?.size, id).toBe(5_000);
    const offered = await to.store.drafts.toArray();
    expect(here.filter(({ id, entityId: of }) => of === null && !offered.some(({ mediaId }) => mediaId === id))).toEqual([]);
    expect(await from.ports.files.list()).toEqual([]);
  });

  it('queues a row that no longer fits the contract, so that its author can correct it', async () => {
    const { earlier, now } = await twoAccounts();
    const { id } = await earlier.mutate('videos.create', { payload: SESSION });
    const { id: dogId } = await earlier.mutate('dogs.create', { payload: DOG });
    const tooLong = 'x'.repeat(TITLE_MAX + 1);
    await earlier.store.view('videos').update(id, { title: tooLong });
    await adoptAccount(withFiles(earlier), withFiles(now));
    await now.sync();
    expect(await now.store.view('dogs').toArray()).toMatchObject([{ id: dogId, version: 1 }]);
    expect(await now.store.outbox.toArray()).toMatchObject([{ entityId: id, state: 'refused', payload: { title: tooLong } }]);
    await now.mutate('videos.update', { params: { id }, payload: { title: 'Shorter' } });
    await now.sync();
    expect(await now.store.view('videos').toArray()).toMatchObject([{ id, title: 'Shorter', trainedZone: 'Europe/Vienna', version: 1 }]);
  });

  it('brings a tap whose set is on neither device', async () => {
    const { earlier, now } = await twoAccounts();
    await storeTap(earlier.store, TAP);
    await adoptAccount(withFiles(earlier), withFiles(now));
    expect(await now.store.taps.toArray()).toMatchObject([TAP]);
  });

  it('makes a row of refused edits to a deleted row', async () => {
    const { earlier, now } = await twoAccounts();
    const { id } = await earlier.mutate('programs.create', { payload: { name: 'Spring' } });
    const { id: cueId } = await earlier.mutate('cues.create', { payload: { name: 'Sit' } });
    await earlier.sync();
    const other = await earlier.copied('other');
    await other.mutate('programs.delete', { params: { id } });
    await other.sync();
    await earlier.mutate('programs.update', { params: { id }, payload: { goal: 'Calm starts' } });
    await earlier.mutate('programs.addCue', { params: { id }, payload: { cueId, orderIndex: 0 } });
    await earlier.sync();
    expect(await earlier.store.outbox.toArray()).toMatchObject([{ state: 'refused', lastError: { status: 409 } }, { state: 'refused' }]);
    await adoptAccount(withFiles(earlier), withFiles(now));
    await now.sync();
    expect(await now.store.view('programs').toArray()).toMatchObject([
      { name: 'Spring', goal: 'Calm starts', cues: [{ cueId }], deletedAt: null, version: expect.any(Number) },
    ]);
    expect(await readStatus(now.store)).toMatchObject({ pending: 0, refused: 0 });
  });

  it('waits while another tab is still writing a file', async () => {
    const { earlier, now } = await twoAccounts();
    const [from, to] = [withFiles(earlier), withFiles(now)];
    await from.store.media.add(keptFile({ id: earlier.ports.newId(), entityId: null, state: 'writing' }));
    const [file] = await from.store.media.toArray();
    await from.ports.lock(writingLock(file!.id), async () => {
      await expect(adoptAccount(from, to)).rejects.toThrow('still being written');
    });
    expect(await from.store.media.count()).toBe(1);
  });

  it('adds nothing twice on a second device', async () => {
    const { earlier, now } = await twoAccounts();
    await earlier.mutate('videos.create', { payload: SESSION });
    await earlier.sync();
    const second = { earlier: await earlier.copied('second'), now: await now.copied('second now') };
    await adoptAccount(withFiles(earlier), withFiles(now));
    await now.sync();
    await adoptAccount(withFiles(second.earlier), withFiles(second.now));
    await settle(second.now);
    for (const { store } of [now, second.now]) {
      expect(await store.view('videos').toArray()).toMatchObject([{ title: 'Track', ownerId: now.store.userId }]);
      expect(await readStatus(store)).toMatchObject({ pending: 0, refused: 0, conflicts: 0 });
    }
  });

  it('repeats nothing that its person has changed since a crash, and adds what is new since', async () => {
    const { earlier, now } = await twoAccounts();
    const { id } = await earlier.mutate('videos.create', { payload: SESSION });
    await saveDraft(earlier.store, earlier.ports, 'videos.create', { title: 'Typed' });
    await saveDraft(now.store, now.ports, 'videos.create', { title: 'Typed here' });
    earlier.hooks.beforeWrite = (_table, { type }) => {
      if (type === 'deleteRange') throw new Error('crash');
    };
    await expect(adoptAccount(withFiles(earlier), withFiles(now))).rejects.toThrow('crash');
    await now.mutate('videos.update', { params: { id }, payload: { title: 'Track, two corners' } });
    await now.store.drafts.delete('videos.create');
    const again = await earlier.restart();
    await again.mutate('videos.create', { payload: { ...SESSION, title: 'In another tab' } });
    await saveDraft(again.store, again.ports, 'videos.create', { title: 'Typed on' });
    await adoptAccount(withFiles(again), withFiles(now));
    await settle(now);
    const titles = (await now.store.view('videos').toArray()).map(({ title }) => title);
    expect(titles.toSorted((a, b) => a.localeCompare(b))).toEqual(['In another tab', 'Track, two corners']);
    expect((await now.store.drafts.toArray()).map(({ values }) => values['title'])).toEqual(expect.arrayContaining(['Typed', 'Typed on']));
    expect(await readStatus(now.store)).toMatchObject({ refused: 0, conflicts: 0 });
    expect(await readSetting(now.store, 'adopted')).toEqual({});
  });

  it('brings what another device lacked to the rows that it has added already', async () => {
    const { earlier, now } = await twoAccounts();
    const { id } = await earlier.mutate('videos.create', { payload: { ...SESSION, description: 'Calm' } });
    const { id: deleted } = await earlier.mutate('videos.create', { payload: { ...SESSION, title: 'Deleted since' } });
    const { id: cueId } = await earlier.mutate('cues.create', { payload: { name: 'Sit' } });
    const { id: programId } = await earlier.mutate('programs.create', { payload: { name: 'Spring' } });
    await earlier.sync();
    const second = { earlier: await earlier.copied('second'), now: await now.copied('second now') };
    await adoptAccount(withFiles(earlier), withFiles(now));
    await now.sync();
    await now.mutate('videos.update', { params: { id }, payload: { title: 'Track, two corners' } });
    await now.mutate('videos.delete', { params: { id: deleted } });
    await now.sync();

    await second.earlier.mutate('videos.update', { params: { id }, payload: { description: 'Calm\nTwo corners' } });
    await second.earlier.mutate('videos.update', { params: { id: deleted }, payload: { description: 'Worth keeping' } });
    await second.earlier.mutate('programs.addCue', { params: { id: programId }, payload: { cueId, orderIndex: 0 } });
    await second.now.sync();
    await adoptAccount(withFiles(second.earlier), withFiles(second.now));
    await settle(second.now);
    const { store } = second.now;
    expect(await store.view('videos').get(id)).toMatchObject({ title: 'Track, two corners', description: 'Calm\nTwo corners' });
    expect(await store.view('conflicts').toArray()).toMatchObject([{ field: 'title', kept: 'Track, two corners', other: 'Track' }]);
    expect(await store.view('programs').get(programId)).toMatchObject({ cues: [{ cueId }] });
    const [record, ...others] = await store.outbox.toArray();
    expect([record, others]).toMatchObject([{ entityId: deleted, state: 'refused', lastError: { status: 409 } }, []]);
    expect((await restoreAsNew(store, second.now.ports, record!.key))?.id).toBeTruthy();
    expect(
      await store
        .view('videos')
        .filter(({ description, deletedAt }) => description === 'Worth keeping' && !deletedAt)
        .count(),
    ).toBe(1);
  });

  it('brings what was deleted lately, and values that another device had overwritten', async () => {
    const { earlier, now } = await twoAccounts();
    const { id } = await earlier.mutate('videos.create', { payload: SESSION });
    await earlier.mutate('profile.update', { payload: { bio: 'Tracks' } });
    const deleted = [
      (await earlier.mutate('videos.create', { payload: { ...SESSION, title: 'Deleted' } })).id,
      (await earlier.mutate('programs.create', { payload: { name: 'Spring' } })).id,
    ];
    await earlier.mutate('comments.create', { params: { videoId: deleted[0]! }, payload: { content: 'Nice grip' } });
    await earlier.mutate('videos.delete', { params: { id: deleted[0]! } });
    await earlier.mutate('programs.delete', { params: { id: deleted[1]! } });
    await earlier.sync();
    const other = await earlier.copied('other');
    await other.mutate('videos.update', { params: { id }, payload: { title: 'On the phone' } });
    await earlier.mutate('videos.update', { params: { id }, payload: { title: 'On the laptop' } });
    await other.sync();
    await earlier.sync();
    await adoptAccount(withFiles(earlier), withFiles(now));
    await settle(now);
    const { store } = now;
    expect(await store.view('videos').get(id)).toMatchObject({ title: 'On the laptop' });
    expect(await store.view('conflicts').toArray()).toMatchObject([{ entityId: id, field: 'title', other: 'On the phone' }]);
    for (const [place, entity] of (['videos', 'programs'] as const).entries()) {
      expect((await store.view(entity).get(deleted[place]!))?.deletedAt, entity).toBeTruthy();
      await now.mutate(`${entity}.restore`, { params: { id: deleted[place]! } });
    }
    await now.sync();
    expect((await listComments(store, deleted[0]!)).map(({ comment }) => comment.content)).toEqual(['Nice grip']);
    expect(await readStatus(store)).toMatchObject({ pending: 0, refused: 0, conflicts: 1 });
  });

  it('gives an imported cue the same new id on each device, in programs and drafts too', async () => {
    const { earlier, now } = await twoAccounts();
    const [source, copy, orphan] = [earlier.ports.newId(), derivedId(earlier.store.userId, 'a'), derivedId(earlier.store.userId, 'b')];
    const { id: programId } = await earlier.mutate('programs.create', { payload: { name: 'Spring' } });
    for (const [id, importedFromId] of [
      [copy, source],
      [orphan, null],
    ] as const) {
      await earlier.mutate('cues.create', { id, payload: { name: 'Sit' } });
      await earlier.store.view('cues').update(id, { importedFromId });
      await earlier.mutate('programs.addCue', { params: { id: programId }, payload: { cueId: id, orderIndex: 9 } });
    }
    await saveDraft(earlier.store, earlier.ports, `cues.update:${orphan}`, { name: 'Sit and stay' });
    const second = { earlier: await earlier.copied('second'), now: await now.copied('second now') };
    for (const [from, to] of [
      [earlier, now],
      [second.earlier, second.now],
    ] as const) {
      await adoptAccount(withFiles(from), withFiles(to));
      await settle(to);
      const cues = (await to.store.view('cues').toArray()).map(({ id }) => id);
      expect(cues).toHaveLength(2);
      expect(cues).toContain(derivedId(to.store.userId, source));
      const [program] = await to.store.view('programs').toArray();
      expect(new Set(program!.cues.map(({ cueId }) => cueId))).toEqual(new Set(cues));
      const [draft] = await to.store.drafts.toArray();
      expect(cues).toContain(draft!.key.replace('cues.update:', ''));
      expect(await readStatus(to.store)).toMatchObject({ pending: 0, refused: 0 });
    }
  });

  it('adds the profile field by field, once the present one is here', async () => {
    const { earlier, now, person } = await twoAccounts();
    await earlier.mutate('profile.update', {
      payload: { firstName: 'Kate', lastName: 'Hill', bio: 'Tracks\nSince 2019', sports: ['Tracking'] },
    });
    await earlier.store.view('profile').update(earlier.store.userId, { location: 'Atlantis' });
    await now.mutate('profile.update', { payload: { firstName: 'Katherine', bio: 'Tracks\nMother of two' } });
    await now.sync();
    const fresh = await after.device(person, 'fresh');
    await adoptAccount(withFiles(earlier), withFiles(fresh));
    await settle(fresh);
    const { store } = fresh;
    const profile = await store.view('profile').get(store.userId);
    expect(profile).toMatchObject({ firstName: 'Katherine', lastName: 'Hill', sports: ['Tracking'] });
    expect(profile!.bio.split('\n').toSorted((a, b) => a.localeCompare(b))).toEqual(['Mother of two', 'Since 2019', 'Tracks']);
    expect(await store.view('conflicts').toArray()).toMatchObject([{ field: 'firstName', kept: 'Katherine', other: 'Kate' }]);
    expect(await store.outbox.toArray()).toMatchObject([{ state: 'refused', payload: { location: 'Atlantis' } }]);
  });

  it('leaves the earlier account alone while the present profile cannot be read', async () => {
    const { earlier, now } = await twoAccounts();
    await earlier.mutate('dogs.create', { payload: DOG });
    await now.store.view('profile').clear();
    await now.store.cursors.clear();
    now.connection.carry = lost;
    await expect(adoptAccount(withFiles(earlier), withFiles(now))).rejects.toThrow('profile');
    expect(await earlier.store.view('dogs').count()).toBe(1);
  });

  it('leaves the earlier account alone if its person signs out while it is being added', async () => {
    const { earlier, now } = await twoAccounts();
    const [from, to] = [withFiles(earlier), withFiles(now)];
    const { id: entityId } = await earlier.mutate('videos.create', { payload: SESSION });
    const id = earlier.ports.newId();
    await from.store.media.add(keptFile({ id, entityId }));
    await write(from.ports.files, id, filmBytes(100));
    const create = async (name: string) => {
      await clearIf(to.store, to.ports, () => Promise.resolve(true));
      return to.ports.files.create(name);
    };
    const leaving = { ...to, ports: { ...to.ports, files: { ...to.ports.files, create } } };
    await expect(adoptAccount(from, leaving)).rejects.toThrow(DeviceLeft);
    expect(await from.store.view('videos').count()).toBe(1);
    expect((await from.ports.files.open(id))?.size).toBe(100);
    expect(await to.store.outbox.count()).toBe(0);
  });

  it('replaces no picture or film that the present account has', async () => {
    const { earlier, now } = await twoAccounts();
    const [from, to] = [withFiles(earlier), withFiles(now)];
    const { id: dogId } = await earlier.mutate('dogs.create', { payload: DOG });
    const { id: videoId } = await earlier.mutate('videos.create', { payload: SESSION });
    for (const [entity, entityId, field] of [
      ['profile', earlier.store.userId, 'profileImageUrl'],
      ['dogs', dogId, 'image'],
      ['videos', videoId, 'videoUrl'],
    ] as const) {
      const id = earlier.ports.newId();
      await from.store.media.add(keptFile({ id, entity, entityId, field }));
      await write(from.ports.files, id, filmBytes(100));
    }
    await now.mutate('dogs.create', { id: dogId, payload: DOG });
    await now.mutate('videos.create', { id: videoId, payload: SESSION });
    await now.store.view('profile').update(now.store.userId, { profileImageUrl: '/objects/newer' });
    await now.store.view('dogs').update(dogId, { image: '/objects/newer' });
    await now.store.media.add(keptFile({ id: now.ports.newId(), entityId: videoId }));
    await adoptAccount(from, to);
    const brought = await now.store.media.filter(({ entityId }) => entityId === null).toArray();
    expect(brought).toMatchObject([{ entity: 'videos', state: 'kept' }]);
    expect(await now.store.drafts.toArray()).toMatchObject([{ mediaId: brought[0]!.id }]);
    expect(await now.store.media.count()).toBe(2);
  });

  it('keeps comments in their order, and settles those that another device has added', async () => {
    const { earlier, now } = await twoAccounts();
    const { id: videoId } = await earlier.mutate('videos.create', { payload: SESSION });
    // Reversed, so that the order of their ids is not that of their times.
    for (const [place, id] of Array.from({ length: 5 }, () => earlier.ports.newId())
      .toSorted()
      .toReversed()
      .entries()) {
      earlier.clock.now += 60_000;
      await earlier.mutate('comments.create', { id, params: { videoId }, payload: { content: `${place}` } });
    }
    await earlier.sync();
    const second = { earlier: await earlier.copied('second'), now: await now.copied('second now') };
    await adoptAccount(withFiles(earlier), withFiles(now));
    await now.sync();
    await adoptAccount(withFiles(second.earlier), withFiles(second.now));
    await settle(second.now);
    for (const { store } of [now, second.now]) {
      expect((await listComments(store, videoId)).map(({ comment }) => comment.content)).toEqual(['4', '3', '2', '1', '0']);
      expect(await readStatus(store)).toMatchObject({ pending: 0, refused: 0 });
    }
  });

  it('keeps comments on a partner’s session in the tray, sent or not', async () => {
    const { earlier, now } = await twoAccounts();
    const videoId = '7b1d2c3e-4f5a-4b6c-8d7e-9f0a1b2c3d4e';
    await earlier.mutate('comments.create', { params: { videoId }, payload: { content: 'Nice grip' } });
    await earlier.store.outbox.clear();
    await earlier.store.shadow.clear();
    earlier.clock.now += 1_000;
    await earlier.mutate('comments.create', { params: { videoId }, payload: { content: 'Unsent' } });
    await adoptAccount(withFiles(earlier), withFiles(now));
    await now.sync();
    const waiting = (content: string) => ({ state: 'refused', payload: { content }, lastError: { code: 'partner_lost' } });
    expect(await now.store.outbox.toArray()).toMatchObject([waiting('Nice grip'), waiting('Unsent')]);
    expect(await readSetting(now.store, 'pause')).toBeFalsy();
  });
});
