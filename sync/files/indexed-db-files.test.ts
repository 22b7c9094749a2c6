import { expect, test } from 'vitest';
import { PIECE_BYTES } from './indexed-db-files.ts';
import { mediaPorts, patternedBytes } from '../testing/media-ports.ts';

const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());

test('reads back any part of a file, whatever the sizes of its writes', async () => {
  const { files } = mediaPorts();
  const bytes = patternedBytes(2 * PIECE_BYTES + 12_345);
  const writer = await files.create('a');
  for (let at = 0, size = 1; at < bytes.length; at += size, size = size * 3 + 1) {
    await writer.write(bytes.subarray(at, at + size));
  }
  await writer.close();

  const file = await files.open('a');
  expect(file?.size).toBe(bytes.length);
  for (const [start, end] of [
    [0, 10],
    [PIECE_BYTES - 1, PIECE_BYTES + 1],
    [PIECE_BYTES, 2 * PIECE_BYTES],
    [100, bytes.length],
    [bytes.length - 1, bytes.length + 50],
  ] as const) {
    expect(Buffer.compare(await bytesOf(await file!.slice(start, end)), bytes.subarray(start, end))).toBe(0);
  }
  expect((await file!.blob('video/mp4')).type).toBe('video/mp4');
});

test('lists a file before it is closed, but does not open it', async () => {
  const { files } = mediaPorts();
  const writer = await files.create('a');
  await writer.write(patternedBytes(PIECE_BYTES));
  expect(await files.open('a')).toBeNull();
  expect(await files.list()).toEqual(['a']);
});

test('opens the flushed part of a growing file, and the whole file once it is closed', async () => {
  const { files } = mediaPorts();
  const bytes = patternedBytes(PIECE_BYTES + 30);
  const writer = await files.create('a');
  for (const [from, to] of [
    [0, 10],
    [10, PIECE_BYTES + 20],
  ] as const) {
    await writer.write(bytes.subarray(from, to));
    await writer.flush();
    expect(Buffer.compare(await bytesOf(await (await files.open('a'))!.blob('')), bytes.subarray(0, to))).toBe(0);
  }
  await writer.write(bytes.subarray(PIECE_BYTES + 20));
  await writer.close();
  expect(Buffer.compare(await bytesOf(await (await files.open('a'))!.blob('')), bytes)).toBe(0);
});

test('leaves nothing of a file that was aborted or deleted', async () => {
  const { files } = mediaPorts();
  const given = await files.create('given-up');
  await given.write(patternedBytes(PIECE_BYTES + 1));
  await given.abort();
  const kept = await files.create('kept');
  await kept.write(patternedBytes(10));
  await kept.close();
  await files.delete('kept');
  await files.delete('never-there');
  expect(await files.list()).toEqual([]);
  expect(await files.open('kept')).toBeNull();
});

test('keeps nothing of an earlier, longer file of the same name', async () => {
  const { files } = mediaPorts();
  for (const size of [PIECE_BYTES + 5, 3]) {
    const writer = await files.create('a');
    await writer.write(patternedBytes(size));
    await writer.close();
  }
  const file = await files.open('a');
  expect((await bytesOf(await file!.blob(''))).length).toBe(3);
});
