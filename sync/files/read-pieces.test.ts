import { afterEach, expect, test, vi } from 'vitest';
import { type PieceRoom, readPieces } from './read-pieces.ts';
import { patternedBytes } from '../testing/media-ports.ts';

const MB = 1_048_576;
afterEach(() => vi.restoreAllMocks());

/** Simulates WebKit, where blob streams cannot be read into a given buffer. */
function refuseOwnBuffers() {
  const { getReader } = ReadableStream.prototype;
  vi.spyOn(ReadableStream.prototype, 'getReader').mockImplementation(function (this: ReadableStream, options?: { mode?: 'byob' }) {
    if (options?.mode === 'byob') throw new TypeError('ReadableStreamBYOBReader needs a ReadableByteStreamController');
    return getReader.call(this) as never;
  });
}
const asInOthers = () => {};

async function readAll(blob: Blob, room?: PieceRoom) {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for await (const piece of readPieces(blob, room)) parts.push(piece.slice());
  return { bytes: Buffer.concat(parts), largest: Math.max(0, ...parts.map(({ length }) => length)) };
}

test.for([
  ['WebKit', refuseOwnBuffers],
  ['other browsers', asInOthers],
] as const)('reads a whole blob in pieces of at most a megabyte in %s', async ([, prepare]) => {
  prepare();
  for (const size of [0, 1, MB, 3 * MB + 7]) {
    const bytes = patternedBytes(size);
    const read = await readAll(new Blob([bytes]));
    expect(Buffer.compare(read.bytes, bytes)).toBe(0);
    expect(read.largest).toBeLessThanOrEqual(MB);
  }
});

test.for([
  ['WebKit', refuseOwnBuffers],
  ['other browsers', asInOthers],
] as const)('throws when a file ends early without an error in %s', async ([, prepare]) => {
  prepare();
  const file = new Blob([patternedBytes(MB + 5)]);
  Object.defineProperty(file, 'size', { value: 2 * MB });
  await expect(readAll(file)).rejects.toMatchObject({ name: 'NotReadableError' });
});

test('reuses the buffer of the previous blob where the browser allows it', async () => {
  const room: PieceRoom = {};
  await readAll(new Blob([patternedBytes(MB)]), room);
  const first = await readPieces(new Blob([patternedBytes(10)]), room).next();
  expect((first.value as Uint8Array).buffer.byteLength).toBe(MB);
});

test('ends the stream of a blob that is not read to its end', async () => {
  const cancel = vi.spyOn(ReadableStreamBYOBReader.prototype, 'cancel');
  for await (const piece of readPieces(new Blob([patternedBytes(3 * MB)]))) {
    expect(piece.byteLength).toBeGreaterThan(0);
    break;
  }
  expect(cancel).toHaveBeenCalledTimes(1);
});
