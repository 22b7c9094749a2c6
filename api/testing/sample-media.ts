import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';

/** Videos and pictures built byte by byte, so that tests need no encoder. Valid as far as the server parses them. */

/** In hex, as in the server's answers. */
export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const u32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const latin = (text: string) => Buffer.from(text, 'latin1');

/** A box of the ISO base media format. */
export function box(type: string, ...content: Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([u32(body.length + 8), latin(type), body]);
}

const fullBox = (type: string, ...content: Uint8Array[]) => box(type, u32(0), ...content);

/** Bytes like those of a video: no repeated pieces. The same seed gives the same bytes. */
export function noise(length: number, seed = 1): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  let state = seed >>> 0 || 1;
  for (let at = 0; at < length; at++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    bytes[at] = state & 0xff;
  }
  return bytes;
}

export const LAKE = '+51.4769-000.0005+046.000/';

/** QuickTime user data with a location, as phones write it. */
export const placeInUserData = () => box('udta', box('\xa9xyz', Buffer.from([0, LAKE.length, 0x15, 0xc7]), latin(LAKE)));

/** QuickTime metadata keys as iPhones write them: one with a location, one without. */
export function placeInKeys(): Buffer {
  const entry = (index: number, value: string) => box(u32(index).toString('latin1'), box('data', u32(1), u32(0), latin(value)));
  return box(
    'meta',
    box('hdlr', Buffer.alloc(24)),
    fullBox('keys', u32(2), box('mdta', latin('com.apple.quicktime.location.ISO6709')), box('mdta', latin('com.apple.quicktime.make'))),
    box('ilst', entry(1, LAKE), entry(2, 'Apple')),
  );
}

/** A track whose samples begin at this offset of the file. */
export function trackAt(format: string, offset: number, sampleSize: number, samples: number): Buffer {
  return box(
    'trak',
    box(
      'mdia',
      box(
        'minf',
        box(
          'stbl',
          fullBox('stsd', u32(1), box(format, Buffer.alloc(8))),
          fullBox('stsz', u32(sampleSize), u32(samples)),
          fullBox('stsc', u32(1), u32(1), u32(samples), u32(1)),
          fullBox('stco', u32(1), u32(offset)),
        ),
      ),
    ),
  );
}

/** A track of positions in chunks of one sample. @param offsetOf offset of a chunk */
export function locationTrack(chunks: number, sampleSize: number, offsetOf: (chunk: number) => number, format = 'camm'): Buffer {
  const offsets = Buffer.from(Uint32Array.from({ length: chunks }, (_, chunk) => offsetOf(chunk)).buffer).swap32();
  const table = box(
    'stbl',
    fullBox('stsd', u32(1), box(format, Buffer.alloc(8))),
    fullBox('stsz', u32(sampleSize), u32(chunks)),
    fullBox('stsc', u32(1), u32(1), u32(1), u32(1)),
    fullBox('stco', u32(chunks), offsets),
  );
  return box('trak', box('mdia', box('minf', table)));
}

/**
 * An MP4 of about `size` bytes.
 * @param about boxes inside `moov`
 * @param moovFirst puts `moov` first, as for streaming; otherwise it is last, as cameras write it
 */
export function mp4({
  size = 20_000,
  about = [],
  moovFirst = false,
  brand = 'isom',
  seed = 1,
}: {
  size?: number;
  about?: Buffer[];
  moovFirst?: boolean;
  brand?: string;
  seed?: number;
} = {}): Buffer {
  const ftyp = box('ftyp', latin(brand), u32(512), latin('isommp42'));
  const moov = box('moov', fullBox('mvhd', Buffer.alloc(96)), ...about);
  const film = box('mdat', noise(Math.max(0, size - ftyp.length - moov.length - 8), seed));
  return Buffer.concat(moovFirst ? [ftyp, moov, film] : [ftyp, film, moov]);
}

const vint = (value: number, length: number) => {
  const bytes = Buffer.alloc(length);
  bytes.writeUIntBE(value, 0, length);
  bytes[0]! |= 0x80 >> (length - 1);
  return bytes;
};
const element = (id: string, ...content: Uint8Array[]) => {
  const body = Buffer.concat(content);
  return Buffer.concat([Buffer.from(id, 'hex'), vint(body.length, 4), body]);
};

/** A WebM. @param tags names and values @param openEnded leaves out lengths, as recording browsers do */
export function webm({
  tags = {},
  inTag = Buffer.alloc(0),
  openEnded = false,
  size = 5_000,
}: {
  tags?: Record<string, string>;
  inTag?: Buffer;
  openEnded?: boolean;
  size?: number;
} = {}): Buffer {
  const header = element('1a45dfa3', element('4282', latin('webm')));
  const cluster = [element('e7', Buffer.from([0])), element('a3', noise(size))];
  const tagged = element(
    '1254c367',
    element(
      '7373',
      ...Object.entries(tags).map(([name, value]) => element('67c8', element('45a3', latin(name)), element('4487', latin(value)))),
      inTag,
    ),
  );
  const open = (id: string) => Buffer.concat([Buffer.from(id, 'hex'), Buffer.from('01ffffffffffffff', 'hex')]);
  if (openEnded) return Buffer.concat([header, open('18538067'), open('1f43b675'), ...cluster, open('1f43b675'), ...cluster, tagged]);
  return Buffer.concat([header, element('18538067', element('1f43b675', ...cluster), tagged)]);
}

const crcTable = Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value >>> 0;
});
const crc = (bytes: Uint8Array) => {
  let value = 0xffffffff;
  for (const byte of bytes) value = crcTable[(value ^ byte) & 0xff]! ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
};

/** A single-colour PNG of any size: megapixels take a few bytes. */
export function png(width: number, height: number): Buffer {
  const chunk = (type: string, content: Uint8Array) => {
    const body = Buffer.concat([latin(type), content]);
    return Buffer.concat([u32(content.length), body, u32(crc(body))]);
  };
  const rows = Buffer.alloc(height * (1 + Math.ceil(width / 8)));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    // One bit of grey per pixel.
    chunk('IHDR', Buffer.concat([u32(width), u32(height), Buffer.from([1, 0, 0, 0, 0])])),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/**
 * A HEIC that our decoder cannot read, with an Exif item that holds a location.
 * @param construction how `iloc` addresses items; nothing supports 2
 */
export function heic({ construction = 0 }: { construction?: number } = {}): Buffer {
  const u16 = (value: number) => Buffer.from([value >> 8, value & 0xff]);
  const infe = (id: number, type: string) => box('infe', Buffer.from([2, 0, 0, 0]), u16(id), u16(0), latin(`${type}\0`));
  const exif = latin(`Exif\0\0MM\0*GPS ${LAKE}`);
  const image = noise(600, 7);
  const build = (offset: number) =>
    Buffer.concat([
      box('ftyp', latin('heic'), u32(0), latin('mif1heic')),
      fullBox(
        'meta',
        fullBox('hdlr', u32(0), latin('pict'), Buffer.alloc(13)),
        fullBox('pitm', u16(1)),
        fullBox('iinf', u16(2), infe(1, 'hvc1'), infe(2, 'Exif')),
        box(
          'iloc',
          Buffer.from([1, 0, 0, 0, 0x44, 0x00]),
          u16(2),
          ...[
            { id: 1, at: offset, length: image.length },
            { id: 2, at: offset + image.length, length: exif.length },
          ].map(({ id, at, length }) => Buffer.concat([u16(id), u16(construction), u16(0), u16(1), u32(at), u32(length)])),
        ),
      ),
      box('mdat', image, exif),
    ]);
  return build(build(0).length - image.length - exif.length);
}
