import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { videos } from '../db/tables/log.ts';
import { derivations, objects } from '../db/tables/media.ts';
import { friendships } from '../db/tables/people.ts';
import type { TestPerson } from '../testing/create-test-app.ts';
import { createPullingDevice } from '../testing/pulling-device.ts';
import { describeOnBothDatabases } from '../testing/describe-on-both-databases.ts';
import type { PullAnswer } from '../contract/sync-protocol.ts';
import { createListeningApp, type ListeningApp } from '../testing/listening-app.ts';
import { noise, webm } from '../testing/sample-media.ts';
import { openUploadAs, putAs, uploadAs } from '../testing/upload-as.ts';
import { deriveAll } from './derive.ts';
import { playsEverywhere } from './compatible-copy.ts';
import { type Ffmpeg, FfmpegFailed, findFfmpeg, inputOf, runBounded } from './ffmpeg.ts';
import { checkIntegrity } from './integrity.ts';
import { probeVideo } from './probe-video.ts';
import { roomLeft } from './media-room.ts';
import { sweepMedia } from './sweep.ts';
import { UploadLocker } from './upload-locker.ts';

const run = promisify(execFile);
const bounds = { timeoutMs: 60_000, signal: new AbortController().signal };
const DAY = 86_400;

let programs: Ffmpeg;
let folder: string;

beforeAll(async () => {
  const found = findFfmpeg(process.env['PATH'] ?? '');
  if (!found) throw new Error('These tests need ffmpeg and ffprobe on PATH');
  programs = found;
  folder = await mkdtemp(join(tmpdir(), 'longline-derive-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Two seconds of a test picture with a tone, as another program than a browser writes it. */
async function film(name: string, ...codecs: string[]): Promise<string> {
  const path = join(folder, name);
  if (existsSync(path)) return path;
  const picture = ['-f', 'lavfi', '-i', 'testsrc=size=640x360:rate=15:duration=2'];
  const tone = ['-f', 'lavfi', '-i', 'sine=duration=2'];
  await run(programs.ffmpeg, ['-v', 'error', ...picture, ...tone, ...codecs, '-y', path]);
  return path;
}
const iphoneFilm = () => film('iphone.mov', '-c:v', 'libx265', '-x265-params', 'log-level=none', '-pix_fmt', 'yuv420p10le', '-tag:v', 'hvc1', '-c:a', 'aac');

describeOnBothDatabases('what the server makes of media', (open) => {
  let app: ListeningApp;
  let ann: TestPerson;
  let bob: TestPerson;
  beforeAll(async () => {
    app = await createListeningApp(await open(), {}, undefined, programs);
    ann = await app.signIn('ann@example.org', { beta: true });
    bob = await app.signIn('bob@example.org', { beta: true });
    app.services.media.startDeriving(app.services.pokes);
  });
  afterAll(() => app.close());

  const jobOf = async (path: string) => (await app.services.db.select().from(derivations).where(eq(derivations.objectPath, path)))[0];
  const untilDone = async (path: string) => {
    await expect.poll(() => jobOf(path), { timeout: 60_000 }).toBeUndefined();
  };
  const log = async (payload: object) => (await ann.call<{ id: string }>('POST', '/api/videos', { title: 'Heel work', ...payload })).body;
  const sessionOf = async (id: string) => (await ann.call<Record<string, unknown>>('GET', `/api/videos/${id}`)).body;
  const get = (person: TestPerson | null, path: string, headers = {}) => app.fetchAs(person, path, { headers });

  test('an iPhone’s HEVC gets a poster and a copy that plays everywhere, told to every device, and seen with the same rights', async () => {
    const { body } = await uploadAs(app, ann, await readFile(await iphoneFilm()));
    const path = body.objectPath;
    // Logged at once: what is made comes later, and the session hears of it.
    const { id } = await log({ videoUrl: path });
    const device = createPullingDevice(async (cursors) => (await ann.call<PullAnswer>('POST', '/api/sync', { version: 1, cursors })).body);
    await untilDone(path);
    expect(await sessionOf(id)).toMatchObject({ derived: ['poster', 'compatible'], durationSeconds: 2 });
    await device.pullAll();
    expect(device.rows('videos')).toContainEqual(expect.objectContaining({ id, derived: ['poster', 'compatible'], durationSeconds: 2 }));

    const poster = await get(ann, `${path}/poster`);
    expect([poster.status, poster.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect(await sharp(Buffer.from(await poster.arrayBuffer())).metadata()).toMatchObject({ width: 640, height: 360 });

    const copy = await get(ann, `${path}/compatible`);
    const file = join(folder, 'copy.mp4');
    await writeFile(file, Buffer.from(await copy.arrayBuffer()));
    expect([copy.headers.get('content-type'), copy.headers.get('cache-control')]).toEqual(['video/mp4', 'private, no-cache']);
    expect(playsEverywhere(await probeVideo(programs, file, 'video/mp4', bounds), 'video/mp4')).toBe(true);
    // Its index is in front, so that it begins before all of it has come.
    const bytes = await readFile(file);
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'));
    expect((await get(ann, `${path}/compatible`, { Range: 'bytes=100-199' })).status).toBe(206);

    for (const kind of ['poster', 'compatible']) {
      expect((await get(bob, `${path}/${kind}`)).status).toBe(404);
      expect((await get(null, `${path}/${kind}`)).status).toBe(404);
    }
    await ann.call('POST', `/api/videos/${id}/share`);
    expect((await get(null, `${path}/poster`)).status).toBe(200);
    await ann.call('DELETE', `/api/videos/${id}/share`);
    expect((await get(null, `${path}/poster`)).status).toBe(404);
    for (const kind of ['original', 'w480', 'poster/x', 'posterx', 'xcompatible']) expect([kind, (await get(ann, `${path}/${kind}`)).status]).toEqual([kind, 404]);
  });

  test('what plays everywhere gets a poster only; the length that its device read stands', async () => {
    const path = await openUploadAs(ann);
    const plain = await film('plain.mp4', '-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac');
    await putAs(app, ann, path, (await readFile(plain)) as BodyInit);
    const { body } = await ann.call<{ objectPath: string }>('PUT', '/api/videos/finalize', { videoURL: path, durationSeconds: 2.5 });
    await untilDone(body.objectPath);
    const session = await log({ videoUrl: body.objectPath });
    expect(session).toMatchObject({ derived: ['poster'], durationSeconds: 2.5 });
    // Taken off, the session keeps nothing of it.
    const { body: without } = await ann.call('PATCH', `/api/videos/${session.id}`, { videoUrl: null });
    expect(without).toMatchObject({ derived: [], durationSeconds: null, mediaType: null });
  });

  test('H.264 in a container that few browsers open is moved over, not encoded again', async () => {
    const { body } = await uploadAs(app, ann, await readFile(await film('camera.mkv', '-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'pcm_s16le')));
    await untilDone(body.objectPath);
    const file = join(folder, 'moved.mp4');
    await writeFile(file, Buffer.from(await (await get(ann, `${body.objectPath}/compatible`)).arrayBuffer()));
    expect(await probeVideo(programs, file, 'video/mp4', bounds)).toMatchObject({ video: { codec: 'h264' }, audio: { codec: 'aac' } });
  });

  test('a picture is served in the widths of cards, as WebP to who takes it', async () => {
    const photo = await sharp({ create: { width: 2_000, height: 1_000, channels: 3, background: '#0e5a42' } }).jpeg().toBuffer();
    const { body } = await uploadAs(app, ann, photo);
    const path = body.objectPath;
    await untilDone(path);
    for (const width of [480, 960]) {
      const narrow = await get(ann, `${path}/w${width}`, { Accept: 'image/avif,image/webp,*/*' });
      expect([narrow.status, narrow.headers.get('content-type'), narrow.headers.get('vary')]).toEqual([200, 'image/webp', expect.stringContaining('Accept')]);
      expect((await sharp(Buffer.from(await narrow.arrayBuffer())).metadata()).width).toBe(width);
    }
    expect((await get(ann, `${path}/w480`, { Accept: 'image/png' })).headers.get('content-type')).toBe('image/jpeg');
    expect((await get(bob, `${path}/w480`)).status).toBe(404);
    await app.services.db.insert(friendships).values({ id: app.services.newId(), userId: ann.userId, friendId: bob.userId, status: 'accepted', createdAt: app.clock.now });
    await log({ videoUrl: path });
    expect((await get(bob, `${path}/w480`)).status).toBe(200);
    // Narrow enough as it is, and before anything was made, the picture itself stands in.
    const { body: small } = await uploadAs(app, ann, await sharp(photo).resize(400).jpeg().toBuffer());
    await untilDone(small.objectPath);
    expect((await get(ann, `${small.objectPath}/w480`, { Accept: '*/*' })).headers.get('content-type')).toBe('image/jpeg');
  });

  test('without ffmpeg videos wait for it, and pictures do not wait for them', async () => {
    expect(findFfmpeg('/nowhere')).toBeNull();
    const without = await createListeningApp(await open());
    try {
      const { services } = without;
      const person = await without.signIn('cara@example.org', { beta: true });
      const video = (await uploadAs(without, person, webm())).body.objectPath;
      await uploadAs(without, person, noisePicture);
      await deriveAll({ ...services, store: services.media.store, ffmpeg: null }, bounds.signal);
      expect(await services.db.select().from(derivations)).toMatchObject([{ objectPath: video, attempts: 0 }]);
    } finally {
      await without.close();
    }
  });

  test('what nothing can be made of stays what it is, is tried three times, and holds up nobody', async () => {
    const { body: broken } = await uploadAs(app, ann, withNoiseForFilm(await readFile(await iphoneFilm())));
    const { body: whole } = await uploadAs(app, ann, await readFile(await iphoneFilm()));
    await untilDone(whole.objectPath);
    for (const attempts of [1, 2]) {
      await expect.poll(async () => (await jobOf(broken.objectPath))?.attempts, { timeout: 60_000 }).toBe(attempts);
      app.clock.forward(3_600);
      // Any later file makes it look again.
      await uploadAs(app, ann, noisePicture);
    }
    await untilDone(broken.objectPath);
    expect((await get(ann, broken.objectPath)).status).toBe(200);
    expect((await get(ann, `${broken.objectPath}/poster`)).status).toBe(404);
  });

  test('what was made counts on nobody’s account, is checked with the rest, and goes with its object', async () => {
    const { db, media } = app.services;
    const before = await roomLeft(db, ann.userId, 1_000_000_000);
    const { body } = await uploadAs(app, ann, await readFile(await iphoneFilm()));
    await untilDone(body.objectPath);
    expect(before - (await roomLeft(db, ann.userId, 1_000_000_000))).toBe(body.size);
    const found: unknown[] = [];
    for await (const finding of checkIntegrity(db, media.store)) found.push(finding);
    expect(found).toEqual([]);

    const made = (await db.select().from(objects).where(eq(objects.derivedFrom, body.objectPath))).map(({ path }) => path);
    expect(made).toHaveLength(2);
    const sweep = () => sweepMedia({ ...app.services, store: media.store, locker: new UploadLocker(app.services) });
    await sweep();
    app.clock.forward(31 * DAY);
    await sweep();
    for (const path of [body.objectPath, ...made]) expect(await media.store.hasObject(path.slice('/objects/'.length))).toBe(false);
    expect(await db.select().from(objects).where(eq(objects.derivedFrom, body.objectPath))).toEqual([]);
    await db.delete(videos);
  });
});

/** A film whose index is right and whose pictures are not. */
function withNoiseForFilm(whole: Buffer): Buffer {
  const start = whole.indexOf('mdat') + 4;
  const end = whole.indexOf('moov') - 4;
  return Buffer.concat([whole.subarray(0, start), noise(end - start), whole.subarray(end)]);
}

const noisePicture = await sharp(noise(64 * 64 * 3), { raw: { width: 64, height: 64, channels: 3 } }).png().toBuffer();

describe('a hostile file', () => {
  test('is no playlist, whatever it says it is', async () => {
    const secret = join(folder, 'secret.mp4');
    await writeFile(secret, await readFile(await film('secret.mp4', '-c:v', 'libx264', '-c:a', 'aac')));
    for (const text of [`#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\nfile://${secret}\n`, `ffconcat version 1.0\nfile '${secret}'\n`]) {
      const list = join(folder, 'list.mp4');
      await writeFile(list, text);
      await expect(probeVideo(programs, list, 'video/mp4', bounds)).rejects.toThrow(FfmpegFailed);
    }
    expect(inputOf(secret, 'video/quicktime').slice(0, 4)).toEqual(['-protocol_whitelist', 'file', '-f', 'mov']);
  });

  test('has bounds on memory, output and time, and is not told the server’s secrets', async () => {
    const said = await runBounded('/bin/sh', ['-c', 'ulimit -v; ulimit -f; ulimit -t; nice; env'], bounds);
    expect(said.split('\n').slice(0, 4)).toEqual(['3145728', '4194304', '7200', '19']);
    expect(said).not.toMatch(/HOME=|SECRET|NODE/);
    await expect(runBounded('/bin/sleep', ['600'], { ...bounds, timeoutMs: 50 })).rejects.toThrow('SIGKILL');
  });
});
