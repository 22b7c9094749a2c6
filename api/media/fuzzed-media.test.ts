import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestPerson } from '../testing/create-test-app.ts';
import { describeOnPostgres } from '../testing/describe-on-both-databases.ts';
import { type EncodedFilms, openEncodedFilms } from '../testing/encoded-films.ts';
import { damage } from '../testing/fuzz-bytes.ts';
import { createListeningApp, type ListeningApp } from '../testing/listening-app.ts';
import { megabytesInUse } from '../testing/process-memory.ts';
import { heic, mp4, noise, placeInKeys, placeInUserData, webm } from '../testing/sample-media.ts';
import { uploadAs } from '../testing/upload-as.ts';
import { deriveAll } from './derived/derive.ts';

/** `npm run fuzz-media` asks for more. */
const FILMS = Number(process.env['FUZZED_FILMS'] ?? 10);
const PICTURES = Number(process.env['FUZZED_PICTURES'] ?? 20);
const SEED = Number(process.env['FUZZ_SEED'] ?? 1);
const WARM_UP = 3;
const MOST_GROWTH_MEGABYTES = 50;

describeOnPostgres('damaged media', (open) => {
  let films: EncodedFilms;
  let app: ListeningApp;
  let eve: TestPerson;
  let connections = 0;
  // No program may connect to an address that a file names.
  const trap = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  let trapUrl: string;
  beforeAll(async () => {
    films = await openEncodedFilms();
    await new Promise<void>((listening) => trap.listen(0, '127.0.0.1', listening));
    trapUrl = `http://127.0.0.1:${(trap.address() as AddressInfo).port}/film.mp4`;
    app = await createListeningApp(await open(), {}, undefined, films.programs);
    eve = await app.signIn('eve@example.org', { beta: true });
  });
  afterAll(async () => {
    trap.close();
    await app.close();
    await films.close();
  });

  async function filmSamples(): Promise<Buffer[]> {
    const h264 = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];
    const encoded = await Promise.all([
      films.film('whole.mp4', ...h264),
      films.film('fragments.mp4', ...h264, '-movflags', 'frag_keyframe+empty_moov'),
      films.film('whole.mov', ...h264),
      films.film('whole.mkv', ...h264),
      films.film('whole.webm', '-c:v', 'libvpx', '-c:a', 'libopus'),
      films.film('whole.avi', '-c:v', 'mjpeg', '-c:a', 'pcm_s16le'),
    ]);
    const files = await Promise.all(encoded.map((path) => readFile(path)));
    return [...files, mp4({ about: [placeInUserData(), placeInKeys()] }), webm({ tags: { LOCATION: 'x' }, openEnded: true })];
  }

  async function pictureSamples(): Promise<Buffer[]> {
    const drawn = () => sharp(noise(300 * 200 * 4), { raw: { width: 300, height: 200, channels: 4 } });
    return [
      await drawn().jpeg().toBuffer(),
      await drawn()
        .jpeg({ progressive: true })
        .withExif({ IFD0: { Make: trapUrl } })
        .toBuffer(),
      await drawn().png().toBuffer(),
      await drawn().webp().toBuffer(),
      await drawn().gif().toBuffer(),
      await drawn().avif().toBuffer(),
      heic(),
    ];
  }

  async function send(file: Buffer): Promise<number> {
    const { status } = await uploadAs(app, eve, file);
    for (const stage of ['pictures', 'copies'] as const) {
      const { services } = app;
      await deriveAll({ ...services, store: services.media.store, ffmpeg: films.programs }, stage, new AbortController().signal);
    }
    // The server limits uploads per minute.
    app.clock.forward(1);
    return status;
  }

  test.for([
    ['films', FILMS, filmSamples],
    ['pictures', PICTURES, pictureSamples],
  ] as const)(
    'as %s cause no server error, no connection and no growth in memory',
    { timeout: 1_800_000 },
    async ([, count, samplesOf]) => {
      const samples = await samplesOf();
      for (let warm = 0; warm < WARM_UP; warm++) await send(samples[warm]!);
      const before = megabytesInUse();
      for (let seed = SEED; seed < SEED + count; seed++) {
        const status = await send(damage(samples[seed % samples.length]!, seed, trapUrl));
        expect([seed, status]).toEqual([seed, expect.toSatisfy((code: number) => [200, 413, 415].includes(code))]);
      }
      expect(app.errors).toEqual([]);
      expect(connections).toBe(0);
      expect(megabytesInUse() - before).toBeLessThan(MOST_GROWTH_MEGABYTES);
    },
  );
});
