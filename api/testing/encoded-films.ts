import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Ffmpeg, findFfmpeg } from '../media/ports/ffmpeg.ts';

const run = promisify(execFile);

export interface EncodedFilms {
  programs: Ffmpeg;
  /** For files that a test writes. */
  folder: string;
  /** Path of a two-second test picture with a tone, encoded by ffmpeg rather than a browser. */
  film(name: string, ...codecs: string[]): Promise<string>;
  /** 10-bit HEVC, as from an iPhone. */
  iphoneFilm(): Promise<string>;
  close(): Promise<void>;
}

/** Videos in many formats, encoded on demand. @throws without ffmpeg */
export async function openEncodedFilms(): Promise<EncodedFilms> {
  const programs = findFfmpeg(process.env['PATH'] ?? '');
  if (!programs) throw new Error('These tests need ffmpeg and ffprobe on PATH');
  const folder = await mkdtemp(join(tmpdir(), 'longline-films-'));
  const film = async (name: string, ...codecs: string[]) => {
    const path = join(folder, name);
    if (existsSync(path)) return path;
    const picture = ['-f', 'lavfi', '-i', 'testsrc=size=640x360:rate=15:duration=2'];
    const tone = ['-f', 'lavfi', '-i', 'sine=duration=2'];
    await run(programs.ffmpeg, ['-v', 'error', ...picture, ...tone, ...codecs, '-y', path]);
    return path;
  };
  return {
    programs,
    folder,
    film,
    iphoneFilm: () =>
      film('iphone.mov', '-c:v', 'libx265', '-x265-params', 'log-level=none', '-pix_fmt', 'yuv420p10le', '-tag:v', 'hvc1', '-c:a', 'aac'),
    close: () => rm(folder, { recursive: true, force: true }),
  };
}
