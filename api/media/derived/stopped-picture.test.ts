import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { encodePicture } from './picture.ts';

/** The process that this one started to decode; null before it is there. */
async function decoder(): Promise<number | null> {
  const children = await readFile(`/proc/self/task/${process.pid}/children`, 'utf8');
  for (const pid of children.trim().split(' ')) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (command.startsWith(process.execPath) && command.includes('decode-picture.mjs')) return Number(pid);
  }
  return null;
}

// Ctrl-C and systemd send the signal to the server and to all that it started.
test.skipIf(process.platform !== 'linux').for(['SIGTERM', 'SIGINT'] as const)(
  'a picture whose decoding %s ends is not refused: the upload waits',
  async (signal) => {
    const folder = await mkdtemp(join(tmpdir(), 'longline-stopped-'));
    const file = join(folder, 'photo.jpg');
    const photo = sharp({ create: { width: 8_000, height: 7_000, channels: 3, background: 'red' } });
    await writeFile(file, await photo.jpeg().toBuffer());
    const encoding = encodePicture({ ownerId: 'anna', file }, join(folder, 'target')).catch((error: unknown) => error);
    await expect.poll(decoder).not.toBeNull();
    process.kill((await decoder())!, signal);
    expect(await encoding).toMatchObject({ code: 'unavailable', retryAfter: 60 });
    await rm(folder, { recursive: true });
  },
);
