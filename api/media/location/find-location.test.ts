import { expect, test } from 'vitest';
import { clearedFilm, sourceOf } from '../../testing/cleared-film.ts';
import { box, heic, LAKE, mp4, noise, placeInKeys, placeInUserData, trackAt, locationTrack, webm } from '../../testing/sample-media.ts';
import { applyPatches } from '../store/patch.ts';
import { findLocation } from './find-location.ts';

const withoutLocation = (file: Buffer, mediaType = 'video/mp4') => clearedFilm(file, mediaType);

const film = (file: Buffer) => file.subarray(file.indexOf('mdat') + 4, file.indexOf('mdat') + 10_000);
const latin = (text: string) => Buffer.from(text, 'latin1');

test.for([
  { what: 'user data of the video', about: [placeInUserData()] },
  { what: 'user data of a track', about: [box('trak', placeInUserData())] },
  { what: 'metadata keys', about: [placeInKeys()] },
  { what: 'metadata keys in user data', about: [box('udta', placeInKeys())] },
  { what: 'user data of 3GPP', about: [box('udta', box('loci', latin(LAKE)))] },
  { what: 'a dash camera’s own box', about: [box('gps ', latin(LAKE))] },
  { what: 'XMP', about: [box('udta', box('XMP_', latin(`<exif:GPSLatitude>${LAKE}</exif:GPSLatitude>`)))] },
  { what: 'user data of a track’s media', about: [box('trak', box('mdia', placeInUserData()))] },
  { what: 'Exif, whose location is numeric', about: [box('udta', box('Exif', latin(`MM\0*\x88\x25${LAKE}`)))] },
  { what: 'Exif in a uuid box', about: [box('uuid', noise(16), latin(`II*\0${LAKE}`))] },
  { what: 'a thumbnail', about: [box('udta', box('thmb', latin(`\xff\xd8\xff\xe1${LAKE}`)))] },
  {
    what: 'a dash camera’s space',
    about: [box('free', box('gps ', latin(LAKE)), box('cprt', latin('Maker')), box('ptnm', latin('Model')))],
  },
  { what: 'a camera’s space', about: [box('skip', box('CNMN', latin('Canon')), box('CNTH', latin(LAKE)))] },
  { what: 'space among user data', about: [box('udta', box('free', latin(LAKE)))] },
  { what: 'space in a track', about: [box('trak', box('wide', latin(LAKE)))] },
  { what: 'space among tags', about: [box('udta', box('meta', box('hdlr', Buffer.alloc(24)), box('ilst', box('free', latin(LAKE)))))] },
  { what: 'XMP in a uuid box', about: [box('uuid', noise(16), latin(`exif:GPSLongitude="${LAKE}"`))] },
])('blanks the location in $what, wherever moov is, and moves nothing', async ({ about }) => {
  for (const moovFirst of [true, false]) {
    const file = mp4({ about, moovFirst });
    expect(file.includes(LAKE)).toBe(true);
    const cleared = await withoutLocation(file);
    expect(cleared.includes(LAKE)).toBe(false);
    expect(cleared.length).toBe(file.length);
    expect(film(cleared).equals(film(file))).toBe(true);
    // A second run finds nothing more, or the same patches.
    expect((await withoutLocation(cleared)).equals(cleared)).toBe(true);
  }
});

test.for([
  { where: 'beside the moov', lay: (place: Buffer) => [mp4(), place] },
  { where: 'in space beside the moov', lay: (place: Buffer) => [mp4(), box('free', place), box('skip', place), box('wide', place)] },
  { where: 'in a fragment', lay: (place: Buffer) => [mp4(), box('moof', place)] },
  { where: 'in a track of a fragment', lay: (place: Buffer) => [mp4(), box('moof', box('traf', place))] },
])('blanks a location $where', async ({ lay }) => {
  const cleared = await withoutLocation(Buffer.concat(lay(placeInUserData())));
  expect(cleared.includes(LAKE)).toBe(false);
});

test('keeps a title, but no maker, comment, program or unknown box', async () => {
  const about = [
    placeInKeys(),
    box('udta', box('\xa9nam', latin('Heelwork')), box('\xa9mak', latin('Apple')), box('\xa9cmt', latin('Lake'))),
    box('udta', box('XMP_', latin('<xmp:CreatorTool>Cut</xmp:CreatorTool>')), box('mdat', latin('Lake'))),
    box('trak', box('mdia', box('minf', box('stbl', box('Lake', latin('Lake')))))),
    box('uuid', noise(16), latin('Lake')),
    box('trak', box('mdia', box('hdlr', Buffer.alloc(24), latin('GoPro AVC')))),
    box(
      'trak',
      box(
        'mdia',
        box('minf', box('stbl', box('stsd', Buffer.alloc(8), box('avc1', Buffer.alloc(42), latin('GoPro AVC'), Buffer.alloc(27))))),
      ),
    ),
  ];
  const cleared = await withoutLocation(Buffer.concat([mp4({ about }), box('Lake', latin('Lake')), latin('SEFTLake')]));
  expect(cleared.includes('Heelwork')).toBe(true);
  for (const gone of ['Apple', 'CreatorTool', 'GoPro', 'Lake']) expect([gone, cleared.includes(gone)]).toEqual([gone, false]);
});

test('finds nothing in a video without a location', async () => {
  expect(await findLocation(sourceOf(mp4({ about: [box('udta', box('\xa9nam', latin('Sit')))] })), 'video/mp4')).toEqual([]);
  expect(await findLocation(sourceOf(webm({ tags: { TITLE: 'Sit' } })), 'video/webm')).toEqual([]);
});

test('leaves a video unchanged if its boxes of space hold only zeros', async () => {
  const space = [box('free', Buffer.alloc(5_000)), box('skip', Buffer.alloc(50)), box('wide')];
  const file = Buffer.concat([mp4({ about: [box('udta', ...space)] }), ...space]);
  expect((await withoutLocation(file)).equals(file)).toBe(true);
});

test('blanks the position boxes of a dash camera between the frames, but no frame', async () => {
  const u32 = (value: number) => Buffer.from([value >>> 24, (value >> 16) & 0xff, (value >> 8) & 0xff, value & 0xff]);
  const block = box('free', latin(`GPS ${LAKE}`));
  const ftyp = box('ftyp', latin('isom\0\0\0\0isom'));
  const frames = [noise(500, 3), noise(500, 4)] as const;
  const mdat = box('mdat', frames[0], block, frames[1], block);
  const first = ftyp.length + 8 + 500;
  const listed = [first, first + block.length + 500].flatMap((offset) => [u32(offset), u32(block.length)]);
  // The last entry is wrong: it points at a frame, which must stay.
  const list = box('gps ', Buffer.alloc(8), ...listed, u32(ftyp.length + 8), u32(400));
  const file = Buffer.concat([ftyp, mdat, box('moov', list), block]);
  const cleared = await withoutLocation(file);
  expect(cleared.length).toBe(file.length);
  expect(cleared.includes(LAKE)).toBe(false);
  expect(frames.map((frame) => cleared.includes(frame))).toEqual([true, true]);
  expect((await withoutLocation(cleared)).equals(cleared)).toBe(true);
});

test('refuses a list of more positions than any dash camera writes', async () => {
  const listOf = (positions: number) => mp4({ about: [box('gps ', Buffer.alloc(8 + 8 * positions))] });
  expect(await findLocation(sourceOf(listOf(20_000)), 'video/mp4')).toHaveLength(2);
  await expect(findLocation(sourceOf(listOf(20_001)), 'video/mp4')).rejects.toMatchObject({ code: 'unsupported_type' });
});

test('counts positions over all lists of a file', async () => {
  const list = box('gps ', Buffer.alloc(8 + 8 * 15_000));
  await expect(findLocation(sourceOf(mp4({ about: [list, list] })), 'video/mp4')).rejects.toMatchObject({ code: 'unsupported_type' });
});

test.for([
  { where: 'side by side', offsetOf: (text: number) => 100 + text, most: 20 },
  { where: 'apart', offsetOf: (text: number) => (text % 2) * 10_000 + text, most: 1_020 },
])('reads 5,000 subtitles of one byte that lie $where in fewer than $most reads', async ({ offsetOf, most }) => {
  const source = sourceOf(mp4({ about: [locationTrack(5_000, 1, offsetOf, 'tx3g')] }));
  let reads = 0;
  await findLocation({ ...source, read: (offset, length) => ((reads += 1), source.read(offset, length)) }, 'video/mp4');
  expect(reads).toBeLessThan(most);
});

test('refuses more tracks of one-byte subtitles than any film has', async () => {
  const film = (tracks: number) =>
    mp4({ about: Array.from({ length: tracks }, () => locationTrack(1_000, 1, (text) => 100 + text, 'tx3g')) });
  expect(await findLocation(sourceOf(film(20)), 'video/mp4')).toEqual([]);
  await expect(findLocation(sourceOf(film(21)), 'video/mp4')).rejects.toMatchObject({ code: 'unsupported_type' });
});

test.for([
  { words: `F/2.8, SS 320, GPS (${LAKE}, 18)`, tells: true },
  { words: '[iso : 110] [latitude: 51.4769] [longitude: -0.0005]', tells: true },
  { words: 'Watch the long lines of the latest platform: she waits.', tells: false },
])('blanks subtitles only if they contain positions: $words', async ({ words, tells }) => {
  const track = (at: number) => mp4({ size: 20_000, moovFirst: true, about: [trackAt('tx3g', at, words.length, 2)] });
  const at = track(0).indexOf('mdat') + 4;
  const file = track(at);
  file.write(words + words, at, 'latin1');
  expect(await findLocation(sourceOf(file), 'video/mp4')).toEqual(tells ? [{ offset: at, length: 2 * words.length }] : []);
});

test('blanks the track in which a camera recorded its position, and no other', async () => {
  const at = 100;
  const file = mp4({ size: 20_000, about: [trackAt('gpmd', at, 50, 4), trackAt('avc1', 5_000, 50, 4)] });
  const patches = await findLocation(sourceOf(file), 'video/mp4');
  expect(patches).toEqual([{ offset: at, length: 200 }]);
});

test.for([
  {
    what: 'a table longer than its box',
    about: [box('trak', box('mdia', box('minf', box('stbl', box('stsd', latin('\0\0\0\0\0\0\0\x01'), box('gpmd', Buffer.alloc(8)))))))],
  },
  { what: 'a compressed moov', about: [box('cmov', noise(50))] },
])('refuses a video with $what, because its location cannot be found reliably', async ({ about }) => {
  await expect(findLocation(sourceOf(mp4({ about })), 'video/mp4')).rejects.toMatchObject({ code: 'unsupported_type' });
});

test('refuses a video whose boxes do not fit, or that has no moov', async () => {
  const file = mp4({ moovFirst: true });
  const broken = Buffer.from(file);
  broken.writeUInt32BE(3, broken.indexOf('moov') - 4);
  await expect(findLocation(sourceOf(broken), 'video/mp4')).rejects.toMatchObject({ code: 'unsupported_type' });
  await expect(findLocation(sourceOf(file.subarray(0, 32)), 'video/mp4')).rejects.toMatchObject({ code: 'unsupported_type' });
});

test('accepts a recording that is truncated after its moov, and one with garbage after it', async () => {
  const file = mp4({ about: [placeInUserData()], moovFirst: true });
  expect((await withoutLocation(file.subarray(0, file.length - 5_000))).includes(LAKE)).toBe(false);
  expect((await withoutLocation(Buffer.concat([file, noise(300)]))).includes(LAKE)).toBe(false);
});

test('blanks a range once even if the file names it a hundred thousand times', async () => {
  const file = mp4({ size: 500_000, about: [locationTrack(100_000, 15_000, () => 50)] });
  expect(await findLocation(sourceOf(file), 'video/mp4')).toEqual([{ offset: 50, length: 15_000 }]);
});

test('blanks an hour with a position per frame, and refuses tables larger than any video needs', async () => {
  const frames = 216_000;
  const hour = mp4({ size: 2_000_000, about: [locationTrack(frames, 1, (frame) => 100 + 2 * frame)] });
  expect(await findLocation(sourceOf(hour), 'video/mp4')).toHaveLength(frames);
  const most = locationTrack(300_000, 1, (frame) => 100 + 2 * frame);
  for (const about of [[most, locationTrack(1, 1, () => 50)], [locationTrack(2_000_000, 1, () => 100)]]) {
    await expect(findLocation(sourceOf(mp4({ about })), 'video/mp4')).rejects.toMatchObject({ code: 'unsupported_type' });
  }
});

test('blanks each of a hundred thousand locations', async () => {
  const places = box('udta', ...Array.from({ length: 100_000 }, () => box('loci', latin('x'))));
  expect(await findLocation(sourceOf(mp4({ about: [places] })), 'video/mp4')).toHaveLength(200_000);
});

test('blanks each of 150,000 locations in the tags of a WebM', async () => {
  const one = webm({ tags: { LOCATION: 'x' } });
  const inTag = Buffer.concat(Array<Buffer>(150_000).fill(one.subarray(one.lastIndexOf(Buffer.from('67c8', 'hex')))));
  expect(await findLocation(sourceOf(webm({ inTag })), 'video/webm')).toHaveLength(150_000);
});

test('refuses endlessly nested boxes before they exhaust memory', async () => {
  const depth = 50_000;
  const boxes = Buffer.alloc(8 * depth, '\0\0\0\0trak');
  const tags = Buffer.alloc(6 * depth, '\x67\xc8\0\0\0\0', 'latin1');
  for (let level = 0; level < depth; level++) {
    boxes.writeUInt32BE(boxes.length - 8 * level, 8 * level);
    tags.writeUInt32BE(0x10000000 + tags.length - 6 * (level + 1), 6 * level + 2);
  }
  const refused = { code: 'unsupported_type', message: "This file is damaged and can't be played." };
  await expect(findLocation(sourceOf(mp4({ about: [boxes] })), 'video/mp4')).rejects.toMatchObject(refused);
  await expect(findLocation(sourceOf(webm({ inTag: tags })), 'video/webm')).rejects.toMatchObject(refused);
});

test.for([false, true])('blanks locations in the tags of a WebM, open-ended: %s', async (openEnded) => {
  const file = webm({ tags: { LOCATION: LAKE, TITLE: 'Recall', 'COM.APPLE.QUICKTIME.LOCATION.ISO6709': LAKE }, openEnded });
  expect(file.includes(LAKE)).toBe(true);
  const cleared = await withoutLocation(file, 'video/webm');
  expect(cleared.includes(LAKE)).toBe(false);
  expect(cleared.includes('Recall')).toBe(true);
  expect(cleared.length).toBe(file.length);
});

test('blanks Exif in a HEIC, and refuses one whose parts cannot be located', async () => {
  const file = heic();
  const cleared = await withoutLocation(file, 'image/heic');
  expect(file.includes(LAKE)).toBe(true);
  expect(cleared.includes(LAKE)).toBe(false);
  expect(cleared.length).toBe(file.length);
  expect(cleared.subarray(0, 600).equals(file.subarray(0, 600))).toBe(true);
  await expect(findLocation(sourceOf(heic({ construction: 2 })), 'image/heic')).rejects.toMatchObject({ code: 'unsupported_type' });
});

test.for([
  { what: 'the video of a motion photo', beside: box('mpvd', mp4({ about: [placeInUserData()] })) },
  { what: 'a video', beside: box('moov', placeInUserData()) },
  { what: 'a uuid box', beside: box('uuid', noise(16), latin(LAKE)) },
  { what: 'a second meta box', beside: box('meta', latin(LAKE)) },
  { what: 'space', beside: Buffer.concat([box('free', latin(LAKE)), box('skip', latin(LAKE))]) },
  { what: 'bytes appended without a box', beside: latin(`SEFH${LAKE}`) },
])('blanks $what beside a HEIC’s picture, but not the picture', async ({ beside }) => {
  const file = Buffer.concat([heic(), beside]);
  const cleared = await withoutLocation(file, 'image/heic');
  expect(file.includes(LAKE, heic().length)).toBe(true);
  expect(cleared.includes(LAKE)).toBe(false);
  expect(cleared.length).toBe(file.length);
  expect(cleared.subarray(0, heic().length).equals(await withoutLocation(heic(), 'image/heic'))).toBe(true);
  expect((await withoutLocation(cleared, 'image/heic')).equals(cleared)).toBe(true);
});

test.for([
  ['video/mp4', mp4({ about: [placeInUserData(), placeInKeys()] })],
  ['video/webm', webm({ tags: { LOCATION: LAKE } })],
  ['image/heic', heic()],
] as const)('blanks the same bytes of a %s when an earlier attempt ended at any point', async ([mediaType, whole]) => {
  const file = Buffer.concat([whole, latin(`SEFH${LAKE}`)]);
  const cleared = await withoutLocation(file, mediaType);
  expect(cleared.includes(LAKE)).toBe(false);
  const patches = await findLocation(sourceOf(file), mediaType);
  for (let done = 1; done <= patches.length; done++) {
    const begun = Buffer.from(file);
    applyPatches(begun, 0, patches.slice(0, done), 0);
    expect((await withoutLocation(begun, mediaType)).equals(cleared), `${done} of ${patches.length}`).toBe(true);
  }
});

test('reads or refuses a video with any truncation or changed byte, and never blanks beyond the file', async () => {
  const file = mp4({ size: 1_500, about: [placeInUserData(), placeInKeys(), trackAt('gpmd', 40, 10, 3)] });
  for (let at = 0; at < file.length; at += 7) {
    const broken = Buffer.from(file);
    broken[at] = (broken[at]! + 0x81) & 0xff;
    for (const candidate of [broken, file.subarray(0, at)]) {
      const patches = await findLocation(sourceOf(candidate), 'video/mp4').catch((error: { code: string }) => {
        expect(error.code).toBe('unsupported_type');
        return [];
      });
      for (const { offset, length } of patches) {
        expect(offset).toBeGreaterThanOrEqual(0);
        expect(offset + length).toBeLessThanOrEqual(candidate.length);
      }
    }
  }
});
