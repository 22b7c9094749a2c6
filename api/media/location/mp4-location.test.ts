import { describe, expect, test } from 'vitest';
import { clearedFilm, sourceOf } from '../../testing/cleared-film.ts';
import { box, LAKE, locationTrack, noise, placeInUserData } from '../../testing/sample-media.ts';
import { findLocation } from './find-location.ts';

const cleared = (file: Buffer) => clearedFilm(file, 'video/mp4');
const latin = (text: string) => Buffer.from(text, 'latin1');
const CHUNKS = 10;
const CHUNK_BYTES = 1_000;
const frames = noise(CHUNKS * CHUNK_BYTES, 5);
const head = box('ftyp', latin('isom\0\0\0\0isom'));

/** The `moov` of frames that begin at this offset; every second chunk belongs to another track. @param gap in their middle */
const moovOf = (offset: number, gap = 0) => {
  const offsetOf = (chunk: number) => offset + chunk * CHUNK_BYTES + (chunk < CHUNKS / 2 ? 0 : gap);
  return box(
    'moov',
    locationTrack(CHUNKS / 2, CHUNK_BYTES, (chunk) => offsetOf(2 * chunk), 'avc1'),
    locationTrack(CHUNKS / 2, CHUNK_BYTES, (chunk) => offsetOf(2 * chunk + 1), 'mp4a'),
  );
};
const moov = moovOf(head.length + moovOf(0).length + 8);
const mdat = box('mdat', frames);
const sized = (whole: Buffer, size: number) => {
  const damaged = Buffer.from(whole);
  damaged.writeUInt32BE(size);
  return damaged;
};
const places = [box('uuid', noise(16), latin(LAKE)), box('free', latin(LAKE)), placeInUserData(), latin(`SEFH${LAKE}`)];

test.for([8, 9, 1_000, 1_008, 4_321, mdat.length - 1, mdat.length])(
  'keeps the frames behind a length of %s of their box, and blanks the boxes behind them',
  async (size) => {
    // What looks like a box of unknown type, as long as the rest of the file or ending within the frames.
    for (const inFrames of [latin('\0\0\0\0'), latin('\0\0\x07\xd0'), latin('\xff\xff\xff\xff')]) {
      const film = sized(mdat, size);
      if (size < mdat.length - 4) film.set(inFrames, size);
      const file = Buffer.concat([head, moov, film, ...places]);
      const after = await cleared(file);
      expect(after.includes(film)).toBe(true);
      expect(after.includes(LAKE)).toBe(false);
      expect((await cleared(after)).equals(after)).toBe(true);
    }
  },
);

test.for([1, 3, 4, 7, 8, 15, 16])('blanks %s bytes after the last box', async (bytes) => {
  const after = await cleared(Buffer.concat([head, moov, mdat, noise(bytes)]));
  expect(after.equals(Buffer.concat([head, moov, mdat, Buffer.alloc(bytes)]))).toBe(true);
});

test('keeps frames whose box has a damaged type, wherever moov is', async () => {
  const damaged = box('mdaz', frames, noise(50));
  for (const film of [
    [head, moov, damaged],
    [head, damaged, moovOf(head.length + 8)],
  ]) {
    const after = await cleared(Buffer.concat([...film, ...places]));
    expect(after.includes(frames)).toBe(true);
    expect(after.includes(film[1]!)).toBe(true);
    expect(after.includes(LAKE)).toBe(false);
  }
});

test('blanks a box between two boxes of frames', async () => {
  const place = box('uuid', noise(16), latin(LAKE));
  const halves = [frames.subarray(0, frames.length / 2), frames.subarray(frames.length / 2)] as const;
  const first = box('mdat', halves[0]);
  const described = moovOf(head.length + moov.length + 8, place.length + 8);
  for (const film of [first, sized(first, 2_500)]) {
    const after = await cleared(Buffer.concat([head, described, film, place, box('mdat', halves[1]), ...places]));
    expect(after.includes(LAKE)).toBe(false);
    for (const half of halves) expect(after.includes(half)).toBe(true);
  }
});

test('keeps all of a film that ends within its frames, or whose box is too long', async () => {
  for (const file of [Buffer.concat([head, moov, mdat.subarray(0, 5_000)]), Buffer.concat([head, moov, sized(mdat, 100_000), ...places])])
    expect(await findLocation(sourceOf(file), 'video/mp4')).toEqual([]);
});

test('keeps the frames of one track when the table of the other is damaged', async () => {
  const damaged = Buffer.from(moov);
  damaged.writeUInt32BE(1_000_000, damaged.indexOf('stco') + 8);
  const film = sized(mdat, 1_000);
  const after = await cleared(Buffer.concat([head, damaged, film]));
  expect(after.includes(frames.subarray(0, 9_000))).toBe(true);
});

describe('in fragments', () => {
  const u32 = (...values: number[]) => Buffer.concat(values.map((value) => Buffer.from([value >>> 24, value >> 16, value >> 8, value])));
  const half = frames.length / 2;
  const samples = [half - 1_000, 600, 400];
  /** Fragments of two tracks: the second follows the first, in the same `mdat`. */
  const fragmentOf = (kind: string, size: number, start: number) => {
    const build = (offset: number) => {
      const [header, runs] = {
        'a size for each sample': [
          box('tfhd', u32(0x020000, 1)),
          [box('trun', u32(0x201, 3, offset), u32(...samples)), box('trun', u32(0x300, 1), u32(0, half))],
        ],
        'one size': [
          box('tfhd', u32(0x020018, 1, 40, half / 5)),
          [box('trun', u32(0x05, 5, offset, 0)), box('trun', u32(0x101, 5, offset + half), u32(0, 0, 0, 0, 0))],
        ],
        'an offset in the file': [
          box('tfhd', u32(0x01, 1, 0, start)),
          [box('trun', u32(0x201, 1, offset, half)), box('trun', u32(0x200, 1, half))],
        ],
      }[kind] as [Buffer, Buffer[]];
      return box('moof', box('mfhd', u32(0, 1)), box('traf', header, ...runs));
    };
    return Buffer.concat([build(build(0).length + 8), sized(mdat, size)]);
  };
  const empty = box(
    'moov',
    locationTrack(0, 0, () => 0, 'avc1'),
    box('mvex'),
  );

  test.for(['a size for each sample', 'one size', 'an offset in the file'])(
    'keeps frames behind a damaged length, given %s',
    async (kind) => {
      const start = Buffer.concat([head, empty]);
      for (const size of [8, 1_000, 7_777, mdat.length]) {
        const first = fragmentOf(kind, size, start.length);
        const second = fragmentOf(kind, size, start.length + first.length + places[0]!.length);
        const after = await cleared(Buffer.concat([start, first, places[0]!, second, ...places]));
        expect(after.includes(first)).toBe(true);
        expect(after.includes(second)).toBe(true);
        expect(after.includes(LAKE)).toBe(false);
      }
    },
  );

  test('blanks what follows a fragment whose table is damaged', async () => {
    const damaged = Buffer.from(fragmentOf('a size for each sample', mdat.length, 0));
    damaged.writeUInt32BE(1_000, damaged.indexOf('trun') + 8);
    const after = await cleared(Buffer.concat([head, empty, damaged, ...places]));
    expect(after.includes(damaged)).toBe(true);
    expect(after.includes(LAKE)).toBe(false);
  });
});
