import 'fake-indexeddb/auto';
import { afterEach, expect, test, vi } from 'vitest';
import type { DeviceFiles } from './device-files.ts';
import { openDeviceFiles } from './open-device-files.ts';

/** As much of a private file system as is asked for here. */
function privateFileSystem() {
  const files = new Map<string, Blob>();
  const handleOf = (name: string) => ({
    getFile: async () => files.get(name),
    createWritable: async () => {
      const pieces: BlobPart[] = [];
      return { write: async (piece: BlobPart) => void pieces.push(piece), close: async () => void files.set(name, new Blob(pieces)) };
    },
  });
  const folder = {
    getFileHandle: async (name: string, { create = false } = {}) => {
      if (!create && !files.has(name)) throw new DOMException('No such file', 'NotFoundError');
      return handleOf(name);
    },
    removeEntry: async (name: string) => void files.delete(name),
    keys: async function* () {
      yield* files.keys();
    },
  };
  return { getDirectory: async () => ({ getDirectoryHandle: async () => folder }) };
}

const away = { getDirectory: () => Promise.reject(new DOMException('An unknown transient reason', 'UnknownError')) };
const isIn = (storage: object | undefined) => vi.stubGlobal('navigator', { storage });
afterEach(() => vi.unstubAllGlobals());

const film = new TextEncoder().encode('film');
async function write(files: DeviceFiles, name: string): Promise<void> {
  const writer = await files.create(name);
  await writer.write(film);
  await writer.close();
}

test('a file is not taken for lost while the private file system cannot be reached', async () => {
  const there = privateFileSystem();
  isIn(there);
  await write(await openDeviceFiles('ann'), 'before');
  isIn(away);
  const meanwhile = await openDeviceFiles('ann');
  await expect(meanwhile.open('before')).rejects.toThrow('transient');
  await write(meanwhile, 'meanwhile');
  expect((await meanwhile.open('meanwhile'))?.size).toBe(4);

  isIn(there);
  expect((await meanwhile.open('before'))?.size).toBe(4);
  const again = await openDeviceFiles('ann');
  expect([(await again.open('before'))?.size, (await again.open('meanwhile'))?.size, await again.open('never')]).toEqual([4, 4, null]);
  expect((await again.list()).toSorted()).toEqual(['before', 'meanwhile']);
  for (const name of ['before', 'meanwhile']) await again.delete(name);
  expect([await again.open('meanwhile'), await again.list()]).toEqual([null, []]);
});

test('where there is no private file system a file that is not there is lost', async () => {
  isIn({});
  expect(await (await openDeviceFiles('ben')).open('never')).toBeNull();
});
