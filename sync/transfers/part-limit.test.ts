import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { storeFile } from '../media/store-file.ts';
import { mutate } from '../outbox/mutate.ts';
import type { Ports } from '../ports/ports.ts';
import type { DeviceMedia } from '../store/media-row.ts';
import { readSetting } from '../store/settings.ts';
import type { Store } from '../store/store.ts';
import { breakOff } from '../testing/break-off.ts';
import { filmBytes, mediaPorts } from '../testing/media-ports.ts';
import { type MediaServer, startMediaServer } from '../testing/media-server.ts';
import { openTestStore } from '../testing/open-test-store.ts';
import { halvedPart } from './part-limit.ts';
import { retryHelps } from './upload-failure.ts';
import { uploadOnce } from './uploads.ts';

const USER = '3f0e8a52-7c1b-4d6e-9a0f-5b2c8d7e6f10';
const MB = 1_048_576;
const WEEK = 7 * 86_400_000;
const bytes = filmBytes(11 * MB + 1_000);
const SHA256 = createHash('sha256').update(bytes).digest('hex');

let server: MediaServer;
let store: Store;
let clock: { now: number };
let ports: Ports;
/** Lengths of the parts that left the device. */
let sent: number[];

beforeEach(async () => {
  server = await startMediaServer();
  store = await openTestStore(USER);
  clock = { now: Date.UTC(2026, 4, 1, 9) };
  sent = [];
  ports = mediaPorts({ origin: server.origin, clock, fetch: (request) => fetch(request) });
});
afterEach(() => server.stop());

/** The device behind a proxy that passes on bodies of at most this many bytes. */
function behind(most: number, stopped: (request: Request) => Promise<Response>): Ports {
  return {
    ...ports,
    fetch: async (request) => {
      if (request.method !== 'PATCH') return fetch(request);
      const part = await request.clone().arrayBuffer();
      sent.push(part.byteLength);
      return part.byteLength > most ? stopped(request) : fetch(request);
    },
  };
}
const proxyPage = async () => new Response('<h1>413 Request Entity Too Large</h1>', { status: 413 });
const cut = async () => Promise.reject(new TypeError('The connection is cut'));

async function logVideo(): Promise<string> {
  const mediaId = ports.newId();
  await storeFile(store, ports, { id: mediaId, file: new Blob([bytes], { type: 'video/mp4' }), name: 'heel.mp4', entity: 'videos' });
  await mutate(store, ports, 'videos.create', { payload: { title: 'Heel work' }, mediaId });
  return mediaId;
}
const row = async (id: string) => (await store.media.get(id)) as DeviceMedia;

/** Uploads until nothing waits. @returns how often it waited; the clock jumps over the waits */
async function uploadAll(through: Ports): Promise<number> {
  for (let waits = 0; ; waits++) {
    const nextAt = await uploadOnce(store, through);
    if (nextAt === null) return waits;
    clock.now = Math.max(clock.now, nextAt);
  }
}

test('halves to whole powers of two, and not below 1 MB', () => {
  expect([90, 64, 5, 1.5, 1.001].map((mb) => halvedPart(mb * MB))).toEqual([64, 32, 4, 1, 1].map((mb) => mb * MB));
  expect([1, 0.2].map((mb) => halvedPart(mb * MB))).toEqual([null, null]);
});

test('halves the parts at once when a proxy finds them too large, and sends the next file in parts that pass', async () => {
  const proxy = behind(MB, proxyPage);
  const first = await logVideo();
  expect(await uploadAll(proxy)).toBe(0);
  expect(await row(first)).toMatchObject({ state: 'uploaded', sha256: SHA256, lastError: null });
  expect(sent.slice(0, 4)).toEqual([5 * MB, 4 * MB, 2 * MB, MB]);
  expect(sent.slice(3)).toEqual([...Array(11).fill(MB), 1_000]);

  sent = [];
  const next = await logVideo();
  expect(await uploadAll(proxy)).toBe(0);
  expect(await row(next)).toMatchObject({ state: 'uploaded', sha256: SHA256 });
  expect(Math.max(...sent)).toBe(MB);
});

test('tries twice the size after a week, and full parts when the limit is gone', async () => {
  await logVideo();
  await uploadAll(behind(2 * MB, proxyPage));
  clock.now += WEEK;
  sent = [];
  await logVideo();
  await uploadAll(behind(2 * MB, proxyPage));
  expect(sent.slice(0, 2)).toEqual([4 * MB, 2 * MB]);
  clock.now += 2 * WEEK;
  sent = [];
  await logVideo();
  await uploadAll(behind(Number.POSITIVE_INFINITY, proxyPage));
  expect(sent[0]).toBe(5 * MB);
});

test('does not take the server’s own 413 for a proxy’s', async () => {
  const mediaId = await logVideo();
  server.refuseNext('PATCH', /uploads/, 413, { code: 'too_large', message: 'Files are limited to 500 MB.' });
  expect(await uploadOnce(store, ports)).toBeNull();
  expect(await row(mediaId)).toMatchObject({ state: 'failed', lastError: { status: 413, code: 'too_large' } });
  expect(await readSetting(store, 'partLimit')).toBeUndefined();
});

test('fails when a proxy refuses even 1 MB, says that it was a proxy, and offers a retry', async () => {
  const mediaId = await logVideo();
  expect(await uploadAll(behind(500_000, proxyPage))).toBe(0);
  const failed = await row(mediaId);
  expect(failed).toMatchObject({ state: 'failed', lastError: { status: 413, code: 'intercepted' } });
  expect(failed.lastError?.message).toBeUndefined();
  expect(retryHelps(failed)).toBe(true);
});

test('halves the parts when the connection breaks twice and nothing of a part arrives', async () => {
  const mediaId = await logVideo();
  await uploadAll(behind(2 * MB, cut));
  expect(await row(mediaId)).toMatchObject({ state: 'uploaded', sha256: SHA256 });
  expect(sent.slice(0, 4)).toEqual([5 * MB, 5 * MB, 4 * MB, 2 * MB]);
});

test('keeps the size of its parts in a weak network, where bytes of each part arrive', async () => {
  const mediaId = await logVideo();
  let patches = 0;
  const weak: Ports = {
    ...ports,
    fetch: async (request) => fetch(request.method === 'PATCH' && ++patches <= 3 ? await breakOff(request, 2 * MB) : request),
  };
  await uploadAll(weak);
  expect(await row(mediaId)).toMatchObject({ state: 'uploaded', sha256: SHA256 });
  expect(patches).toBeGreaterThan(3);
  expect(await readSetting(store, 'partLimit')).toBeUndefined();
});

test('keeps the size of its parts when it is the server that does not answer', async () => {
  const mediaId = await logVideo();
  for (let time = 0; time < 4; time++) server.refuseNext('HEAD', /uploads/, 502);
  server.refuseNext('PATCH', /uploads/, 503, { code: 'unavailable', message: 'Try again' });
  await uploadAll(ports);
  expect(await row(mediaId)).toMatchObject({ state: 'uploaded' });
  expect(await readSetting(store, 'partLimit')).toBeUndefined();
});
