import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { MemoryConfigstore } from '@tus/file-store';
import { expect, onTestFinished, test } from 'vitest';
import { noise } from '../../testing/sample-media.ts';
import { openFilesMediaStore } from './files-media-store.ts';
import { applyPatches, inFileOrder, type Patch } from './patch.ts';

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
  const folder = await mkdtemp(join(tmpdir(), 'longline-files-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const store = await openFilesMediaStore(folder, new MemoryConfigstore());
  const expected = noise(200_000, 7);
  await writeFile(join(folder, 'uploads', 'film'), expected);
  const ordered = await inFileOrder(patches);
  await store.adoptUpload('film', 'aafilm', ordered);
  applyPatches(expected, 0, ordered, 0);
  expect((await buffer((await store.readObject('aafilm'))!)).equals(expected)).toBe(true);
});
