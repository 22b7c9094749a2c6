import { beforeEach, expect, test } from 'vitest';
import { type DeviceFiles, FileNotWhole } from '../ports/device-files.ts';
import { readDraft, saveDraft } from '../store/drafts.ts';
import { editDraft } from '../store/draft-keys.ts';
import { newRow } from './store-file.ts';
import { storeFilm, saveDraftWithFile } from './store-film.ts';
import type { Ports } from '../ports/ports.ts';
import { recoverMedia } from './recover-media.ts';
import { draftForNewSession } from './shared-files.ts';
import type { Store } from '../store/store.ts';
import { filmBytes, mediaPorts } from '../testing/media-ports.ts';
import { openTestStore } from '../testing/open-test-store.ts';

const USER = '3f0e8a52-7c1b-4d6e-9a0f-5b2c8d7e6f10';
const FILM = { id: '7b1d2c3e-4f5a-4b6c-8d7e-9f0a1b2c3d4e', name: '2026-05-01.mp4', type: 'video/mp4', draftKey: 'videos.create' };
const bytes = filmBytes(3_000);

let store: Store;
let ports: Ports;
beforeEach(async () => {
  store = await openTestStore(USER);
  ports = mediaPorts();
});

async function* secondsOf(count: number, after: Promise<unknown> = Promise.resolve()) {
  for (let at = 0; at < count; at++) yield new Blob([bytes.subarray(at * 1_000, (at + 1) * 1_000)]);
  await after;
}
/** The files of a device, for overriding some of their methods. */
const filesOf = ({ files }: Ports): DeviceFiles => ({
  list: () => files.list(),
  estimate: () => files.estimate(),
  open: (name) => files.open(name),
  create: (name) => files.create(name),
  delete: (name) => files.delete(name),
});
const bytesKept = async () => new Uint8Array(await (await (await ports.files.open(FILM.id))!.blob('video/mp4')).arrayBuffer());

/** Records for some seconds, then the app ends. @returns the ports of the next start, without the earlier locks */
async function filmUntilTheAppEnds(seconds = 2, film = FILM): Promise<Ports> {
  void storeFilm(store, ports, film, secondsOf(seconds, new Promise(() => {})));
  await expect.poll(async () => (await ports.files.open(FILM.id))?.size ?? 0).toBe(seconds * 1_000);
  return { ...mediaPorts(), files: ports.files };
}

test('stores a recording as one file and links it to the draft of the form that saves it', async () => {
  const media = await storeFilm(store, ports, FILM, secondsOf(3));
  expect(media).toMatchObject({ id: FILM.id, state: 'kept', size: 3_000, name: FILM.name, type: 'video/mp4', entity: 'videos' });
  expect(await bytesKept()).toEqual(bytes);
  expect(await readDraft(store, await draftForNewSession(store, null))).toMatchObject({ mediaId: FILM.id });
  await saveDraftWithFile(store, ports, 'videos.create', { title: 'Send-away' }, FILM.id);
  expect(await store.drafts.toArray()).toMatchObject([{ key: 'videos.create', mediaId: FILM.id }]);
});

test('reports a recording that the browser stored incompletely, and offers it at the next start', async () => {
  const create: DeviceFiles['create'] = async (name) => {
    const writer = await ports.files.create(name);
    return { ...writer, close: () => writer.close().then(() => Promise.reject(new FileNotWhole(3_000, 2_999))) };
  };
  await expect(storeFilm(store, { ...ports, files: { ...filesOf(ports), create } }, FILM, secondsOf(3))).rejects.toThrow(FileNotWhole);
  await recoverMedia(store, { ...mediaPorts(), files: ports.files });
  expect(await store.media.get(FILM.id)).toMatchObject({ state: 'kept', size: 3_000, filmed: 'recovered' });
});

test('offers a video without a draft again instead of deleting it', async () => {
  await storeFilm(store, ports, FILM, secondsOf(3));
  await store.drafts.clear();
  await recoverMedia(store, { ...ports, now: () => ports.now() + 2 * 86_400_000 });
  expect(await store.media.get(FILM.id)).toMatchObject({ state: 'kept', size: 3_000, filmed: 'recovered' });
  expect(await readDraft(store, await draftForNewSession(store, null))).toMatchObject({ mediaId: FILM.id });
});

test('cleans up the rest when one file cannot be deleted, and reports the failure', async () => {
  const after = await filmUntilTheAppEnds();
  const stubborn = {
    ...filesOf(after),
    list: async () => ['stubborn', ...(await after.files.list())],
    delete: async (name: string) => {
      if (name === 'stubborn') throw new DOMException('in use', 'NoModificationAllowedError');
      await after.files.delete(name);
    },
  };
  for (const id of ['left-1', 'left-2']) await (await after.files.create(id)).close();
  await store.media.add(newRow('stubborn', 9, 'a.mp4', 'video/mp4', 'videos', ports.now()));
  await expect(recoverMedia(store, { ...after, files: stubborn })).rejects.toThrow('in use');
  expect(await store.media.get(FILM.id)).toMatchObject({ state: 'kept', size: 2_000 });
  expect(await after.files.list()).toEqual([FILM.id]);
});

test('keeps the part recorded before the app ended, with the text typed before', async () => {
  await saveDraft(store, ports, 'videos.create', { title: 'Send-away' });
  await recoverMedia(store, await filmUntilTheAppEnds());
  expect(await store.media.get(FILM.id)).toMatchObject({ state: 'kept', size: 2_000, filmed: 'recovered' });
  expect(await bytesKept()).toEqual(bytes.subarray(0, 2_000));
  expect(await store.drafts.toArray()).toMatchObject([{ key: 'videos.create', values: { title: 'Send-away' }, mediaId: FILM.id }]);
});

test('gives a recovered video its own draft when the form’s draft has another file', async () => {
  await saveDraft(store, ports, 'videos.create', { title: 'Send-away' }, 'another');
  await recoverMedia(store, await filmUntilTheAppEnds());
  expect(await readDraft(store, await draftForNewSession(store, FILM.id))).toMatchObject({ mediaId: FILM.id });
  expect(await readDraft(store, 'videos.create')).toMatchObject({ mediaId: 'another' });
});

test.for([
  ['that has a draft', { title: 'Send-away, second try' }],
  ['that has no draft', null],
] as const)('adds a video recorded for an existing session %s to that session, not to a new one', async ([, typed]) => {
  const key = editDraft('videos', 'c0ffee00-1111-4222-8333-444455556666');
  await saveDraft(store, ports, 'videos.create', { title: 'Another' });
  if (typed) await saveDraft(store, ports, key, typed);
  await recoverMedia(store, await filmUntilTheAppEnds(2, { ...FILM, draftKey: key }));
  expect(await store.drafts.orderBy('key').toArray()).toMatchObject([
    { key: 'videos.create', values: { title: 'Another' }, mediaId: null },
    { key, values: typed ?? {}, mediaId: FILM.id },
  ]);
});

test('leaves alone a video that another tab is recording', async () => {
  void storeFilm(store, ports, FILM, secondsOf(1, new Promise(() => {})));
  await expect.poll(async () => (await ports.files.open(FILM.id))?.size ?? 0).toBe(1_000);
  await recoverMedia(store, ports);
  expect(await store.media.get(FILM.id)).toMatchObject({ state: 'writing' });
});

test.for([
  ['keeps the pieces that fitted when the device fills up', 2_000, 0],
  ['keeps the part of a piece that fitted, and counts it in the size', 2_500, 500],
] as const)('%s', async ([, room, ofTheLast]) => {
  const full = {
    ...filesOf(ports),
    create: async (name: string) => {
      const writer = await ports.files.create(name);
      let left: number = room;
      return {
        ...writer,
        write: async (piece: Uint8Array<ArrayBuffer>) => {
          const fits = piece.length <= left ? piece : piece.subarray(0, ofTheLast);
          left -= fits.length;
          if (fits.length > 0) await writer.write(fits);
          if (fits.length < piece.length) throw new DOMException('full', 'QuotaExceededError');
        },
      };
    },
  };
  expect(await storeFilm(store, { ...ports, files: full }, FILM, secondsOf(3))).toMatchObject({ state: 'kept', size: room });
  expect(await bytesKept()).toEqual(bytes.subarray(0, room));
});

test('leaves nothing behind when the camera recorded nothing', async () => {
  expect(await storeFilm(store, ports, FILM, secondsOf(0))).toBeNull();
  expect(await store.media.count(), 'media').toBe(0);
  expect(await store.drafts.count(), 'drafts').toBe(0);
  expect(await ports.files.list()).toEqual([]);
});
