import { execFile } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EncodedFilms, openEncodedFilms } from '../../testing/encoded-films.ts';
import { hdrFilm, meanDifference, pixelsOf, sdrBars, sdrFilm, stepsIn } from '../../testing/hdr-chart.ts';
import { makeCompatible, makePoster } from './compatible-copy.ts';
import { probeVideo } from './probe-video.ts';

const run = promisify(execFile);
const bounds = { timeoutMs: 60_000 };

let films: EncodedFilms;
let sdr: Buffer;
beforeAll(async () => {
  films = await openEncodedFilms();
  sdr = await sdrBars(films);
});
afterAll(() => films.close());

/** A target in a folder whose name ffmpeg's filters must quote. */
async function targetFor(file: string, ending: string): Promise<string> {
  const folder = join(films.folder, "Kate's; [new], C:\\films");
  await mkdir(folder, { recursive: true });
  return join(folder, basename(file) + ending);
}

async function posterOf(file: string): Promise<Buffer> {
  const mediaType = 'video/quicktime';
  const probed = await probeVideo(films.programs, file, mediaType, bounds);
  const target = await targetFor(file, '.jpg');
  await makePoster(films.programs, { file, mediaType, probed, target }, bounds);
  return pixelsOf(target);
}

async function copyOf(file: string): Promise<{ copy: string; pixels: Buffer }> {
  const mediaType = 'video/quicktime';
  const probed = await probeVideo(films.programs, file, mediaType, bounds);
  const copy = await targetFor(file, '.copy.mp4');
  await makeCompatible(films.programs, { file, mediaType, probed, target: copy }, bounds);
  const frame = `${copy}.rgb`;
  const inRgb = ['-vf', 'scale=in_color_matrix=bt709', '-f', 'rawvideo', '-pix_fmt', 'rgb24'];
  await run(films.programs.ffmpeg, ['-v', 'error', '-i', copy, '-frames:v', '1', ...inRgb, '-y', frame]);
  return { copy, pixels: await readFile(frame) };
}

test('a film in SDR has a poster with its own colours', async () => {
  expect(meanDifference(await posterOf(await sdrFilm(films)), sdr)).toBeLessThan(2);
});

describe.for(['hlg', 'pq'] as const)('a film in HDR (%s)', (transfer) => {
  test('has a poster with the colours of the same film in SDR', async () => {
    const film = await hdrFilm(films, { transfer, picture: 'bars', as: 'chart.mov' });
    // A difference of 10 would be acceptable, but a JPEG with the wrong matrix (BT.709) differs by only 9.
    expect(meanDifference(await posterOf(film), sdr)).toBeLessThan(8);
  });

  test('has a copy in SDR with the same colours', async () => {
    const { copy, pixels } = await copyOf(await hdrFilm(films, { transfer, picture: 'bars', as: 'chart.mov' }));
    expect(meanDifference(pixels, sdr)).toBeLessThan(10);
    expect(await probeVideo(films.programs, copy, 'video/mp4', bounds)).toMatchObject({ video: { pixels: 'yuv420p', hdr: null } });
  });

  test('keeps steps above white distinct, in poster and copy', async () => {
    const film = await hdrFilm(films, { transfer, picture: 'stairs', as: 'chart.mov' });
    for (const pixels of [await posterOf(film), (await copyOf(film)).pixels]) {
      const steps = stepsIn(pixels);
      for (const [at, step] of steps.slice(1).entries()) expect(step - (steps[at] ?? 0)).toBeGreaterThan(0);
    }
  });
});
