import { describe, expect, test } from 'vitest';
import { clearedFilm, sourceOf } from '../../testing/cleared-film.ts';
import { LAKE, noise, webm } from '../../testing/sample-media.ts';
import { findLocation } from './find-location.ts';

const cleared = (file: Buffer) => clearedFilm(file, 'video/webm');
const latin = (text: string) => Buffer.from(text, 'latin1');

function element(id: string, ...content: Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(0x10000000 + body.length);
  return Buffer.concat([Buffer.from(id, 'hex'), size, body]);
}
const open = (id: string, ...content: Uint8Array[]) => Buffer.concat([Buffer.from(`${id}01ffffffffffffff`, 'hex'), ...content]);
const header = element('1a45dfa3', element('4282', latin('webm')));
const tracks = element(
  '1654ae6b',
  element('ae', element('d7', Buffer.from([1])), element('83', Buffer.from([1]))),
  element('ae', element('d7', Buffer.from([2])), element('83', Buffer.from([0x11]))),
);
/** Blocks of tracks 1, video, and 2, subtitles. */
const shown = element('a3', Buffer.from('81000080', 'hex'), noise(6_000, 5));
const hidden = element('a3', Buffer.from('82000080', 'hex'), latin(LAKE));
const place = element('ec', latin(LAKE));
const unknown = element('4abc', latin(LAKE));

const wholes = { closed: element, 'open-ended': open };

describe.for(Object.keys(wholes) as (keyof typeof wholes)[])('in a segment whose cluster is %s', (kind) => {
  const cluster = (...content: Uint8Array[]) => wholes[kind]('1f43b675', element('e7', Buffer.from([0])), ...content);
  const segment = (...content: Uint8Array[]) => Buffer.concat([header, element('18538067', ...content)]);

  test.for([
    { what: 'void in the segment', file: segment(tracks, place, cluster(shown, shown)) },
    { what: 'void between the frames', file: segment(tracks, cluster(shown, place, shown)) },
    { what: 'void with a frame', file: segment(tracks, cluster(element('a0', element('a1', noise(50)), place), shown)) },
    { what: 'void in a track', file: segment(element('1654ae6b', element('ae', place)), cluster(shown, shown)) },
    { what: 'void among tags', file: segment(element('1254c367', element('7373', place)), cluster(shown, shown)) },
    { what: 'an unknown element between the frames', file: segment(tracks, cluster(shown, unknown, shown)) },
    { what: 'an unknown element with a frame', file: segment(tracks, cluster(element('a0', element('a1', noise(50)), unknown), shown)) },
    { what: 'a frame of subtitles', file: segment(tracks, cluster(shown, hidden, shown)) },
    { what: 'a frame of subtitles before their track is described', file: segment(cluster(shown, hidden, shown), tracks) },
    { what: 'void after the segment', file: Buffer.concat([segment(cluster(shown)), place]) },
    { what: 'an element after the segment', file: Buffer.concat([segment(cluster(shown)), unknown]) },
    { what: 'bytes after the segment', file: Buffer.concat([segment(cluster(shown)), Buffer.alloc(5), latin(LAKE)]) },
    { what: 'words after the segment', file: Buffer.concat([segment(cluster(shown)), latin(`GPS ${LAKE}`)]) },
    { what: 'an endless element after the segment', file: Buffer.concat([segment(cluster(shown)), open('4abc', latin(LAKE))]) },
  ])('blanks $what, and nothing of the frames', async ({ file }) => {
    expect(file.includes(LAKE)).toBe(true);
    const after = await cleared(file);
    expect(after.includes(LAKE)).toBe(false);
    expect(after.length).toBe(file.length);
    const frames = (film: Buffer) => film.toString('latin1').split(shown.toString('latin1', 5)).length;
    expect(frames(after)).toBe(frames(file));
    expect((await cleared(after)).equals(after)).toBe(true);
  });
});

test('leaves a film unchanged if its void holds only zeros', async () => {
  const file = Buffer.concat([webm(), element('ec', Buffer.alloc(50))]);
  expect((await cleared(file)).equals(file)).toBe(true);
});

test.for([
  { what: 'is zero', file: Buffer.concat([header, Buffer.from('1853806780000000', 'hex'), tracks, element('1f43b675', shown)]) },
  { what: 'was never written', file: Buffer.concat([header, element('18538067'), tracks, element('1f43b675', shown, place)]) },
  {
    what: 'ends within a frame',
    file: Buffer.concat([header, Buffer.from('1853806710000064', 'hex'), tracks, element('1f43b675', shown, place), open('4abc')]),
  },
])('keeps frames beyond the length of a segment that $what', async ({ file }) => {
  const after = await cleared(file);
  expect(after.includes(shown)).toBe(true);
  expect(after.includes(LAKE)).toBe(false);
});

test.for([
  { what: 'leads beyond the end', damaged: Buffer.from('4abc1fffff00', 'hex') },
  { what: 'leads into a frame', damaged: Buffer.concat([unknown, Buffer.from('a38a', 'hex')]) },
  {
    what: 'leads into what looks like void',
    damaged: Buffer.concat([Buffer.from('a384ff', 'hex'), latin(`ABC`), place, Buffer.from('a38a', 'hex')]),
  },
  { what: 'leads into what looks like void with a frame', damaged: Buffer.concat([element('a0', place), Buffer.from('a38a', 'hex')]) },
])('keeps what is in a cluster with a length that $what', async ({ damaged }) => {
  const zeros = element('a3', Buffer.alloc(500));
  for (const whole of [element, open]) {
    const file = Buffer.concat([header, open('18538067', whole('1f43b675', shown, damaged, zeros))]);
    expect(await findLocation(sourceOf(file), 'video/webm')).toEqual([]);
  }
});

test.for([
  { what: 'an unknown part', rest: unknown },
  { what: 'void', rest: place },
])('keeps the frame in which a cluster ends too early, though its rest looks like $what', async ({ rest }) => {
  const frame = element('a3', Buffer.from('81000080', 'hex'), rest);
  const cluster = element('1f43b675', shown, frame);
  cluster.writeUInt32BE(cluster.readUInt32BE(4) - rest.length, 4);
  const film = [tracks, cluster, element('1f43b675', shown)];
  expect(await findLocation(sourceOf(Buffer.concat([header, element('18538067', ...film)])), 'video/webm')).toEqual([]);
});

describe.for(Object.keys(wholes) as (keyof typeof wholes)[])('in a film whose clusters are %s', (kind) => {
  const cluster = (...content: Uint8Array[]) => wholes[kind]('1f43b675', element('e7', Buffer.from([0])), ...content);
  const info = element('1549a966', element('2ad7b1', Buffer.from([15, 66, 64])));
  const tags = element('1254c367', element('7373', element('67c8', element('45a3', latin('LOCATION')), element('4487', latin(LAKE)))));
  const film = Buffer.concat([header, element('18538067', info, tracks, tags, cluster(shown), cluster(shown, shown), tags)]);
  const at = (id: string, from = 0) => film.indexOf(Buffer.from(id, 'hex'), from);
  const first = at('1f43b675');

  test.for([
    { what: 'a part before them is too long', offset: at('1549a966') + 5, byte: 0x10 },
    { what: 'a part before them has no length', offset: at('1654ae6b') + 4, byte: 0x01 },
    { what: 'the id of a part before them is damaged', offset: at('1549a966'), byte: 0x55 },
    { what: 'a part before them has no id', offset: at('1549a966'), byte: 0x00 },
    { what: 'the first cluster has no id', offset: first, byte: 0x00 },
    { what: 'the first cluster is too long', offset: first + 5, byte: 0x7f },
    { what: 'the first cluster has another id', offset: first + 1, byte: 0x44 },
    { what: 'the second cluster has another id', offset: at('1f43b675', first + 4) + 3, byte: 0x00 },
  ])('keeps all frames and blanks the tags when $what', async ({ offset, byte }) => {
    const damaged = Buffer.from(film);
    damaged[offset] = byte;
    const after = await cleared(damaged);
    expect(after.toString('latin1').split(shown.toString('latin1')).length).toBe(4);
    expect(after.includes(tracks.subarray(8))).toBe(true);
    expect(after.includes(LAKE)).toBe(false);
  });
});

test('blanks an unknown part that only names a cluster', async () => {
  const part = element('1941a469', Buffer.from('1f43b675', 'hex'), element('4abc', latin(LAKE)), Buffer.from('1f43b675', 'hex'));
  const file = Buffer.concat([header, element('18538067', part, tracks, element('1f43b675', shown))]);
  const after = await cleared(file);
  expect(after.includes(LAKE)).toBe(false);
  expect(after.includes(shown)).toBe(true);
});

test('finds the frames in an unknown part of megabytes, wherever they begin', async () => {
  const cluster = element('1f43b675', element('e7', Buffer.from([0])), shown);
  for (const before of [65_533, 65_534, 65_535, 65_536, 200_000]) {
    const part = element('4abc', noise(before, 3), cluster, noise(2_000_000, 4));
    const after = await cleared(Buffer.concat([header, element('18538067', part)]));
    expect(after.includes(cluster), `${before}`).toBe(true);
  }
});

test('reads a film only a few times, whatever tags lie in a part that leads across frames', async () => {
  const cluster = element('1f43b675', element('e7', Buffer.from([0])), shown);
  // Each is followed by an unknown part beyond the end.
  const tags = Buffer.concat([element('1254c367', element('7373')), Buffer.from('4abc1ffffff0', 'hex')]);
  const part = element('4abc', ...Array.from({ length: 1_000 }, () => tags), noise(500_000, 2), cluster);
  const source = sourceOf(Buffer.concat([header, element('18538067', part)]));
  let bytes = 0;
  const read = (offset: number, length: number) => ((bytes += length), source.read(offset, length));
  await findLocation({ ...source, read }, 'video/webm');
  expect(bytes).toBeLessThan(10 * source.size);
});
