import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { isBarePicture } from './is-bare-picture.ts';

const noise = (channels: 3 | 4) =>
  sharp({ create: { width: 60, height: 40, channels, background: '#123456', noise: { type: 'gaussian', mean: 120, sigma: 60 } } });

const pictures = {
  'a JPEG': () => noise(3).jpeg().toBuffer(),
  'a progressive JPEG': () => noise(3).jpeg({ progressive: true }).toBuffer(),
  'a WebP': () => noise(3).webp().toBuffer(),
  'a WebP without loss': () => noise(3).webp({ lossless: true }).toBuffer(),
  'a WebP with transparency': () =>
    sharp({ create: { width: 60, height: 40, channels: 4, background: { r: 9, g: 200, b: 90, alpha: 0.5 } } })
      .webp()
      .toBuffer(),
};

describe.each(Object.entries(pictures))('%s', (_name, make) => {
  it('is bare as an encoder writes it', async () => {
    expect(isBarePicture(await make())).toBe(true);
  });

  it('is not with metadata, a profile, bytes behind its end, or without its last bytes', async () => {
    const bare = await make();
    expect(
      isBarePicture(
        await sharp(bare)
          .withExif({ IFD0: { Copyright: 'Anna' } })
          .toBuffer(),
      ),
    ).toBe(false);
    expect(isBarePicture(await sharp(bare).withIccProfile('srgb').toBuffer())).toBe(false);
    expect(isBarePicture(await sharp(bare).withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>').toBuffer())).toBe(false);
    expect(isBarePicture(Buffer.concat([bare, Buffer.from('more')]))).toBe(false);
    expect(isBarePicture(bare.subarray(0, -3))).toBe(false);
  });
});

it('a JPEG with a comment, a thumbnail, or another segment is not bare', async () => {
  const bare = await pictures['a JPEG']();
  const behindStart = (segment: Buffer) => Buffer.concat([bare.subarray(0, 2), segment, bare.subarray(2)]);
  expect(isBarePicture(behindStart(Buffer.from([0xff, 0xfe, 0x00, 0x04, 0x68, 0x69])))).toBe(false);
  expect(isBarePicture(behindStart(Buffer.from('ffe000134a46494600010100000100010101abcdef', 'hex')))).toBe(false);
  expect(isBarePicture(behindStart(bare.subarray(2, 20)))).toBe(false);
  expect(isBarePicture(behindStart(Buffer.from([0xff, 0xed, 0x00, 0x04, 0x68, 0x69])))).toBe(false);
});

it('a WebP with more than one image, or an animation within another, is not bare', async () => {
  const bare = await pictures['a WebP']();
  const chunk = (kind: string, content: Buffer) => {
    const head = Buffer.alloc(8);
    head.write(kind, 'latin1');
    head.writeUInt32LE(content.length, 4);
    return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
  };
  const webp = (...chunks: Buffer[]) => {
    const content = Buffer.concat([Buffer.from('WEBP'), ...chunks]);
    const head = Buffer.from('RIFF....');
    head.writeUInt32LE(content.length, 4);
    return Buffer.concat([head, content]);
  };
  const image = bare.subarray(12);
  const head = chunk('VP8X', Buffer.from([2, 0, 0, 0, 59, 0, 0, 39, 0, 0]));
  const loop = chunk('ANIM', Buffer.alloc(6));
  const frame = chunk('ANMF', Buffer.concat([Buffer.alloc(16), image]));
  expect(isBarePicture(webp(image))).toBe(true);
  expect(isBarePicture(webp(head, loop, frame, frame))).toBe(true);
  expect(isBarePicture(webp(image, image))).toBe(false);
  expect(isBarePicture(webp(image, chunk('ANIM', Buffer.from('hidden'))))).toBe(false);
  expect(isBarePicture(webp(head, loop, chunk('ANMF', Buffer.concat([Buffer.alloc(16), frame]))))).toBe(false);
  expect(isBarePicture(webp(chunk('VP8X', Buffer.alloc(40)), image))).toBe(false);
});

it('another format, or none, is not bare', async () => {
  expect(isBarePicture(await noise(3).png().toBuffer())).toBe(false);
  expect(isBarePicture(Buffer.alloc(0))).toBe(false);
  expect(isBarePicture(Buffer.from('RIFF....WEBP'))).toBe(false);
});
