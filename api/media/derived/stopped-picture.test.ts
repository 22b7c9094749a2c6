import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, onTestFinished, test } from 'vitest';
import { encodePicture, narrowPictures } from './picture.ts';

/** The id of the decoder that this process has started; null before it runs. */
async function decoder(): Promise<number | null> {
  const children = await readFile(`/proc/self/task/${process.pid}/children`, 'utf8');
  for (const pid of children.trim().split(' ')) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (command.startsWith(process.execPath) && command.includes('decode-picture.mjs')) return Number(pid);
  }
  return null;
}

/** A picture of 56 megapixels, in a folder that is removed afterwards. */
async function largePhoto() {
  const folder = await mkdtemp(join(tmpdir(), 'longline-stopped-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'photo.jpg');
  const photo = sharp({ create: { width: 8_000, height: 7_000, channels: 3, background: 'red' } });
  await writeFile(file, await photo.jpeg().toBuffer());
  return { folder, picture: { ownerId: 'anna', file } };
}

describe.skipIf(process.platform !== 'linux')('a picture that is decoded while the server stops', () => {
  // Ctrl-C and systemd send the signal to the server and to its child processes.
  test.for(['SIGTERM', 'SIGINT'] as const)('gets 503 and is not refused when %s also ends its decoder', async (signal) => {
    const { folder, picture } = await largePhoto();
    const encoding = encodePicture(picture, join(folder, 'target')).catch((error: unknown) => error);
    await expect.poll(decoder).not.toBeNull();
    process.kill((await decoder())!, signal);
    expect(await encoding).toMatchObject({ code: 'unavailable', retryAfter: 60 });
  });

  test('does not delay the stop while it is made narrow', async () => {
    const { folder, picture } = await largePhoto();
    const stopping = new AbortController();
    const narrowing = narrowPictures(picture, folder, stopping.signal).catch((error: unknown) => error);
    await expect.poll(decoder).not.toBeNull();
    stopping.abort();
    expect(await narrowing).toMatchObject({ name: 'AbortError' });
    await expect.poll(decoder).toBeNull();
  });
});
