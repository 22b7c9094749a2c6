import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { UPLOADS_AT_ONCE } from '../../api/contract/limits.ts';
import { USER_HEADER } from '../../api/contract/sync-protocol.ts';
import { anySignal } from '../ports/any-signal.ts';
import type { DeviceMedia } from '../store/media-row.ts';
import { freeAsChosen } from '../media/forget-media.ts';
import { holdOf, LARGE_FILE_BYTES, readNetworkFacts } from './large-file-policy.ts';
import { storeFile, newRow } from '../media/store-file.ts';
import { storePoster } from '../media/store-poster.ts';
import { mutate } from '../outbox/mutate.ts';
import type { Ports } from '../ports/ports.ts';
import { writeSetting } from '../store/settings.ts';
import type { Store } from '../store/store.ts';
import { breakOff } from '../testing/break-off.ts';
import { filmBytes, mediaPorts, patternedBytes } from '../testing/media-ports.ts';
import { type MediaServer, startMediaServer } from '../testing/media-server.ts';
import { openTestStore } from '../testing/open-test-store.ts';
import { cancelUpload, pauseUpload, resumeUpload, sendFirst, sendOnAnyNetwork } from './upload-actions.ts';
import { startUploads, uploadOnce } from './uploads.ts';

const USER = '3f0e8a52-7c1b-4d6e-9a0f-5b2c8d7e6f10';
const MEDIA = '7b1d2c3e-4f5a-4b6c-8d7e-9f0a1b2c3d4e';
const LOG = 'c0ffee00-1111-4222-8333-444455556666';
const MB = 1_048_576;
const PART = 5 * MB;
const bytes = filmBytes(2 * PART + 1_000);
const SHA256 = createHash('sha256').update(bytes).digest('hex');

let server: MediaServer;
let store: Store;
let clock: { now: number };
let ports: Ports;

beforeEach(async () => {
  server = await startMediaServer();
  store = await openTestStore(USER);
  clock = { now: Date.UTC(2026, 4, 1, 9) };
  ports = mediaPorts({ origin: server.origin, clock, fetch: (request) => fetch(request) });
});
afterEach(() => server.stop());

/** Saves a session with a stored video while offline. */
async function logWithVideo(body: Uint8Array<ArrayBuffer> = bytes): Promise<void> {
  const file = new Blob([body], { type: 'video/mp4' });
  await storeFile(store, ports, { id: MEDIA, file, name: 'heel.mp4', entity: 'videos' });
  await mutate(store, ports, 'videos.create', { id: LOG, payload: { title: 'Heel work' }, mediaId: MEDIA });
  // Mark the session as sent, so that later changes become records of their own.
  await store.outbox.toCollection().modify({ firstSentAt: clock.now });
}

const media = async () => (await store.media.get(MEDIA)) as DeviceMedia;
const patches = () => server.seen.filter(({ method }) => method === 'PATCH');
const bytesReceived = () => patches().reduce((sum, patch) => sum + patch.bytes, 0);
const pathRecords = () => store.outbox.filter(({ call }) => call === 'videos.update').toArray();

/** Uploads to the end; the clock skips the waits. @returns the number of waits */
async function uploadAll(through: Ports = ports): Promise<number> {
  for (let waits = 0; ; waits++) {
    const nextAt = await uploadOnce(store, through);
    if (nextAt === null) return waits;
    clock.now = Math.max(clock.now, nextAt);
  }
}

/** A connection that breaks this many bytes into the PATCH from `offset`, and stays broken. */
function breakingOff(offset: number, after: number): Ports {
  let broken = false;
  return {
    ...ports,
    fetch: async (request) => {
      if (broken) throw new TypeError('The connection is cut');
      if (request.headers.get('Upload-Offset') !== String(offset)) return fetch(request);
      broken = true;
      return fetch(await breakOff(request, after));
    },
  };
}

test('sends poster and file, compares the hash, and queues both paths for the session', async () => {
  await logWithVideo();
  const poster = { blob: new Blob([patternedBytes(3_000)], { type: 'image/jpeg' }), width: 320, height: 180 };
  await storePoster(store, ports, MEDIA, { poster, durationSeconds: 12 });

  expect(await uploadAll()).toBe(0);

  const row = await media();
  expect(row).toMatchObject({ state: 'uploaded', posterState: 'uploaded', sentBytes: bytes.length, lastError: null });
  expect(server.objects.get(row.objectPath!)).toBe(SHA256);
  expect(patches().map(({ offset }) => offset)).toEqual([0, PART, 2 * PART]);
  expect(await store.view('videos').get(LOG)).toMatchObject({ videoUrl: row.objectPath, thumbnailUrl: row.posterPath });
  const first = server.seen.findIndex(({ method }) => method === 'PATCH');
  expect(server.seen.slice(0, first).map(({ method }) => method)).toContain('PUT');
  // Kept for offline viewing, unless the person chose otherwise.
  expect(await ports.files.open(row.fileName!)).not.toBeNull();
});

test('recovers from a stalled connection at every step', async () => {
  await logWithVideo();
  const poster = { blob: new Blob([patternedBytes(3_000)], { type: 'image/jpeg' }), width: 320, height: 180 };
  await storePoster(store, ports, MEDIA, { poster, durationSeconds: 12 });
  const silenced: string[] = [];
  let asleep = new AbortController();
  const silentOnce: Ports = {
    ...ports,
    fetch: async (request) => {
      const step = `${request.method} ${new URL(request.url).pathname.replace(/[0-9a-f]{32}$/, '')}`;
      if (silenced.includes(step)) return fetch(request);
      silenced.push(step);
      clock.now += 600_000;
      const late = asleep;
      asleep = new AbortController();
      const ended = new Promise<never>((_, reject) => request.signal.addEventListener('abort', () => reject(new TypeError('ended'))));
      late.abort();
      return ended;
    },
    // Time advances only while the connection is silent, which ends all sleeps.
    sleep: (ms, signal) => ports.sleep(ms, signal ? anySignal(signal, asleep.signal) : asleep.signal),
  };

  await uploadAll(silentOnce);

  expect(silenced).toEqual([
    'POST /api/objects/upload',
    'PUT /api/uploads/',
    'PUT /api/videos/finalize',
    'HEAD /api/uploads/',
    'PATCH /api/uploads/',
  ]);
  expect(await media()).toMatchObject({ state: 'uploaded', posterState: 'uploaded', lastError: null });
});

test('names the file’s person in every request', async () => {
  await logWithVideo();
  const senders = new Set<string | null>();
  const watching: Ports = {
    ...ports,
    fetch: (request) => {
      senders.add(request.headers.get(USER_HEADER));
      return fetch(request);
    },
  };
  await uploadAll(watching);
  expect([...senders]).toEqual([USER]);
});

test('waits until the file belongs to a saved record', async () => {
  const file = new Blob([bytes], { type: 'video/mp4' });
  await storeFile(store, ports, { id: MEDIA, file, name: 'heel.mp4', entity: 'videos' });
  expect(await uploadOnce(store, ports)).toBeNull();
  expect(server.seen).toEqual([]);
});

test('resumes at the server’s offset after the app was killed during the upload', async () => {
  await logWithVideo();
  await uploadOnce(store, breakingOff(PART, 2 * MB));
  const cut = await media();
  expect(cut).toMatchObject({ state: 'kept', acknowledgedBytes: PART });
  expect(cut.uploadUrl).not.toBeNull();

  // A crash leaves the row as `uploading`.
  await store.media.update(MEDIA, { state: 'uploading', nextAttemptAt: 0 });
  store.close();
  store = await openTestStore(USER);
  await uploadAll();

  expect(await media()).toMatchObject({ state: 'uploaded' });
  expect(server.objects.get((await media()).objectPath!)).toBe(SHA256);
  const resumedAt = patches()[2]!.offset!;
  expect(resumedAt).toBeGreaterThan(PART);
  expect(resumedAt).toBeLessThanOrEqual(PART + 2 * MB);
  expect(bytesReceived()).toBeLessThanOrEqual(bytes.length + 2 * MB);
});

test('stores the upload’s URL before the first byte is sent', async () => {
  await logWithVideo();
  let kept: string | null = null;
  const watching: Ports = {
    ...ports,
    fetch: async (request) => {
      if (request.method === 'HEAD') kept = (await media()).uploadUrl;
      return fetch(request);
    },
  };
  await uploadAll(watching);
  expect(kept).toMatch(/^\/api\/uploads\//);
});

test('makes one object and one record when the answer to finalize is lost', async () => {
  await logWithVideo();
  server.loseAnswer('PUT', /finalize/);
  expect(await uploadAll()).toBe(0);
  expect(server.objects.size).toBe(1);
  expect(await pathRecords()).toHaveLength(1);
  expect(await media()).toMatchObject({ state: 'uploaded' });
  expect(bytesReceived()).toBe(bytes.length);
});

test('restarts automatically when the server no longer knows the upload', async () => {
  await logWithVideo();
  await uploadOnce(store, breakingOff(PART, MB));
  const before = (await media()).uploadUrl;
  await server.forgetUploads();

  clock.now += 7 * 86_400_000;
  const codes: (string | undefined)[] = [];
  await uploadOnce(store, {
    ...ports,
    fetch: async (request) => {
      if (request.url.endsWith('/upload')) codes.push((await media()).lastError?.code);
      return fetch(request);
    },
  });

  expect(codes).toEqual(['expired']);
  expect(await media()).toMatchObject({ state: 'uploaded', lastError: null });
  expect((await media()).uploadUrl).not.toBe(before);
  expect(server.objects.get((await media()).objectPath!)).toBe(SHA256);
});

test('keeps what the server has received when only a proxy answers 404 during a restart', async () => {
  await logWithVideo();
  await uploadOnce(store, breakingOff(PART, MB));
  const before = (await media()).uploadUrl;
  clock.now += 60_000;
  server.refuseNext('HEAD', /uploads/, 404);
  server.refuseNext('PUT', /finalize/, 404);
  await uploadOnce(store, ports);
  expect(await media()).toMatchObject({ state: 'kept', uploadUrl: before, acknowledgedBytes: PART });
  await uploadAll();
  expect(await media()).toMatchObject({ state: 'uploaded', uploadUrl: before });
  expect(patches().filter(({ offset }) => offset === 0)).toHaveLength(1);
});

test('restarts when finalize does not know the upload', async () => {
  await logWithVideo();
  server.refuseNext('PUT', /finalize/, 404, { code: 'not_found', message: 'No such upload' });
  await uploadAll();
  expect(server.objects.get((await media()).objectPath!)).toBe(SHA256);
  expect(server.seen.filter(({ path }) => path === '/api/objects/upload')).toHaveLength(2);
});

test('keeps everything in place when the sign-in has ended', async () => {
  await logWithVideo();
  server.refuseNext('PATCH', /uploads/, 401, { code: 'unauthenticated', message: 'Please sign in' });
  const told: string[] = [];
  await uploadOnce(store, ports, { onSignedOut: ({ code }) => told.push(code) });
  expect(told).toEqual(['unauthenticated']);
  expect(await media()).toMatchObject({ state: 'kept', attempts: 0, lastError: null });

  await writeSetting(store, 'pause', { reason: 'signed-out' });
  const before = server.seen.length;
  expect(await uploadOnce(store, ports)).toBeNull();
  expect(server.seen).toHaveLength(before);

  await writeSetting(store, 'pause', null);
  await uploadAll();
  expect(await media()).toMatchObject({ state: 'uploaded' });
});

test('verifies a 401 to HEAD with finalize: a captive portal pauses no other file, an ended sign-in pauses all', async () => {
  await logWithVideo();
  await uploadOnce(store, breakingOff(PART, MB));
  const told: string[] = [];
  const onSignedOut = ({ code }: { code: string }) => void told.push(code);
  clock.now += 60_000;
  server.refuseNext('HEAD', /uploads/, 401);
  server.refuseNext('PUT', /finalize/, 401);
  await uploadOnce(store, ports, { onSignedOut });
  expect(told).toEqual([]);
  clock.now += 60_000;
  server.refuseNext('HEAD', /uploads/, 401);
  server.refuseNext('PUT', /finalize/, 401, { code: 'unauthenticated', message: 'Please sign in' });
  await uploadOnce(store, ports, { onSignedOut });
  expect(told).toEqual(['unauthenticated']);
});

test('pauses without beta access as without a sign-in', async () => {
  await logWithVideo();
  server.refuseNext('POST', /upload/, 403, { code: 'beta_required', message: 'Beta access required' });
  const told: string[] = [];
  await uploadOnce(store, ports, { onSignedOut: ({ code }) => told.push(code) });
  expect(told).toEqual(['beta_required']);
  expect(await media()).toMatchObject({ state: 'kept' });
});

test.each([408, 409, 418, 423, 429, 500, 502, 503, 507])('retries after %i', async (status) => {
  await logWithVideo();
  server.refuseNext('PATCH', /uploads/, status);
  await uploadAll();
  expect(await media()).toMatchObject({ state: 'uploaded' });
  expect(bytesReceived()).toBeGreaterThanOrEqual(bytes.length);
});

test.each([400, 403, 413, 415, 422, 501, 505])('treats %i as final and shows the server’s message', async (status) => {
  await logWithVideo();
  server.refuseNext('POST', /upload/, status, { code: 'invalid', message: 'Not this file' });
  expect(await uploadOnce(store, ports)).toBeNull();
  expect(await media()).toMatchObject({ state: 'failed', lastError: { status, message: 'Not this file' } });
  expect(await ports.files.open(MEDIA)).not.toBeNull();

  await resumeUpload(store, ports, MEDIA);
  await uploadAll();
  expect(await media()).toMatchObject({ state: 'uploaded' });
});

test('waits as long as the server asks', async () => {
  await logWithVideo();
  server.refuseNext('POST', /upload/, 503, {}, { 'Retry-After': '120' });
  expect(await uploadOnce(store, ports)).toBe(clock.now + 120_000);
});

test('ignores a wait that was set before the clock was put back', async () => {
  await logWithVideo();
  server.refuseNext('POST', /upload/, 503);
  await uploadOnce(store, ports);
  clock.now -= 7 * 86_400_000;
  await uploadAll();
  expect(await media()).toMatchObject({ state: 'uploaded' });
  expect(clock.now).toBeLessThan(Date.UTC(2026, 4, 1, 9) - 6 * 86_400_000);
});

test('re-uploads a file that arrived altered, and fails when it happens twice', async () => {
  await logWithVideo();
  await store.media.update(MEDIA, { sha256: 'f'.repeat(64) });
  await uploadAll();
  expect(await media()).toMatchObject({ state: 'failed', lastError: { code: 'hash_differs' } });
  expect(server.seen.filter(({ path }) => path === '/api/objects/upload')).toHaveLength(2);
  expect(await pathRecords()).toEqual([]);
});

test('sends each byte once when two uploaders have the same file', async () => {
  await logWithVideo();
  const other = await openTestStore(USER);
  await Promise.all([uploadOnce(store, ports), uploadOnce(other, ports)]);
  expect(await media()).toMatchObject({ state: 'uploaded' });
  expect(bytesReceived()).toBe(bytes.length);
  expect(await pathRecords()).toHaveLength(1);
});

test('stops a paused file at once and resumes it where it stopped', async () => {
  await logWithVideo();
  const pausing: Ports = {
    ...ports,
    fetch: async (request) => {
      if (request.headers.get('Upload-Offset') === String(PART)) {
        await pauseUpload(store, ports, MEDIA);
        return new Promise((_resolve, reject) => {
          request.signal.addEventListener('abort', () => reject(request.signal.reason));
        });
      }
      return fetch(request);
    },
  };
  expect(await uploadOnce(store, pausing)).toBeNull();
  expect(await media()).toMatchObject({ state: 'paused', acknowledgedBytes: PART, bytesPerSecond: 0 });

  await resumeUpload(store, ports, MEDIA);
  await uploadAll();
  expect(await media()).toMatchObject({ state: 'uploaded' });
  expect(bytesReceived()).toBe(bytes.length);
});

test('removes a cancelled file from device and server, and keeps its session', async () => {
  await logWithVideo();
  await uploadOnce(store, breakingOff(PART, MB));
  const senders: (string | null)[] = [];
  const watching: Ports = {
    ...ports,
    fetch: (request) => {
      senders.push(request.headers.get(USER_HEADER));
      return fetch(request);
    },
  };
  await cancelUpload(store, watching, MEDIA);
  expect(senders).toEqual([USER]);
  expect(await store.media.count()).toBe(0);
  expect(await ports.files.list()).toEqual([]);
  expect(server.seen.at(-1)).toMatchObject({ method: 'DELETE' });
  expect(await store.view('videos').get(LOG)).toMatchObject({ title: 'Heel work', videoUrl: null });
});

test('does not hold back the video when its poster is refused', async () => {
  await logWithVideo();
  const poster = { blob: new Blob(['not a picture'], { type: 'image/jpeg' }), width: 1, height: 1 };
  await storePoster(store, ports, MEDIA, { poster, durationSeconds: null });
  server.refuseNext('PUT', /uploads/, 415, { code: 'unsupported_type', message: 'Not a picture' });
  await uploadAll();
  expect(await media()).toMatchObject({ state: 'uploaded', posterState: 'failed' });
});

test('makes the poster wait like its video while the server cannot reach its database', async () => {
  await logWithVideo();
  const poster = { blob: new Blob([patternedBytes(3_000)], { type: 'image/jpeg' }), width: 320, height: 180 };
  await storePoster(store, ports, MEDIA, { poster, durationSeconds: null });
  for (let time = 0; time < 6; time += 1) server.refuseNext('PUT', /uploads/, 503, { code: 'unavailable', message: 'Try again' });
  await uploadAll();
  expect(await media()).toMatchObject({ state: 'uploaded', posterState: 'uploaded' });
});

test('frees the local copy only if the person chose so, after the hash matched and the session has its path', async () => {
  await logWithVideo();
  await writeSetting(store, 'keepMedia', false);
  await uploadOnce(store, breakingOff(PART, MB));
  expect(await ports.files.open(MEDIA)).not.toBeNull();
  await uploadAll();
  await freeAsChosen(store, ports);
  expect(await media()).toMatchObject({ state: 'uploaded', fileName: MEDIA });
  // The server has confirmed the path on the session.
  await store.outbox.clear();
  await freeAsChosen(store, ports);
  expect(await media()).toMatchObject({ state: 'uploaded', fileName: null });
  expect(await ports.files.open(MEDIA)).toBeNull();
});

test('makes a deleted session’s video wait, and never sends a replaced one', async () => {
  await logWithVideo();
  await mutate(store, ports, 'videos.delete', { id: LOG });
  expect(await uploadOnce(store, ports)).toBeNull();
  expect(server.seen).toEqual([]);

  await mutate(store, ports, 'videos.restore', { id: LOG });
  clock.now += 1_000;
  const later = '11111111-2222-4333-8444-555566667777';
  const file = new Blob([filmBytes(99)], { type: 'video/mp4' });
  await storeFile(store, ports, { id: later, file, name: 'again.mp4', entity: 'videos' });
  await store.media.update(later, { entityId: LOG });
  await uploadAll();
  expect(await store.media.toCollection().primaryKeys()).toEqual([later]);
  expect(bytesReceived()).toBe(99);
});

test('leaves large files to the open app', async () => {
  await logWithVideo(filmBytes(LARGE_FILE_BYTES + 1));
  expect(await uploadOnce(store, ports)).toBeNull();
  expect(server.seen).toEqual([]);

  const uploads = startUploads(store, ports);
  await expect.poll(async () => (await media()).state).toBe('uploaded');
  await uploads.stop();
});

test('starts on its own when a session is saved, and at once when the network is back', async () => {
  let online = false;
  const flaky: Ports = { ...ports, fetch: (request) => (online ? fetch(request) : Promise.reject(new TypeError('offline'))) };
  const uploads = startUploads(store, flaky);
  await logWithVideo();
  // The clock does not advance, so every wait but the first lasts forever.
  await expect.poll(async () => (await media()).attempts).toBe(2);
  expect(await media()).toMatchObject({ state: 'kept', lastError: { status: 0, code: 'network' } });

  online = true;
  uploads.wake({ network: true });
  await expect.poll(async () => (await media()).state).toBe('uploaded');
  await uploads.stop();
});

test('stops an upload, which resumes at the next start', async () => {
  const held: Ports = {
    ...ports,
    fetch: (request) =>
      request.headers.get('Upload-Offset') === String(PART)
        ? new Promise((_resolve, reject) => {
            request.signal.addEventListener('abort', () => reject(request.signal.reason));
          })
        : fetch(request),
  };
  await logWithVideo();
  const uploads = startUploads(store, held);
  await expect.poll(async () => (await media()).acknowledgedBytes).toBe(PART);
  await uploads.stop();
  expect(await media()).toMatchObject({ state: 'kept', acknowledgedBytes: PART });
  await uploadAll();
  expect(bytesReceived()).toBe(bytes.length);
});

/** Holds back the part at an offset until the attempt is aborted. */
const holdingPart = (offset: number, whose: () => Promise<string | null>): Ports => ({
  ...ports,
  fetch: async (request) => {
    if (request.headers.get('Upload-Offset') !== String(offset) || new URL(request.url).pathname !== (await whose())) return fetch(request);
    return new Promise((_resolve, reject) => {
      request.signal.addEventListener('abort', () => reject(request.signal.reason));
    });
  },
});
const large = () => filmBytes(LARGE_FILE_BYTES + 1);

test('stops a large file when the connection becomes metered, and resumes it once the person allows it', async () => {
  await logWithVideo(large());
  let hold = true;
  const uploads = startUploads(
    store,
    holdingPart(PART, async () => (hold ? (await media()).uploadUrl : null)),
  );
  await expect.poll(async () => (await media()).acknowledgedBytes).toBe(PART);
  await writeSetting(store, 'line', 'metered');
  await expect.poll(async () => (await media()).state).toBe('kept');
  hold = false;
  expect(holdOf(await media(), await readNetworkFacts(store))).toBe('wifi');
  const patchesBefore = patches().length;

  await sendOnAnyNetwork(store, ports, MEDIA);
  await expect.poll(async () => (await media()).state).toBe('uploaded');
  await uploads.stop();
  expect(patchesBefore).toBe(1);
  expect(bytesReceived()).toBe(LARGE_FILE_BYTES + 1);
});

test('holds a large file on an unknown connection until the person allows large files on any network', async () => {
  await logWithVideo(large());
  await writeSetting(store, 'line', 'untold');
  const uploads = startUploads(store, ports);
  // A small file uploads meanwhile: the large one is held, not slow.
  const small = '11111111-2222-4333-8444-555566667777';
  await storeFile(store, ports, { id: small, file: new Blob([filmBytes(99)], { type: 'video/mp4' }), name: 'a.mp4', entity: 'videos' });
  await mutate(store, ports, 'videos.create', { payload: { title: 'Sit' }, mediaId: small });
  await expect.poll(async () => (await store.media.get(small))?.state).toBe('uploaded');
  expect(await media()).toMatchObject({ state: 'kept', uploadUrl: null });

  await writeSetting(store, 'largeFiles', 'any');
  await expect.poll(async () => (await media()).state).toBe('uploaded');
  await uploads.stop();
});

test('sends a file moved to the front before a large upload in progress, which resumes afterwards', async () => {
  await logWithVideo(large());
  const second = '11111111-2222-4333-8444-555566667777';
  const order: string[] = [];
  let hold = true;
  const held = holdingPart(PART, async () => (hold ? (await media()).uploadUrl : null));
  const uploads = startUploads(store, {
    ...held,
    fetch: (request) => {
      if (request.url.endsWith('/finalize')) order.push(request.url);
      return held.fetch(request);
    },
  });
  await expect.poll(async () => (await media()).acknowledgedBytes).toBe(PART);
  clock.now += 1;
  await storeFile(store, ports, { id: second, file: new Blob([large()], { type: 'video/mp4' }), name: 'b.mp4', entity: 'videos' });
  await mutate(store, ports, 'videos.create', { payload: { title: 'Sit' }, mediaId: second });
  await sendFirst(store, ports, second);
  await expect.poll(async () => (await store.media.get(second))?.acknowledgedBytes ?? 0).toBeGreaterThan(0);
  expect((await media()).acknowledgedBytes).toBe(PART);
  hold = false;
  await expect.poll(async () => await store.media.where('state').equals('uploaded').count()).toBe(2);
  await uploads.stop();
  expect(order).toHaveLength(2);
  expect((await store.media.get(second))!.updatedAt).toBeLessThanOrEqual((await media()).updatedAt);
  expect(bytesReceived()).toBe(2 * (LARGE_FILE_BYTES + 1));
});

test.for([
  ['uploads six files at once over a shared connection, at most one of them large', true, UPLOADS_AT_ONCE],
  ['uploads three over HTTP/1.1, where a browser opens six connections and changes need some', false, 3],
] as const)('%s', async ([, shared, most]) => {
  const sizes = [LARGE_FILE_BYTES + 1, LARGE_FILE_BYTES + 1, ...Array.from({ length: 8 }, () => 99)];
  for (const [index, size] of sizes.entries()) {
    const id = `00000000-0000-4000-8000-00000000000${index}`;
    await store.media.add({ ...newRow(id, size, `${index}.mp4`, 'video/mp4', 'videos', clock.now), state: 'kept' });
    await mutate(store, ports, 'videos.create', { payload: { title: 'Sit' }, mediaId: id });
    // Otherwise the small files would go first.
    if (size > LARGE_FILE_BYTES) await sendFirst(store, ports, id);
  }
  const underway: number[] = [];
  const names = new Set<string>();
  const seen = { together: 0, large: 0 };
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  // Files that are never read, and a server that answers only after all expected requests have arrived.
  const files = Object.assign(Object.create(ports.files) as Ports['files'], {
    open: async (name: string) => ({
      size: (await store.media.get(name))!.size,
      slice: async () => new Blob(),
      blob: async () => new Blob(),
    }),
  });
  const asked = async (request: Request) => {
    const { size, name } = (await request.json()) as { size: number; name: string };
    underway.push(size);
    names.add(name);
    seen.together = Math.max(seen.together, underway.length);
    seen.large = Math.max(seen.large, underway.filter((one) => one > LARGE_FILE_BYTES).length);
    await released;
    underway.splice(underway.indexOf(size), 1);
    return Response.json({ code: 'internal', message: 'Not now' }, { status: 500 });
  };
  const uploads = startUploads(store, { ...ports, files, fetch: asked }, { sharesConnections: () => shared });
  await expect.poll(() => seen.together).toBe(most);
  release();
  await expect.poll(() => names.size).toBe(sizes.length);
  await uploads.stop();
  expect(seen).toEqual({ together: most, large: 1 });
});
