import { expect, test } from 'vitest';
import { clearedFilm, sourceOf } from '../../testing/cleared-film.ts';
import { LAKE, noise } from '../../testing/sample-media.ts';
import { findLocation } from './find-location.ts';

const cleared = (file: Buffer) => clearedFilm(file, 'video/vnd.avi');
const latin = (text: string) => Buffer.from(text, 'latin1');

function chunk(name: string, ...content: Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(body.length);
  return Buffer.concat([latin(name), size, body, Buffer.alloc(body.length % 2)]);
}
const list = (name: string, ...content: Uint8Array[]) => chunk('LIST', latin(name), ...content);
const stream = (kind: string) => list('strl', chunk('strh', latin(kind), Buffer.alloc(44)), chunk('strf', Buffer.alloc(40)));
const streamCount = Buffer.alloc(56);
streamCount.writeUInt32LE(3, 24);
const described = list('hdrl', chunk('avih', streamCount), stream('vids'), stream('auds'), stream('txts'));
const avi = (frames: Buffer, ...rest: Buffer[]) => chunk('RIFF', latin('AVI '), described, frames, ...rest);

const place = chunk('gps0', latin(LAKE));
/** Frames of both streams, under every name that a frame may have. */
const frames = [
  ...['00dc', '00db', '00__', '00pc', '00ix', 'ix00', '00DC'].map((name, seed) => chunk(name, noise(301, seed + 1))),
  ...['01wb', '01ix', 'ix01'].map((name, seed) => chunk(name, noise(300, seed + 20))),
];
const index = chunk('idx1', noise(160, 40));

test.for([
  { what: 'a camera’s own chunk', file: avi(list('movi', ...frames, place, ...frames), index) },
  { what: 'junk', file: avi(list('movi', ...frames, chunk('JUNK', latin(LAKE)), ...frames), index) },
  { what: 'a list', file: avi(list('movi', ...frames, list('gps ', place), ...frames), index) },
  { what: 'a frame of a text stream', file: avi(list('movi', ...frames, chunk('02tx', latin(LAKE)), ...frames), index) },
  { what: 'a frame of a text stream that is named like a picture', file: avi(list('movi', chunk('02dc', latin(LAKE)), ...frames), index) },
  { what: 'a frame of no stream', file: avi(list('movi', ...frames, chunk('03dc', latin(LAKE)), ...frames), index) },
  { what: 'an index of a text stream', file: avi(list('movi', ...frames, chunk('ix02', latin(LAKE)), ...frames), index) },
  { what: 'a chunk in a record', file: avi(list('movi', list('rec ', ...frames, place), ...frames), index) },
  {
    what: 'a chunk in the second gigabyte',
    file: Buffer.concat([avi(list('movi', ...frames), index), chunk('RIFF', latin('AVIX'), list('movi', place, ...frames))]),
  },
  {
    what: 'a chunk of a recording without its length',
    file: Buffer.concat([latin('RIFF\0\0\0\0AVI '), described, latin('LIST\0\0\0\0movi'), ...frames, place, ...frames, index]),
  },
])('blanks $what between the frames of an AVI, and no frame', async ({ file }) => {
  expect(file.includes(LAKE)).toBe(true);
  const after = await cleared(file);
  expect(after.includes(LAKE)).toBe(false);
  expect(after.length).toBe(file.length);
  for (const kept of [...frames, index]) expect(after.includes(kept)).toBe(file.includes(kept));
  expect(after.lastIndexOf(frames.at(-1)!)).toBe(file.lastIndexOf(frames.at(-1)!));
  expect((await cleared(after)).equals(after)).toBe(true);
});

test.for([
  { what: 'a length beyond the end', damage: latin('gps0\xff\xff\xff\x7f') },
  { what: 'bytes that are not a name', damage: Buffer.alloc(8) },
])('keeps the frames of an AVI that follow $what', async ({ damage }) => {
  expect(await findLocation(sourceOf(avi(list('movi', ...frames, damage, ...frames))), 'video/vnd.avi')).toEqual([]);
});

test.for([
  { what: 'of all streams', name: 'hdrl' },
  { what: 'of the last stream', name: 'strl' },
])('keeps the frames of an AVI whose description $what is damaged', async ({ name }) => {
  const count = Buffer.alloc(56);
  count.writeUInt32LE(2, 24);
  const streams = list('hdrl', chunk('avih', count), stream('vids'), stream('auds'));
  const file = chunk('RIFF', latin('AVI '), streams, list('movi', ...frames, place));
  file.write('XXXX', file.lastIndexOf(name), 'latin1');
  const after = await cleared(file);
  for (const frame of frames) expect(after.includes(frame)).toBe(true);
  expect(after.includes(LAKE)).toBe(false);
});

const record = list('rec ', ...frames);
test.for([
  { what: 'at a frame', of: 'movi', end: frames[4]! },
  { what: 'in the name of a frame', of: 'movi', end: frames[4]!, into: 2 },
  { what: 'within a frame', of: 'movi', end: frames[4]!, into: 50 },
  { what: 'within the last frame', of: 'movi', end: frames.at(-1)!, into: 50 },
  { what: 'at a record', of: 'movi', end: record },
  { what: 'at a frame', of: 'AVI ', end: frames[4]! },
  { what: 'within a frame', of: 'AVI ', end: frames[4]!, into: 50 },
])('keeps the frames of an AVI whose $of ends $what', async ({ of, end, into = 0 }) => {
  for (const rest of [[place], [index, place]]) {
    const file = avi(list('movi', ...frames.slice(0, 2), record, ...frames), ...rest);
    const type = file.indexOf(of);
    file.writeUInt32LE(file.lastIndexOf(end) + into - type, type - 4);
    const after = await cleared(file);
    for (const kept of frames) expect(after.lastIndexOf(kept)).toBe(file.lastIndexOf(kept));
    expect(after.includes(record)).toBe(true);
    expect(after.includes(LAKE)).toBe(false);
  }
});

test.for([
  { what: 'in a file', first: avi(list('movi', ...frames)) },
  { what: 'in a recording without its length', first: Buffer.concat([latin('RIFF\0\0\0\0AVI '), described, latin('LIST\0\0\0\0movi')]) },
])('keeps the frames of a second gigabyte that ends too early, $what', async ({ first }) => {
  const file = Buffer.concat([first, chunk('RIFF', latin('AVIX'), list('movi', ...frames, ...frames)), place]);
  const [type, end] = [file.lastIndexOf('AVIX'), file.lastIndexOf(frames[4]!) + 50];
  file.writeUInt32LE(end - type, type - 4);
  // Makes the rest of the frame look like a chunk.
  latin('gps1\x10\0\0\0').copy(file, end);
  const after = await cleared(file);
  expect(after.subarray(0, -place.length).equals(file.subarray(0, -place.length))).toBe(true);
  expect(after.includes(LAKE)).toBe(false);
});

test('reads an AVI of a thousand frames in fewer than 20 reads', async () => {
  const film = sourceOf(avi(list('movi', ...Array.from({ length: 1_000 }, () => chunk('00dc', Buffer.alloc(5_000))))));
  let reads = 0;
  await findLocation({ ...film, read: (offset, length) => ((reads += 1), film.read(offset, length)) }, 'video/vnd.avi');
  expect(reads).toBeLessThan(20);
});
