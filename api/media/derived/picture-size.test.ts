import sharp from 'sharp';
import { expect, test } from 'vitest';
import { heic } from '../../testing/sample-media.ts';
import { pictureSize } from './picture-size.ts';

const drawn = sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } });
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"/>';

test.for([
  ['JPEG', () => drawn.clone().jpeg().toBuffer()],
  ['WebP', () => drawn.clone().webp().toBuffer()],
] as const)('reads the size of a %s, which the server encodes', async ([, encode]) => {
  expect(await pictureSize(await encode())).toEqual({ width: 40, height: 30 });
});

test.for([
  ['AVIF', () => drawn.clone().avif().toBuffer()],
  ['GIF', () => drawn.clone().gif().toBuffer()],
  ['HEIC', () => heic()],
  ['PNG', () => drawn.clone().png().toBuffer()],
  ['SVG', () => Buffer.from(svg)],
  ['TIFF', () => drawn.clone().tiff().toBuffer()],
] as const)('does not open a %s, which only a person can have made', async ([, encode]) => {
  const beginning = await encode();
  expect(await pictureSize(beginning)).toBeNull();
  await expect(sharp(beginning).metadata()).rejects.toThrow('unsupported image format');
});
