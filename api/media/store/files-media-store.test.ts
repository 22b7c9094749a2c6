import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { MemoryConfigstore } from '@tus/file-store';
import { expect, onTestFinished, test } from 'vitest';
import { noise } from '../../testing/sample-media.ts';
import { openFilesMediaStore } from './files-media-store.ts';
import { applyPatches, inFileOrder, type Patch } from './patch.ts';

async function openStore() {
  const folder = await mkdtemp(join(tmpdir(), 'longline-files-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return { folder, store: await openFilesMediaStore(folder, new MemoryConfigstore()) };
}

test.for<{ what: string; patches: Patch[] }>([
  { what: 'a long range of zeros', patches: [{ offset: 10, length: 150_000 }] },
  {
    what: 'a header within a long range of zeros',
    patches: [
      { offset: 10, length: 150_000 },
      { offset: 500, length: 4, bytes: Buffer.from('free') },
    ],
  },
  {
    what: 'headers close together, and a long range',
    patches: [
      { offset: 0, length: 4, bytes: Buffer.from('free') },
      { offset: 100, length: 4, bytes: Buffer.from('skip') },
      { offset: 104, length: 190_000 },
    ],
  },
])('patches a file on disk as `applyPatches` does, with $what', async ({ patches }) => {
  const { folder, store } = await openStore();
  const expected = noise(200_000, 7);
  await writeFile(join(folder, 'uploads', 'film'), expected);
  const ordered = await inFileOrder(patches);
  await store.adoptUpload('film', 'aafilm', async () => ordered);
  applyPatches(expected, 0, ordered, 0);
  expect((await buffer((await store.readObject('aafilm'))!)).equals(expected)).toBe(true);
});

test('finishes an interrupted attempt with the noted patches, then deletes the note', async () => {
  const { folder, store } = await openStore();
  const expected = noise(200_000, 7);
  const file = join(folder, 'uploads', 'film');
  await writeFile(file, expected);
  const patches = [
    { offset: 10, length: 4, bytes: Buffer.from('free') },
    { offset: 14, length: 150_000 },
    { offset: 160_000, length: 2, bytes: Buffer.from([0xec, 0]) },
  ];
  // The folder of the object cannot be made, so the attempt ends after the patches.
  const blocked = join(folder, 'objects', 'aa');
  await writeFile(blocked, '');
  await expect(store.adoptUpload('film', 'aafilm', async () => patches)).rejects.toThrow('EEXIST');
  await rm(blocked);
  // As after a server that died between two of them.
  await writeFile(file, Buffer.concat([expected.subarray(0, 14), (await readFile(file)).subarray(14)]));
  const fromPatchedBytes = async () => [{ offset: 0, length: 200_000 }];
  await store.adoptUpload('film', 'aafilm', fromPatchedBytes);
  applyPatches(expected, 0, patches, 0);
  expect((await buffer((await store.readObject('aafilm'))!)).equals(expected)).toBe(true);

  await store.removeUpload('film');
  await writeFile(file, noise(100));
  await store.adoptUpload('film', 'aaother', async () => []);
  expect((await buffer((await store.readObject('aaother'))!)).equals(noise(100))).toBe(true);
  expect(await readdir(join(folder, 'notes', 'patches'))).toEqual([]);
});
