import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkFfmpeg } from './check-ffmpeg.ts';

it('finds nothing wrong with Debian’s ffmpeg', async () => {
  expect(await checkFfmpeg(process.env['PATH'] ?? '')).toEqual([]);
});

it('says that ffmpeg is missing, or lacks what the server asks for', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'longline-ffmpeg-'));
  expect(await checkFfmpeg(folder)).toEqual([expect.stringMatching(/^ffmpeg and ffprobe are not installed/)]);
  for (const name of ['ffmpeg', 'ffprobe']) {
    const program = join(folder, name);
    // As ffmpeg lists them: flags, name, inputs and outputs, description.
    writeFileSync(program, '#!/bin/sh\necho " .S scale V->V Scale"\necho " ... format V->V Convert"\necho " V....D libx264 H.264"\n');
    chmodSync(program, 0o755);
  }
  expect(await checkFfmpeg(folder)).toEqual([
    'ffmpeg lacks lut3d, thumbnail: some films get no poster or no copy. Install the full ffmpeg.',
    'ffmpeg lacks aac: some films get no poster or no copy. Install the full ffmpeg.',
  ]);
  rmSync(folder, { recursive: true });
});
