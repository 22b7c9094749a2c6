import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { derivations } from '../../db/tables/media.ts';
import { derivationOf, logAs, untilDerived } from '../../testing/await-derivation.ts';
import type { TestPerson } from '../../testing/create-test-app.ts';
import { describeOnBothDatabases, describeOnPostgres } from '../../testing/describe-on-both-databases.ts';
import { type EncodedFilms, openEncodedFilms } from '../../testing/encoded-films.ts';
import { createListeningApp, type ListeningApp } from '../../testing/listening-app.ts';
import { noise, webm } from '../../testing/sample-media.ts';
import { openUploadAs, putAs, uploadAs } from '../../testing/upload-as.ts';
import { deriveAll } from './derive.ts';
import { NEVER_DUE } from './derive-job.ts';
import { POSTER_TURN } from './derive-object.ts';
import { findFfmpeg, inputOf } from '../ports/ffmpeg.ts';
import { ProgramFailed, runBounded } from '../ports/run-bounded.ts';
import { probeVideo } from './probe-video.ts';

const bounds = { timeoutMs: 60_000, signal: new AbortController().signal };

let films: EncodedFilms;
beforeAll(async () => {
  films = await openEncodedFilms();
});
afterAll(() => films.close());

describeOnBothDatabases('derivation', (open) => {
  let app: ListeningApp;
  let ann: TestPerson;
  beforeAll(async () => {
    app = await createListeningApp(await open(), {}, undefined, films.programs);
    ann = await app.signIn('ann@example.org', { beta: true });
    app.services.media.startDeriving(app.services.pokes);
  });
  afterAll(() => app.close());

  const get = (path: string) => app.fetchAs(ann, path);

  test('makes only a poster for a video that plays everywhere, and keeps the length that the device measured', async () => {
    const path = await openUploadAs(ann);
    const plain = await films.film('plain.mp4', '-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac');
    await putAs(app, ann, path, (await readFile(plain)) as BodyInit);
    const { body } = await ann.call<{ objectPath: string }>('PUT', '/api/videos/finalize', { videoURL: path, durationSeconds: 2.5 });
    await untilDerived(app, body.objectPath);
    const session = await logAs(ann, { videoUrl: body.objectPath });
    expect(session).toMatchObject({ derived: ['poster'], durationSeconds: 2.5 });
    // Removing the video clears all derived fields of the session.
    const { body: without } = await ann.call('PATCH', `/api/videos/${session.id}`, { videoUrl: null });
    expect(without).toMatchObject({ derived: [], durationSeconds: null, mediaType: null });
  });

  test('copies H.264 from a container that few browsers open, without re-encoding it', async () => {
    const { body } = await uploadAs(
      app,
      ann,
      await readFile(await films.film('camera.mkv', '-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'pcm_s16le')),
    );
    await untilDerived(app, body.objectPath);
    const file = join(films.folder, 'moved.mp4');
    await writeFile(file, Buffer.from(await (await get(`${body.objectPath}/compatible`)).arrayBuffer()));
    expect(await probeVideo(films.programs, file, 'video/mp4', bounds)).toMatchObject({
      video: { codec: 'h264' },
      audio: { codec: 'aac' },
    });
  });

  test('queues videos until there is ffmpeg, and does not block pictures meanwhile', async () => {
    expect(findFfmpeg('/nowhere')).toBeNull();
    const without = await createListeningApp(await open());
    try {
      const { services } = without;
      const person = await without.signIn('cara@example.org', { beta: true });
      const video = (await uploadAs(without, person, webm())).body.objectPath;
      await uploadAs(without, person, noisePicture);
      await deriveAll({ ...services, store: services.media.store, ffmpeg: null }, 'pictures', bounds.signal);
      expect(await services.db.select().from(derivations)).toMatchObject([{ objectPath: video, attempts: 0 }]);
    } finally {
      await without.close();
    }
  });

  test.each([
    ['the disk is full', 'No space left on device'],
    ['the quota is used up', 'Disk quota exceeded'],
  ])('waits without losing an attempt while %s, and continues when there is room', async (_state, words) => {
    const small = await createListeningApp(await open());
    try {
      const { services, clock } = small;
      const person = await small.signIn('cara@example.org', { beta: true });
      const { objectPath } = (await uploadAs(small, person, await readFile(await films.iphoneFilm()))).body;
      const onFullDisk = join(films.folder, 'on-full-disk.sh');
      await writeFile(onFullDisk, `#!/bin/sh\necho "av_interleaved_write_frame(): ${words}" >&2\nexit 1\n`, { mode: 0o755 });
      const make = async (ffmpeg: string) => {
        const parts = { ...services, store: services.media.store, ffmpeg: { ...films.programs, ffmpeg } };
        for (const stage of ['pictures', 'copies'] as const) await deriveAll(parts, stage, bounds.signal);
      };
      for (let tries = 0; tries < 4; tries++) {
        await make(onFullDisk);
        expect(await derivationOf(small, objectPath)).toMatchObject({ attempts: 0 });
        clock.forward(3_600);
      }
      await make(films.programs.ffmpeg);
      expect(await derivationOf(small, objectPath)).toBeUndefined();
      expect((await small.fetchAs(person, `${objectPath}/poster`)).status).toBe(200);
    } finally {
      await small.close();
    }
  });

  test('makes other people’s posters after one turn of a person with many videos, and while a copy is made', async () => {
    const busy = await createListeningApp(await open());
    const deriving = new AbortController();
    try {
      const { services } = busy;
      const eve = await busy.signIn('eve@example.org', { beta: true });
      const cara = await busy.signIn('cara@example.org', { beta: true });
      const iphone = await readFile(await films.iphoneFilm());
      for (let count = 0; count < 3; count++) await uploadAs(busy, eve, iphone);
      const { objectPath } = (await uploadAs(busy, cara, iphone)).body;
      // Encoding never ends.
      const ffmpeg = join(films.folder, 'endless.sh');
      const endless = `#!/bin/sh\ncase "$*" in *libx264*) exec sleep 600;; esac\nexec ${films.programs.ffmpeg} "$@"\n`;
      await writeFile(ffmpeg, endless, { mode: 0o755 });
      const parts = { ...services, store: services.media.store, ffmpeg: { ...films.programs, ffmpeg } };
      const order: string[] = [];
      let copying: Promise<void> | undefined;
      await deriveAll(parts, 'pictures', deriving.signal, ({ object }) => {
        copying ??= deriveAll(parts, 'copies', deriving.signal);
        order.push(object.ownerId);
      });
      expect(order[1]).toBe(cara.userId);
      expect((await busy.fetchAs(cara, `${objectPath}/poster`)).status).toBe(200);
      deriving.abort();
      await copying;
      expect(await services.db.select().from(derivations)).toHaveLength(4);
    } finally {
      deriving.abort();
      await busy.close();
    }
  });

  test('gives up on a broken file after three attempts, leaves it unchanged and never blocks others', async () => {
    const { body: broken } = await uploadAs(app, ann, withNoiseForFilm(await readFile(await films.iphoneFilm())));
    const { body: whole } = await uploadAs(app, ann, await readFile(await films.iphoneFilm()));
    await untilDerived(app, whole.objectPath);
    for (const attempts of [1, 2]) {
      await expect.poll(async () => (await derivationOf(app, broken.objectPath))?.attempts, { timeout: 60_000 }).toBe(attempts);
      app.clock.forward(3_600);
      // Any later upload starts another run.
      await uploadAs(app, ann, noisePicture);
    }
    await expect.poll(async () => (await derivationOf(app, broken.objectPath))?.dueAt, { timeout: 60_000 }).toEqual(NEVER_DUE);
    expect((await get(broken.objectPath)).status).toBe(200);
    expect((await get(`${broken.objectPath}/poster`)).status).toBe(404);
  });
});

describeOnPostgres('a turn for a poster', (open) => {
  test('ends when ffmpeg never finishes a film, and the next person’s poster is made', async () => {
    const stuck = await createListeningApp(await open());
    try {
      const { services, clock } = stuck;
      const eve = await stuck.signIn('eve@example.org', { beta: true });
      const cara = await stuck.signIn('cara@example.org', { beta: true });
      const iphone = await readFile(await films.iphoneFilm());
      const hostile = (await uploadAs(stuck, eve, iphone)).body.objectPath;
      clock.forward(1);
      const { objectPath } = (await uploadAs(stuck, cara, iphone)).body;
      // The first poster is never done.
      const ffmpeg = join(await mkdtemp(join(films.folder, 'stuck-')), 'once.sh');
      await writeFile(ffmpeg, `#!/bin/sh\nmkdir "$0.begun" 2>/dev/null && exec sleep 600\nexec ${films.programs.ffmpeg} "$@"\n`, {
        mode: 0o755,
      });
      const turn = { ...POSTER_TURN, posterMs: 8_000 };
      const parts = { ...services, store: services.media.store, ffmpeg: { ...films.programs, ffmpeg }, turn };
      await deriveAll(parts, 'pictures', bounds.signal);
      expect((await stuck.fetchAs(cara, `${objectPath}/poster`)).status).toBe(200);
      expect(await derivationOf(stuck, hostile)).toMatchObject({ attempts: 1 });
      expect(POSTER_TURN.probeMs + POSTER_TURN.posterMs).toBe(90_000);
    } finally {
      await stuck.close();
    }
  });
});

/** A video with a valid index but broken frames. */
function withNoiseForFilm(whole: Buffer): Buffer {
  const start = whole.indexOf('mdat') + 4;
  const end = whole.indexOf('moov') - 4;
  return Buffer.concat([whole.subarray(0, start), noise(end - start), whole.subarray(end)]);
}

const noisePicture = await sharp(noise(64 * 64 * 3), { raw: { width: 64, height: 64, channels: 3 } })
  .png()
  .toBuffer();

describe('a hostile file', () => {
  test('is not read as a playlist, whatever it claims to be', async () => {
    const secret = join(films.folder, 'secret.mp4');
    await writeFile(secret, await readFile(await films.film('secret.mp4', '-c:v', 'libx264', '-c:a', 'aac')));
    for (const text of [`#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\nfile://${secret}\n`, `ffconcat version 1.0\nfile '${secret}'\n`]) {
      const list = join(films.folder, 'list.mp4');
      await writeFile(list, text);
      await expect(probeVideo(films.programs, list, 'video/mp4', bounds)).rejects.toThrow(ProgramFailed);
    }
    expect(inputOf(secret, 'video/quicktime').slice(0, 4)).toEqual(['-protocol_whitelist', 'file', '-f', 'mov']);
  });

  test('is limited in memory, output and time, and does not see the server’s secrets', async () => {
    const said = await runBounded('/bin/sh', ['-c', 'ulimit -v; ulimit -f; ulimit -t; nice; env'], bounds);
    expect(said.split('\n').slice(0, 4)).toEqual(['3145728', '4194304', '7200', '19']);
    expect(said).not.toMatch(/HOME=|SECRET|NODE/);
    await expect(runBounded('/bin/sleep', ['600'], { ...bounds, timeoutMs: 50 })).rejects.toThrow('SIGKILL');
  });
});
