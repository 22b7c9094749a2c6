// Must come before anything that imports Dexie, which looks for IndexedDB only when it loads.
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { migratedDump } from '../../api/testing/migrated-pglite.ts';
import type { TestPerson } from '../../api/testing/create-test-app.ts';
import { createListeningApp, type ListeningApp } from '../../api/testing/listening-app.ts';
import { mp4, png } from '../../api/testing/sample-media.ts';
import { runCycle } from '../cycle.ts';
import type { DeviceMedia, MediaEntity } from '../store/media-row.ts';
import { storeFile } from '../media/store-file.ts';
import { storePoster } from '../media/store-poster.ts';
import { mutate } from '../outbox/mutate.ts';
import type { Ports } from '../ports/ports.ts';
import type { Store } from '../store/store.ts';
import { breakOff } from '../testing/break-off.ts';
import { mediaPorts } from '../testing/media-ports.ts';
import { openTestStore } from '../testing/open-test-store.ts';
import { sendAll, syncInBackground } from '../sync-in-background.ts';
import { uploadOnce } from './uploads.ts';

const MB = 1_048_576;
const film = mp4({ size: 12 * MB });
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

let client: PGlite;
let app: ListeningApp;
let kate: TestPerson;
let store: Store;
let ports: Ports;
let clock: { now: number };
let people = 0;

beforeAll(async () => {
  client = await PGlite.create({ loadDataDir: await migratedDump() });
  const db = drizzle({ client });
  app = await createListeningApp({ db });
});
afterAll(async () => {
  await app.close();
  await client.close();
});
beforeEach(async () => {
  kate = await app.signIn(`kate-${++people}@example.org`, { beta: true });
  store = await openTestStore(kate.userId);
  clock = { now: app.clock.now.getTime() };
  // Random ids: seeded ones would repeat for each person on the same server.
  ports = { ...mediaPorts({ origin: app.origin, clock, fetch: asKate }), newId: () => crypto.randomUUID() };
});

/** Sends a real request with Kate's cookie, like a page of the same origin. */
async function asKate(request: Request): Promise<Response> {
  request.headers.set('cookie', app.cookieOf(kate));
  request.headers.set('sec-fetch-site', 'same-origin');
  return fetch(request);
}

const inBrowser = (bytes: Buffer, type: string) => new Blob([new Uint8Array(bytes)], { type });

async function keep(bytes: Buffer, type: string, entity: MediaEntity): Promise<string> {
  const id = ports.newId();
  await storeFile(store, ports, { id, file: inBrowser(bytes, type), name: 'IMG_0042', entity });
  return id;
}

async function uploadAll(through = ports): Promise<void> {
  for (;;) {
    const nextAt = await uploadOnce(store, through);
    if (nextAt === null) return;
    clock.now = Math.max(clock.now, nextAt);
  }
}

const mediaRow = async (id: string) => (await store.media.get(id)) as DeviceMedia;

test('uploads a session made offline completely: record, poster, video and its path', async () => {
  const mediaId = await keep(film, 'video/mp4', 'videos');
  const poster = { blob: inBrowser(png(64, 36), 'image/png'), width: 64, height: 36 };
  await storePoster(store, ports, mediaId, { poster, durationSeconds: 12 });
  const { id } = await mutate(store, ports, 'videos.create', { payload: { title: 'Heel work' }, mediaId });

  await runCycle(store, ports);
  await uploadAll();
  await runCycle(store, ports);

  const media = await mediaRow(mediaId);
  expect(media).toMatchObject({ state: 'uploaded', posterState: 'uploaded', lastError: null });
  const answer = await kate.get(`/api/videos/${id}`);
  expect(await answer.json()).toMatchObject({
    title: 'Heel work',
    videoUrl: media.objectPath,
    thumbnailUrl: media.posterPath,
    mediaType: 'video/mp4',
  });
  expect(await store.outbox.count()).toBe(0);

  const served = await app.fetchAs(kate, media.objectPath ?? '', { headers: { Range: 'bytes=100-4194403' } });
  expect(served.status).toBe(206);
  expect(Buffer.compare(Buffer.from(await served.arrayBuffer()), film.subarray(100, 4_194_404))).toBe(0);
});

test('re-uploads a file that the server has lost, without delaying the session', async () => {
  const small = mp4({ size: 50_000 });
  const mediaId = await keep(small, 'video/mp4', 'videos');
  await storePoster(store, ports, mediaId, {
    poster: { blob: inBrowser(png(64, 36), 'image/png'), width: 64, height: 36 },
    durationSeconds: 12,
  });
  const { id } = await mutate(store, ports, 'videos.create', { payload: { title: 'Heel work' }, mediaId });
  await uploadAll();
  const before = await mediaRow(mediaId);
  await client.query('delete from objects where owner_id = $1', [kate.userId]);

  // The server refuses the session for its video, then for its poster. Each path is left out first and follows later.
  for (let round = 0; round < 4; round++) {
    await runCycle(store, ports);
    await uploadAll();
  }

  const media = await mediaRow(mediaId);
  expect(media).toMatchObject({ state: 'uploaded', posterState: 'uploaded', lastError: null });
  expect(media.objectPath).not.toBe(before.objectPath);
  expect(media.posterPath).not.toBe(before.posterPath);
  const answer = await kate.get(`/api/videos/${id}`);
  expect(await answer.json()).toMatchObject({ title: 'Heel work', videoUrl: media.objectPath, thumbnailUrl: media.posterPath });
  const served = await app.fetchAs(kate, media.objectPath ?? '');
  expect(sha256(Buffer.from(await served.arrayBuffer()))).toBe(sha256(small));
  expect(await store.outbox.count()).toBe(0);
});

test('does not re-upload a file that the server still has, even if it refused the path for another reason', async () => {
  const mediaId = await keep(mp4({ size: 50_000 }), 'video/mp4', 'videos');
  const { id } = await mutate(store, ports, 'videos.create', { payload: { title: 'Heel work' }, mediaId });
  await uploadAll();
  const { objectPath } = await mediaRow(mediaId);
  await mutate(store, ports, 'videos.update', { id, payload: { thumbnailUrl: objectPath ?? '' } });
  await store.media.update(mediaId, { posterPath: objectPath, poster: { fileName: 'poster', width: 1, height: 1 } });
  await runCycle(store, ports);
  await uploadAll();
  expect(await mediaRow(mediaId)).toMatchObject({ state: 'uploaded', posterPath: objectPath });
  expect(await store.outbox.toArray()).toMatchObject([{ state: 'refused', lastError: { message: 'Please choose a picture' } }]);
});

test('resumes at the server’s offset after the connection broke in the middle of a part', async () => {
  const mediaId = await keep(film, 'video/mp4', 'videos');
  await mutate(store, ports, 'videos.create', { payload: { title: 'Tracking' }, mediaId });
  const offsets: number[] = [];
  const breaking: Ports = {
    ...ports,
    fetch: async (request) => {
      const offset = request.headers.get('Upload-Offset');
      if (offset === null || request.method !== 'PATCH') return asKate(request);
      offsets.push(Number(offset));
      if (offsets.length !== 2) return asKate(request);
      return asKate(await breakOff(request, 3 * MB));
    },
  };

  await uploadAll(breaking);

  expect(await mediaRow(mediaId)).toMatchObject({ state: 'uploaded', sha256: sha256(film) });
  expect(offsets.slice(0, 2)).toEqual([0, 5 * MB]);
  expect(offsets[2]).toBeGreaterThan(5 * MB);
  expect(offsets[2]).toBeLessThanOrEqual(8 * MB);
});

test('saves a dog’s picture on the dog', async () => {
  const mediaId = await keep(png(200, 200), 'image/png', 'dogs');
  const payload = { name: 'Brock', breed: 'Malinois', birthdate: '2022-03-04' };
  const { id } = await mutate(store, ports, 'dogs.create', { payload, mediaId });
  await runCycle(store, ports);
  await uploadAll();
  await runCycle(store, ports);
  const dogs = (await (await kate.get('/api/dogs')).json()) as { id: string; image: string }[];
  expect(dogs.find((dog) => dog.id === id)?.image).toBe((await mediaRow(mediaId)).objectPath);
});

test('fails for good with the server’s message, and keeps the file, when the content is not a video', async () => {
  // It starts like a video; only the server reads further.
  const page = Buffer.concat([mp4().subarray(0, 24), Buffer.from('<!doctype html><script>alert(1)</script>'.padEnd(5_000, ' '))]);
  const mediaId = await keep(page, 'video/mp4', 'videos');
  await mutate(store, ports, 'videos.create', { payload: { title: 'Not a film' }, mediaId });
  await uploadAll();
  const media = await mediaRow(mediaId);
  expect(media).toMatchObject({ state: 'failed', lastError: { status: 415, code: 'unsupported_type' } });
  expect(media.lastError?.message).toMatch(/\w/);
  expect(await ports.files.open(mediaId)).not.toBeNull();
});

test('does not send a file as another person who has since signed in', async () => {
  const mediaId = await keep(film, 'video/mp4', 'videos');
  await mutate(store, ports, 'videos.create', { payload: { title: 'Hers' }, mediaId });
  kate = await app.signIn('someone-else@example.org', { beta: true });
  const told: string[] = [];
  await uploadOnce(store, ports, { onSignedOut: ({ code }) => told.push(code) });
  expect(told).toEqual(['unauthenticated']);
  expect(await mediaRow(mediaId)).toMatchObject({ state: 'kept', uploadUrl: null });
});

test('asks for another background attempt after a broken connection, and for none once everything is sent', async () => {
  const id = crypto.randomUUID();
  const file = new Blob([new Uint8Array(mp4({ size: 20_000 }))], { type: 'video/mp4' });
  await storeFile(store, ports, { id, file, name: 'heel.mp4', entity: 'videos' });
  await mutate(store, ports, 'videos.create', { payload: { title: 'Heel work' }, mediaId: id });
  const broken: Ports = {
    ...ports,
    fetch: (request) => (request.url.endsWith('/api/objects/upload') ? Promise.reject(new TypeError('cut')) : ports.fetch(request)),
  };
  await expect(sendAll(store, broken)).rejects.toThrow('Not everything');
  clock.now += 60_000;
  await sendAll(store, ports);
  expect(await store.media.get(id)).toMatchObject({ state: 'uploaded' });
});

test('continues with the next person in the background after a failure for one', async () => {
  const ben = '3f0e8a52-7c1b-4d6e-9a0f-5b2c8d7e6f10';
  for (const one of [store, await openTestStore(ben)]) await mutate(one, ports, 'videos.create', { payload: { title: 'Heel work' } });
  const cut: Ports = { ...ports, fetch: () => Promise.reject(new TypeError('cut')) };
  const round = syncInBackground(
    async () => [ben, kate.userId],
    async (userId) => ({ store: await openTestStore(userId), ports: userId === ben ? cut : ports }),
  );
  await expect(round).rejects.toThrow('Not everything');
  expect(await (await kate.get('/api/videos')).json()).toMatchObject([{ title: 'Heel work' }]);
});

test('uploads a film once when a phone and its restored backup both hold it, without asking', async () => {
  const mediaId = await keep(film, 'video/mp4', 'videos');
  const { id } = await mutate(store, ports, 'videos.create', { payload: { title: 'Heel work' }, mediaId });
  const copy = await openTestStore(kate.userId, 'restored phone');
  for (const { name } of store.tables) await copy.table(name).bulkPut(await store.table(name).toArray());

  await runCycle(store, ports);
  await uploadAll();
  await runCycle(store, ports);
  const first = (await mediaRow(mediaId)).objectPath;
  expect(await (await kate.get(`/api/videos/${id}`)).json()).toMatchObject({ videoUrl: first });

  await runCycle(copy, ports);
  for (let nextAt = await uploadOnce(copy, ports); nextAt !== null; nextAt = await uploadOnce(copy, ports)) clock.now = nextAt;
  await runCycle(copy, ports);
  await runCycle(store, ports);
  const path = (await copy.media.get(mediaId))?.objectPath;
  for (const device of [store, copy]) {
    expect(await device.view('videos').get(id)).toMatchObject({ videoUrl: path });
    expect(await device.view('conflicts').count()).toBe(0);
    expect(await device.outbox.count()).toBe(0);
  }
});
