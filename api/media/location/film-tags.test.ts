import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EncodedFilms, openEncodedFilms } from '../../testing/encoded-films.ts';
import { LAKE } from '../../testing/sample-media.ts';
import { clearedFilm } from '../../testing/cleared-film.ts';

const run = promisify(execFile);
const PLANTED = 'Planted';
const TITLE = 'Heel work';

let films: EncodedFilms;
beforeAll(async () => {
  films = await openEncodedFilms();
  await writeFile(join(films.folder, 'way.srt'), `1\n00:00:00,000 --> 00:00:01,000\n${PLANTED} GPS ${LAKE}\n`);
});
afterAll(() => films.close());

const tags = (...names: string[]) => names.flatMap((name) => ['-metadata', `${name}=${PLANTED}`]);
const planted = [
  '-metadata',
  `title=${TITLE}`,
  '-metadata',
  `location=${LAKE}`,
  ...tags('comment', 'make', 'model', 'artist', 'com.apple.quicktime.make', 'encoder', 'description', 'copyright', 'software'),
  '-metadata:s:v:0',
  `title=${PLANTED}`,
  '-metadata:s:v:0',
  `handler_name=${PLANTED}`,
];
const h264 = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p'];

/** Checksums of all pictures and sound, decoded. */
async function shown(path: string): Promise<string> {
  const { stdout } = await run(films.programs.ffmpeg, [
    '-v',
    'error',
    '-xerror',
    '-i',
    path,
    '-map',
    '0:v',
    '-map',
    '0:a',
    '-f',
    'framemd5',
    '-',
  ]);
  return stdout;
}

test.for([
  { name: 'tags.mp4', mediaType: 'video/mp4', codecs: h264, keepsTitle: true },
  { name: 'keys.mp4', mediaType: 'video/mp4', codecs: [...h264, '-movflags', 'use_metadata_tags'], keepsTitle: true },
  { name: 'fragments.mp4', mediaType: 'video/mp4', codecs: [...h264, '-movflags', 'frag_keyframe+empty_moov'], keepsTitle: true },
  { name: 'tags.mov', mediaType: 'video/quicktime', codecs: h264, keepsTitle: true },
  { name: 'tags.mkv', mediaType: 'video/matroska', codecs: h264, keepsTitle: true },
  { name: 'tags.webm', mediaType: 'video/webm', codecs: ['-c:v', 'libvpx', '-c:a', 'libopus'], keepsTitle: true },
  { name: 'live.webm', mediaType: 'video/webm', codecs: ['-c:v', 'libvpx', '-c:a', 'libopus', '-live', '1'], keepsTitle: true },
  { name: 'tags.avi', mediaType: 'video/vnd.avi', codecs: ['-c:v', 'mjpeg', '-c:a', 'pcm_s16le'], keepsTitle: false },
])('keeps pictures and sound of $name, but no place, maker or comment', async ({ name, mediaType, codecs, keepsTitle }) => {
  const path = await films.film(name, ...planted, ...codecs);
  const cleared = await clear(path, mediaType);
  for (const word of [PLANTED, LAKE, 'Lavf']) expect([word, cleared.includes(word)]).toEqual([word, false]);
  if (keepsTitle) expect(cleared.includes(TITLE)).toBe(true);
});

test('blanks subtitles and attachments in Matroska', async () => {
  const plain = await films.film('plain.mkv', ...h264);
  const path = join(films.folder, 'way.mkv');
  const way = join(films.folder, 'way.srt');
  const attached = ['-attach', way, '-metadata:s:t', 'mimetype=text/plain'];
  await run(films.programs.ffmpeg, [
    '-v',
    'error',
    '-i',
    plain,
    '-i',
    way,
    '-map',
    '0',
    '-map',
    '1',
    '-c',
    'copy',
    ...attached,
    '-y',
    path,
  ]);
  const cleared = await clear(path, 'video/matroska');
  expect(cleared.includes(PLANTED)).toBe(false);
});

/** Clears a film. Checks that its pictures and sound are unchanged, and that a second run finds nothing more. */
async function clear(path: string, mediaType: string): Promise<Buffer> {
  const file = await readFile(path);
  expect(file.includes(PLANTED)).toBe(true);
  const cleared = await clearedFilm(file, mediaType);
  expect(cleared.length).toBe(file.length);
  expect((await clearedFilm(cleared, mediaType)).equals(cleared)).toBe(true);
  const target = `${path}.cleared`;
  await writeFile(target, cleared);
  expect(await shown(target)).toBe(await shown(path));
  return cleared;
}
