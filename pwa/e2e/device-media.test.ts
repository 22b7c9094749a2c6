import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type EncodedFilms, openEncodedFilms } from '../../api/testing/encoded-films.ts';
import { hdrFilm, meanDifference, pixelsOf, sdrBars, stepsIn } from '../../api/testing/hdr-chart.ts';
import { type Device, openDevice } from './harness/browser.ts';
import { rendererMemory } from './harness/renderer-memory.ts';
import { makeVideoFile } from './harness/video-file.ts';
import type { MediaOfDevice } from './media-page/media-page.ts';
import { serveMediaPage } from './media-page/serve-media-page.ts';

const MB = 1_048_576;

declare const mediaOfDevice: MediaOfDevice;

let films: EncodedFilms;
let site: Awaited<ReturnType<typeof serveMediaPage>>;
let device: Device;
let folder: string;
let page: Page;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'longline-media-'));
  [site, films] = await Promise.all([serveMediaPage(), openEncodedFilms()]);
});
afterAll(async () => {
  await site.close();
  await films.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  // Use a profile on disk: private windows store files in memory.
  device = await openDevice();
  page = device.page();
  await openPage();
});
afterEach(() => device.discard());

async function openPage(): Promise<void> {
  await page.goto(site.origin);
  await page.locator('html[data-ready]').waitFor({ state: 'attached' });
}

const hashOf = (mediaId: string) => page.evaluate((id) => mediaOfDevice.hashOf(id), mediaId);
const rowOf = (mediaId: string) => page.evaluate((id) => mediaOfDevice.row(id), mediaId);

const pick = (path: string) => page.getByLabel('File').setInputFiles(path);

async function fileOf(bytes: number, name = `film-${bytes}.mp4`) {
  const content = Buffer.concat([Buffer.from('\0\0\0\x10ftypisom\0\0\0\0'), randomBytes(bytes - 16)]);
  const path = join(folder, name);
  await writeFile(path, content);
  return { path, sha256: createHash('sha256').update(content).digest('hex') };
}

/** `npm run bench -- device-media` sets 500, the largest size that a file may have. */
const LARGE = Number(process.env['DEVICE_MEDIA_MB'] ?? 160) * MB;

test('writes a large film to the device, then hashes it, with less than 64 MB of extra memory', async () => {
  const small = await fileOf(MB);
  await pick(small.path);
  const { mediaId: first } = (await page.evaluate(() => mediaOfDevice.keep())) as { mediaId: string };
  await expect.poll(() => hashOf(first)).toBe(small.sha256);
  const file = await fileOf(LARGE);
  await pick(file.path);
  const browser = device.context().browser() as Browser;
  const before = await rendererMemory(browser);

  let most = before;
  const begunAt = performance.now();
  const mediaId = await page.evaluate(() => mediaOfDevice.begin());
  const safe = page.evaluate((id) => mediaOfDevice.stored(id), mediaId).then((row) => ({ row, afterMs: performance.now() - begunAt }));
  const watch = async () => {
    most = Math.max(most, await rendererMemory(browser));
    return hashOf(mediaId);
  };
  // `safe` is awaited below. Until then, `hashOf` reports why a file is not stored.
  safe.catch(() => {});
  await expect.poll(watch, { timeout: 120_000, interval: 20 }).toBe(file.sha256);
  // The file is stored before it is hashed.
  const { row, afterMs } = await safe;
  expect(row).toMatchObject({ state: 'kept', size: LARGE, sha256: null });
  const figures = {
    megabytes: LARGE / MB,
    extraMegabytes: (most - before) / MB,
    safeAfterMs: afterMs,
    hashedAfterMs: performance.now() - begunAt,
  };
  if (process.env['DEVICE_MEDIA_MB']) console.log(`figures ${JSON.stringify(figures)}`);
  expect((most - before) / MB).toBeLessThan(64);
});

test('reads a file to its end although the browser collects garbage meanwhile', async () => {
  await device.discard();
  device = await openDevice({ args: ['--js-flags=--expose-gc'] });
  page = device.page();
  await openPage();
  const file = await fileOf(32 * MB);
  await pick(file.path);
  const read = await page.evaluate(() =>
    Promise.race([mediaOfDevice.readCollecting(), new Promise((r) => setTimeout(r, 30_000, 'stuck'))]),
  );
  expect(read).toBe(32 * MB);
});

test('keeps the file after the page is closed and reopened', async () => {
  const file = await fileOf(9 * MB);
  await pick(file.path);
  const { mediaId } = (await page.evaluate(() => mediaOfDevice.keep())) as { mediaId: string };
  await openPage();
  expect(await page.evaluate((name) => mediaOfDevice.sha256Of(name), mediaId)).toBe(file.sha256);
});

test('makes the poster of a real video, with its size and duration', async () => {
  const video = await makeVideoFile(page, folder, 2 * MB);
  await pick(video.path);
  const { mediaId } = (await page.evaluate(() => mediaOfDevice.keep())) as { mediaId: string };
  await expect.poll(() => rowOf(mediaId)).toMatchObject({ posterState: 'waiting' });
  const row = await rowOf(mediaId);
  expect(row).toMatchObject({ state: 'kept', posterState: 'waiting', poster: { width: 320, height: 180 } });
  expect(row?.durationSeconds).toBeGreaterThan(0.2);
  const { width, height, corner } = await page.evaluate((name) => mediaOfDevice.pictureOf(name), row!.poster!.fileName);
  expect([width, height]).toEqual([320, 180]);
  // The green of the filmed field, allowing for lossy compression.
  expect(corner[1]! - corner[0]!).toBeGreaterThan(40);
});

describe.for(['hlg', 'pq'] as const)('a film in HDR (%s)', (transfer) => {
  async function posterOf(picture: 'bars' | 'stairs'): Promise<Buffer> {
    await pick(await hdrFilm(films, { transfer, picture, as: 'chart.mp4' }));
    const { mediaId } = (await page.evaluate(() => mediaOfDevice.keep())) as { mediaId: string };
    await expect.poll(() => rowOf(mediaId)).toMatchObject({ posterState: 'waiting' });
    const row = await rowOf(mediaId);
    return pixelsOf(Buffer.from(await page.evaluate((name) => mediaOfDevice.base64Of(name), row!.poster!.fileName), 'base64'));
  }

  test('has a poster with the colours of the same film in SDR', async () => {
    expect(meanDifference(await posterOf('bars'), await sdrBars(films))).toBeLessThan(10);
  });

  test('keeps brightness steps above white distinct in its poster', async () => {
    const steps = stepsIn(await posterOf('stairs'));
    for (const [at, step] of steps.slice(1).entries()) expect(step - (steps[at] ?? 0)).toBeGreaterThan(0);
  });
});

test('keeps a video that it cannot decode, without a poster', async () => {
  const file = await fileOf(50_000, 'camera.mov');
  await pick(file.path);
  const { media } = await page.evaluate(() => mediaOfDevice.keep());
  expect(media).toMatchObject({ state: 'kept', type: 'video/quicktime', poster: null });
});

test('refuses a wrong file type at once, with the type in the message', async () => {
  const pdf = join(folder, 'plan.pdf');
  await writeFile(pdf, '%PDF-1.7');
  await pick(pdf);
  expect(await page.evaluate(() => mediaOfDevice.keep())).toEqual({
    words: 'Only a video or a picture can be added. This file is neither (application/pdf).',
  });
});

test('refuses a file larger than the free space, and leaves nothing behind', async () => {
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.overrideQuotaForOrigin', { origin: site.origin, quotaSize: 24 * MB });
  const file = await fileOf(60 * MB);
  await pick(file.path);
  const { words } = (await page.evaluate(() => mediaOfDevice.keep())) as { words: string };
  expect(words).toMatch(/^Not enough space on this phone for this file\. It needs 63 MB/);
  expect(await page.evaluate(() => mediaOfDevice.files())).toEqual([]);
});

test('at the next start, deletes a file that a browser kill left half-written, and marks it as failed', async () => {
  const file = await fileOf(160 * MB);
  await pick(file.path);
  const mediaId = await page.evaluate(() => mediaOfDevice.begin());
  await page.evaluate((id) => mediaOfDevice.holdWriting(id), mediaId);
  await device.kill();
  page = await device.reopen();
  await openPage();
  await page.evaluate(() => mediaOfDevice.recover());
  const row = await rowOf(mediaId);
  expect(row).toMatchObject({ state: 'failed', fileName: null, lastError: { code: 'lost' } });
  expect(await page.evaluate(() => mediaOfDevice.files())).toEqual([]);
});

test('stores a file in pieces when the browser has no private file system', async () => {
  const file = await fileOf(13 * MB);
  await pick(file.path);
  expect(await page.evaluate(() => mediaOfDevice.keepInPieces())).toEqual({ said: file.sha256, read: file.sha256 });
});
