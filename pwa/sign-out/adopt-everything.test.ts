import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { MutationName } from '../../api/contract/mutations.ts';
import { SYNC_VERSION } from '../../api/contract/sync-protocol.ts';
import { derivedId } from '../../api/contract/derived-id.ts';
import { TITLE_MAX } from '../../api/contract/limits.ts';
import { adoptAccount } from '../../sync/sign-out/adopt-account.ts';
import { readStatus } from '../../sync/status/sync-total.ts';
import { saveDraft } from '../../sync/store/drafts.ts';
import type { DeviceMedia } from '../../sync/store/media-row.ts';
import { UNSENT } from '../../sync/store/outbox-record.ts';
import type { Store } from '../../sync/store/store.ts';
import { crashAt } from '../../sync/testing/crash.ts';
import { keptFile } from '../../sync/testing/kept-file.ts';
import { memoryFiles } from '../../sync/testing/memory-files.ts';
import { createTestWorld, type TestDevice } from '../../sync/testing/test-world.ts';
import { leaveLastWords, takeUpOthersLastWords } from '../sync/last-words.ts';

/** The server on which the person registered first, and the one that was restored from a backup older than that. */
const before = await createTestWorld();
const after = await createTestWorld();

type Files = ReturnType<typeof memoryFiles>;

/** What a person makes has a word of its own, by which the test finds it. The value says where it has to be in the end. */
const MADE: Readonly<Record<string, string>> = {
  'made-dog': 'dogs',
  'made-dog-notes-unsent': 'dogs',
  'made-cue': 'cues',
  'made-cue-imported': 'cues',
  'made-program': 'programs',
  'made-goal-refused': 'programs',
  'made-session': 'videos',
  'made-session-edited': 'videos',
  'made-session-unsent': 'videos',
  'made-session-deleted': 'videos',
  'made-session-too-long': 'videos',
  'made-comment': 'comments',
  'made-comment-unsent': 'comments',
  'made-comment-to-partner': 'comments',
  'made-bio': 'profile',
  'made-overwritten': 'outbox',
  'made-by-a-newer-app': 'outbox',
  'made-draft-of-session': 'drafts',
  'made-draft-of-edit': 'drafts',
  'made-draft-of-dog': 'drafts',
  'made-draft-of-dog-edit': 'drafts',
  'made-draft-of-notes': 'drafts',
  'made-draft-of-cue': 'drafts',
  'made-draft-of-import': 'drafts',
  'made-draft-of-program': 'drafts',
  'made-draft-of-program-edit': 'drafts',
  'made-draft-of-comment': 'drafts',
  'made-draft-of-profile': 'drafts',
  'made-draft-being-saved': 'drafts',
  'made-last-words': 'drafts',
  'made-film-kept': 'media',
  'made-film-paused': 'media',
  'made-film-uploading': 'media',
  'made-film-failed': 'media',
  'made-film-lost': 'media',
  'made-film-uploaded': 'media',
  'made-film-downloaded': 'media',
  'made-film-in-draft': 'media',
  'made-film-in-no-form': 'media',
  'made-film-half-written': 'media',
  'made-film-half-filmed': 'media',
  'made-picture-of-dog': 'media',
  'made-picture-of-person': 'media',
};

beforeEach(() => {
  const names: Record<string, unknown> = {};
  const methods = {
    getItem: (name: string) => names[name] ?? null,
    setItem: (name: string, value: string) => void (names[name] = value),
    removeItem: (name: string) => void delete names[name],
  };
  // As in a browser, only stored names are enumerable.
  for (const [name, value] of Object.entries(methods)) Object.defineProperty(names, name, { value });
  vi.stubGlobal('localStorage', names);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const SESSION = { trainedAt: '2026-04-01T10:00:00.000Z', trainedZone: 'Europe/Vienna' };

async function makeEverything(device: TestDevice, files: Files): Promise<void> {
  const { store, ports, mutate } = device;
  const { id: dogId } = await mutate('dogs.create', { payload: { name: 'made-dog', breed: 'Malinois', birthdate: '2023-04-01' } });
  const { id: cueId } = await mutate('cues.create', { payload: { name: 'made-cue' } });
  const imported = derivedId(store.userId, 'source');
  const { id: programId } = await mutate('programs.create', { payload: { name: 'made-program', dogId } });
  await mutate('programs.addCue', { params: { id: programId }, payload: { cueId, orderIndex: 0 } });
  const session = async (title: string) => (await mutate('videos.create', { payload: { ...SESSION, title } })).id;
  const videoId = await session('made-session');
  const edited = await session('Edited');
  const deleted = await session('made-session-deleted');
  await mutate('videos.delete', { params: { id: deleted } });
  await mutate('comments.create', { params: { videoId }, payload: { content: 'made-comment' } });
  await device.sync();
  // Another device overwrites a title, and deletes a program that this one edits.
  const other = await device.copied('other');
  await mutate('videos.update', { params: { id: edited }, payload: { title: 'made-overwritten' } });
  await device.sync();
  await other.mutate('videos.update', { params: { id: edited }, payload: { title: 'Edited twice' } });
  await other.mutate('programs.delete', { params: { id: programId } });
  await other.sync();
  await mutate('programs.update', { params: { id: programId }, payload: { goal: 'made-goal-refused' } });
  await device.sync();
  expect(await readStatus(store)).toMatchObject({ refused: 1, conflicts: 1 });

  await mutate('cues.create', { id: imported, payload: { name: 'made-cue-imported', importedFromId: ports.newId() } });
  await mutate('dogs.update', { params: { id: dogId }, payload: { notes: 'made-dog-notes-unsent' } });
  await mutate('videos.update', { params: { id: edited }, payload: { description: 'made-session-edited' } });
  await session('made-session-unsent');
  await store.view('videos').update(await session('Too long'), { title: `made-session-too-long ${'x'.repeat(TITLE_MAX)}` });
  await mutate('comments.create', { params: { videoId }, payload: { content: 'made-comment-unsent' } });
  await mutate('comments.create', { params: { videoId: ports.newId() }, payload: { content: 'made-comment-to-partner' } });
  await mutate('profile.update', { payload: { firstName: 'Kate', bio: 'made-bio' } });

  await store.outbox.add({
    ...UNSENT,
    key: ports.newId(),
    userId: store.userId,
    schemaVersion: SYNC_VERSION,
    call: 'videos.praise' as MutationName,
    params: { id: videoId },
    payload: { text: 'made-by-a-newer-app' },
    entity: 'videos',
    entityId: videoId,
    baseVersion: 0,
    dependsOn: [],
    createdAt: ports.now(),
  });

  const drafts: Record<string, string> = {
    'videos.create': 'made-draft-of-session',
    [`videos.update:${videoId}`]: 'made-draft-of-edit',
    'dogs.create': 'made-draft-of-dog',
    [`dogs.update:${dogId}`]: 'made-draft-of-dog-edit',
    [`dogs.notes:${dogId}`]: 'made-draft-of-notes',
    'cues.create': 'made-draft-of-cue',
    [`cues.update:${imported}`]: 'made-draft-of-import',
    'programs.create': 'made-draft-of-program',
    [`programs.update:${programId}`]: 'made-draft-of-program-edit',
    [`comments.create:${videoId}`]: 'made-draft-of-comment',
    'profile.update': 'made-draft-of-profile',
  };
  for (const [key, text] of Object.entries(drafts)) await saveDraft(store, ports, key, { text });
  const id = ports.newId();
  const saving = { call: 'dogs.create', id, payload: { name: 'Rex', breed: 'Kelpie', birthdate: '2024-01-01' }, mediaId: null } as const;
  const values = { text: 'made-draft-being-saved' };
  await store.drafts.put({ key: `dogs.create~${id}`, values, mediaId: null, saving, updatedAt: ports.now() });

  const objectPath = '/objects/held';
  const ofVideo = { entityId: videoId };
  await store.view('videos').update(videoId, { videoUrl: objectPath });
  const add = async (name: string, changes: Partial<DeviceMedia>) => {
    const media = keptFile({ id: ports.newId(), entityId: null, name, updatedAt: ports.now(), ...changes });
    await store.media.add(media);
    if (media.fileName) files.contents.set(media.fileName, new Uint8Array([1, 2, 3]));
    return media.id;
  };
  await add('made-film-kept', ofVideo);
  await add('made-film-paused', { ...ofVideo, state: 'paused' });
  await add('made-film-uploading', { ...ofVideo, state: 'uploading', uploadUrl: '/api/uploads/1', acknowledgedBytes: 1 });
  await add('made-film-failed', { ...ofVideo, state: 'failed', lastError: { status: 0, code: 'network' } });
  await add('made-film-lost', { ...ofVideo, state: 'failed', fileName: null, lastError: { status: 0, code: 'lost' } });
  await add('made-film-uploaded', { ...ofVideo, state: 'uploaded', objectPath });
  await add('made-film-downloaded', { ...ofVideo, state: 'uploaded', objectPath, downloaded: true });
  await add('made-film-in-no-form', {});
  await add('made-film-half-written', { ...ofVideo, state: 'writing' });
  await add('made-film-half-filmed', { state: 'writing', filmed: 'whole' });
  const drafted = await add('made-film-in-draft', {});
  await saveDraft(store, ports, `videos.create:${drafted}`, {}, drafted);
  await add('made-picture-of-dog', { entity: 'dogs', entityId: dogId, field: 'image' });
  await add('made-picture-of-person', { entity: 'profile', entityId: store.userId, field: 'profileImageUrl' });
}

const WORD = /made-[a-z-]+/g;

/** Where each word is. The queue counts only for what no row shows. */
async function placesOf(store: Store): Promise<Record<string, string[]>> {
  const places: Record<string, string[]> = {};
  const look = async (table: string) => {
    for (const row of await store.table(table).toArray())
      for (const word of new Set(JSON.stringify(row).match(WORD))) (places[word] ??= []).push(table);
  };
  for (const table of ['profile', 'dogs', 'cues', 'programs', 'videos', 'comments', 'drafts', 'media']) await look(table);
  for (const { payload } of await store.outbox.toArray())
    for (const word of JSON.stringify(payload).match(WORD) ?? []) places[word] ??= ['outbox'];
  return places;
}

const EVERYTHING_ONCE = Object.fromEntries(Object.entries(MADE).map(([word, place]) => [word, [place]]));

async function expectEverythingOnce(device: TestDevice, files: Files, when: string): Promise<void> {
  expect(await placesOf(device.store), when).toEqual(EVERYTHING_ONCE);
  const names = (await device.store.media.toArray()).flatMap(({ fileName }) => fileName ?? []);
  expect(
    names.filter((name) => files.contents.get(name)?.length !== 3),
    when,
  ).toEqual([]);
}

it('neither loses nor doubles anything that a person can make, at whatever step an adoption ends', async () => {
  const filled = await before.device(await before.person('kate@example.org'));
  await filled.sync();
  const filledFiles = memoryFiles();
  await makeEverything(filled, filledFiles);
  const present = await after.device(await after.person('kate@example.org'));
  await present.sync();

  const copyOf = async (device: TestDevice, files: Files, name: string) => {
    const copied = { device: await device.copied(name), files: memoryFiles() };
    for (const [file, bytes] of files.contents) copied.files.contents.set(file, bytes);
    return copied;
  };
  const pair = async (name: string) => ({
    from: await copyOf(filled, filledFiles, `earlier ${name}`),
    to: await copyOf(present, memoryFiles(), `now ${name}`),
  });
  let { from, to } = await pair('0');
  let hasEnded = false;
  const adopt = async (step?: number) => {
    from.device = await from.device.restart();
    to.device = await to.device.restart();
    // What was typed last, by a page that closed, reaches the drafts when the next page starts.
    await takeUpOthersLastWords(to.device.store.userId, async () => (await from.device.restart()).store);
    from.device = await from.device.restart();
    const fromPorts = { ...from.device.ports, files: from.files };
    const toPorts = { ...to.device.ports, files: to.files };
    // One count for both stores.
    const ports = step === undefined ? fromPorts : crashAt(step, from.device.hooks, fromPorts, () => void (hasEnded = true));
    if (step !== undefined) to.device.hooks.beforeWrite = from.device.hooks.beforeWrite;
    const copying = { ...toPorts, files: { ...toPorts.files, create: async (name: string) => (ports.now(), toPorts.files.create(name)) } };
    await adoptAccount({ store: from.device.store, ports }, { store: to.device.store, ports: copying });
  };

  const draft = { key: 'videos.create', values: { text: 'made-last-words' }, mediaId: null, updatedAt: 0 };
  leaveLastWords(filled.store, { ...draft, key: `videos.create~${filled.ports.newId()}` });
  const ended = { beforeAdding: 0, afterAdding: 0 };
  for (let step = 1; ; step += 1) {
    hasEnded = false;
    const crashed = await adopt(step).then(
      () => false,
      (error: unknown) => hasEnded || Promise.reject(error as Error),
    );
    if (!crashed) break;
    if ((await (await to.device.restart()).store.outbox.count()) === 0) {
      ended.beforeAdding += 1;
      continue;
    }
    ended.afterAdding += 1;
    await adopt();
    await expectEverythingOnce(to.device, to.files, `after step ${step}`);
    ({ from, to } = await pair(`${step}`));
    leaveLastWords(filled.store, { ...draft, key: `videos.create~${filled.ports.newId()}` });
  }
  expect(ended.beforeAdding).toBeGreaterThan(50);
  expect(ended.afterAdding).toBeGreaterThan(5);
  await expectEverythingOnce(to.device, to.files, 'at the end');

  to.device = await to.device.restart();
  for (let round = 0; round < 3; round += 1) {
    to.device.clock.now += 600_000;
    await to.device.sync();
  }
  // What the server refuses waits for its person; the overwritten value is a conflict again.
  expect(await readStatus(to.device.store)).toMatchObject({ conflicts: 1 });
  const { 'made-overwritten': overwritten, ...others } = await placesOf(to.device.store);
  const { 'made-overwritten': _queued, ...expected } = EVERYTHING_ONCE;
  expect([others, overwritten]).toEqual([expected, undefined]);
  expect(await to.device.store.view('conflicts').toArray()).toMatchObject([{ other: 'made-overwritten' }]);
  const waiting = (await to.device.store.outbox.toArray()).map(({ state, payload }) => [state, JSON.stringify(payload).match(WORD)?.[0]]);
  expect(new Map(waiting.map(([state, word]) => [word, state]))).toEqual(
    new Map([
      ['made-session-too-long', 'refused'],
      ['made-comment-to-partner', 'refused'],
      ['made-by-a-newer-app', 'refused'],
    ]),
  );
});
