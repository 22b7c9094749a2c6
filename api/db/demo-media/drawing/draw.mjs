// Draws the films, posters and portraits of the demo into the folder above: node api/db/demo-media/drawing/draw.mjs
// Needs ffmpeg. The files are in the repository, so that the demo itself needs no ffmpeg.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { FILMS } from './films.mjs';
import { PORTRAITS } from './portraits.mjs';
import { HEIGHT, WIDTH } from './scenery.mjs';

const RATE = 25;
const asked = process.argv.slice(2);
const isAsked = ([name]) => asked.length === 0 || asked.includes(name);
const target = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));

for (const [name, film] of Object.entries(FILMS).filter(isAsked)) {
  await sharp(Buffer.from(film.draw(film.poster)))
    .jpeg({ quality: 80, mozjpeg: true })
    .toFile(target(`${name}.jpg`));
  await encode(film, target(`${name}.mp4`));
}
for (const [name, svg] of Object.entries(PORTRAITS).filter(isAsked)) {
  await sharp(Buffer.from(svg))
    .jpeg({ quality: 82, mozjpeg: true })
    .toFile(target(`${name}.jpg`));
}

/** H.264 with its index first, which every browser plays. */
async function encode({ seconds, draw }, file) {
  const raw = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${WIDTH}x${HEIGHT}`, '-r', `${RATE}`, '-i', '-'];
  const coded = [
    '-c:v',
    'libx264',
    '-preset',
    'veryslow',
    '-tune',
    'animation',
    '-crf',
    '30',
    '-pix_fmt',
    'yuv420p',
    '-movflags',
    '+faststart',
  ];
  const plain = ['-fflags', '+bitexact', '-flags:v', '+bitexact', '-map_metadata', '-1'];
  const ffmpeg = spawn('ffmpeg', ['-v', 'error', '-y', ...raw, ...coded, ...plain, file], { stdio: ['pipe', 'inherit', 'inherit'] });
  const ended = once(ffmpeg, 'exit');
  for (let number = 0; number < seconds * RATE; number += 1) {
    const pixels = await sharp(Buffer.from(draw(number / RATE)))
      .flatten()
      .removeAlpha()
      .raw()
      .toBuffer();
    if (!ffmpeg.stdin.write(pixels)) await once(ffmpeg.stdin, 'drain');
  }
  ffmpeg.stdin.end();
  const [code] = await ended;
  if (code !== 0) throw new Error(`ffmpeg failed for ${file}`);
}
