import { beforeEach, expect, test } from 'vitest';
import { anySignal } from '../ports/any-signal.ts';
import { FileRefused } from '../media/check-file.ts';
import { isWanted, uploadsToDo } from './due-uploads.ts';
import { storeFile } from '../media/store-file.ts';
import { downloadMedia } from './download-media.ts';
import { freeLocalCopy } from '../media/forget-media.ts';
import { mutate } from '../outbox/mutate.ts';
import { getSession } from '../queries/sessions.ts';
import type { StorageUse } from '../ports/device-files.ts';
import type { Ports } from '../ports/ports.ts';
import { recoverMedia } from '../media/recover-media.ts';
import { unsyncedWork } from '../sign-out/sign-out.ts';
import type { Store } from '../store/store.ts';
import { listStoredFiles } from '../status/stored-files.ts';
import { filmBytes, mediaPorts } from '../testing/media-ports.ts';
import { openTestStore } from '../testing/open-test-store.ts';

const USER = '3f0e8a52-7c1b-4d6e-9a0f-5b2c8d7e6f10';
const LOG = 'c0ffee00-1111-4222-8333-444455556666';
const PATH = `/objects/${'a'.repeat(43)}`;
const bytes = filmBytes(3_000);
const wanted = (id = 'fetched-1') => ({ id, videoId: LOG, objectPath: PATH, name: 'Send-away' });

let store: Store;
let answer: () => Response;
const headers = { 'Content-Length': '3000', 'Content-Type': 'video/mp4' };
const ports = (storageUse: StorageUse | null = null) => mediaPorts({ fetch: async () => answer(), storageUse });
let device: ReturnType<typeof ports>;
beforeEach(async () => {
  store = await openTestStore(USER);
  device = ports();
  answer = () => new Response(bytes, { headers });
  await mutate(store, device, 'videos.create', { id: LOG, payload: { title: 'Send-away' } });
  await store.view('videos').update(LOG, { videoUrl: PATH, ownerId: USER });
  await store.outbox.clear();
});
const nothingStayed = async () => {
  expect(await store.media.count()).toBe(0);
  expect(await device.files.list()).toEqual([]);
};

test('plays, lists, frees and downloads again a file that another device added', async () => {
  await downloadMedia(store, device, wanted());
  const { media } = (await getSession(store, LOG))!;
  expect(media).toMatchObject({ fileName: 'fetched-1', state: 'uploaded', size: 3_000, type: 'video/mp4' });
  expect(new Uint8Array(await (await (await device.files.open('fetched-1'))!.blob('')).arrayBuffer())).toEqual(bytes);
  expect((await listStoredFiles(store, device)).files).toMatchObject([{ mayBeFreed: true }]);
  expect((await unsyncedWork(store)).files).toBe(0);
  await freeLocalCopy(store, device, 'fetched-1');
  expect(await device.files.list()).toEqual([]);
  await downloadMedia(store, device, wanted('fetched-2'));
  expect(await device.files.list()).toEqual(['fetched-2']);
  expect(await store.media.count()).toBe(1);
});

test('hides a copy that another device has replaced', async () => {
  await downloadMedia(store, device, wanted());
  await store.view('videos').update(LOG, { videoUrl: `/objects/${'b'.repeat(43)}` });
  expect((await getSession(store, LOG))!.media).toBeNull();
});

test.for([
  ['a server that lacks the file', () => new Response('no', { status: 404, headers }), 'The server answered 404'],
  ['a connection that drops', () => new Response(bytes.slice(0, 500), { headers }), 'The connection dropped'],
] as const)('leaves nothing behind with %s', async ([, given, words]) => {
  answer = given;
  await expect(downloadMedia(store, device, wanted())).rejects.toThrow(words);
  await nothingStayed();
});

test.for(['before the answer', 'in the middle of the answer'])('leaves nothing behind when the connection stalls %s', async (when) => {
  const clock = { now: Date.UTC(2026, 4, 1, 9) };
  const asleep = new AbortController();
  const fallSilent = () => {
    clock.now += 600_000;
    asleep.abort();
  };
  const middle = new Response(new ReadableStream({ start: (stream) => stream.enqueue(bytes.slice(0, 500)) }), { headers });
  const fetch: Ports['fetch'] = async ({ signal }) => {
    if (when === 'in the middle of the answer') return middle;
    fallSilent();
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new TypeError('ended'))));
  };
  device = mediaPorts({ clock, fetch });
  // Time advances only while the connection is silent.
  const sleep: Ports['sleep'] = (ms, signal) => device.sleep(ms, signal ? anySignal(signal, asleep.signal) : asleep.signal);
  await expect(downloadMedia(store, { ...device, sleep }, wanted(), fallSilent)).rejects.toThrow(/^(?:ended|The connection dropped)$/);
  await nothingStayed();
});

test('refuses before it stores a byte when there is no room', async () => {
  device = ports({ usage: 90, quota: 100 });
  await expect(downloadMedia(store, device, wanted())).rejects.toThrow(FileRefused);
  await nothingStayed();
});

test('discards the download when the session gets another file meanwhile, which is still uploaded', async () => {
  const file = new Blob([filmBytes(1_000)], { type: 'video/mp4' });
  await storeFile(store, device, { id: 'filmed', file, name: 'new.mp4', entity: 'videos' });
  let mend = () => {};
  const mended = new Promise<void>((resolve) => (mend = resolve));
  const slow = async (stream: ReadableStreamDefaultController<Uint8Array>) => {
    await mended;
    stream.enqueue(bytes);
    stream.close();
  };
  answer = () => new Response(new ReadableStream({ pull: slow }), { headers });
  const later: Ports = { ...device, now: () => device.now() + 60_000 };
  const fetched = downloadMedia(store, later, wanted());
  await expect.poll(() => store.media.count()).toBe(2);
  await store.media.update('filmed', { entityId: LOG });
  mend();
  await expect(fetched).rejects.toThrow('was removed');
  expect(await store.media.toCollection().primaryKeys(), 'rows').toEqual(['filmed']);
  expect(await device.files.list(), 'files').toEqual(['filmed']);
  const [film] = await uploadsToDo(store);
  expect(await isWanted(store, device, film!)).toBe(true);
});

test('keeps a video that waits for upload when an older file of its session is downloaded later', async () => {
  const file = new Blob([filmBytes(1_000)], { type: 'video/mp4' });
  await downloadMedia(store, { ...device, now: () => device.now() + 60_000 }, wanted());
  await storeFile(store, device, { id: 'filmed', file, name: 'new.mp4', entity: 'videos' });
  await store.media.update('filmed', { entityId: LOG });
  const [film] = await uploadsToDo(store);
  expect(await isWanted(store, device, film!)).toBe(true);
  expect(await device.files.list()).toContain('filmed');
});

test('leaves nothing behind when the app ends halfway, and reports no loss', async () => {
  answer = () => new Response(new ReadableStream({ start: (stream) => stream.enqueue(bytes.slice(0, 500)) }), { headers });
  void downloadMedia(store, device, wanted());
  await expect.poll(() => device.files.list()).toEqual(['fetched-1']);
  expect((await unsyncedWork(store)).files).toBe(0);
  device = { ...ports(), files: device.files };
  await recoverMedia(store, device);
  await nothingStayed();
});
