import { afterEach, expect, test, vi } from 'vitest';
import { type DeviceFiles, FileNotWhole } from '../ports/device-files.ts';
import { openDeviceFiles } from './open-device-files.ts';
import { privateFileSystem } from '../testing/private-file-system.ts';

const away = { getDirectory: () => Promise.reject(new DOMException('An unknown transient reason', 'UnknownError')) };
const isIn = (storage: object | undefined) => vi.stubGlobal('navigator', { storage });
afterEach(() => vi.unstubAllGlobals());

const film = new TextEncoder().encode('film');
async function write(files: DeviceFiles, name: string): Promise<void> {
  const writer = await files.create(name);
  await writer.write(film);
  await writer.close();
}
const textOf = async (files: DeviceFiles, name: string) => (await (await files.open(name))?.blob(''))?.text();

test('does not report a file as lost while the private file system is unavailable', async () => {
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
  expect((await again.open('before'))?.size, 'before').toBe(4);
  expect((await again.open('meanwhile'))?.size, 'meanwhile').toBe(4);
  expect(await again.open('never'), 'never').toBeNull();
  expect((await again.list()).toSorted()).toEqual(['before', 'meanwhile']);
  for (const name of ['before', 'meanwhile']) await again.delete(name);
  expect(await again.open('meanwhile')).toBeNull();
  expect(await again.list()).toEqual([]);
});

test.for([
  ['no navigator.storage', undefined],
  ['an empty navigator.storage', {}],
  ['a private window', away],
  ['an estimate that is refused', { ...away, estimate: () => Promise.reject(new TypeError('Not here')) }],
  ['an estimate without figures', { ...away, estimate: async () => ({}) }],
] as const)('stores files in IndexedDB and reports no limit with %s', async ([name, storage]) => {
  isIn(storage);
  const files = await openDeviceFiles(`nobody of ${name}`);
  expect(await files.estimate()).toBeNull();
  await write(files, 'heel');
  expect(await textOf(files, 'heel')).toBe('film');
});

test('reports a missing file as lost when there is no private file system', async () => {
  isIn({});
  expect(await (await openDeviceFiles('ben')).open('never')).toBeNull();
});

test('reports the usage and quota that the browser estimates', async () => {
  isIn({ ...away, estimate: async () => ({ usage: 1, quota: 10 }) });
  expect(await (await openDeviceFiles('ben')).estimate()).toEqual({ usage: 1, quota: 10 });
});

test.for([
  ['refuses to write in place', { refusesInPlace: true }],
  ['cannot write at all', { cannotWrite: true }],
] as const)('stores files in IndexedDB when the private file system %s, and other open contexts see them', async ([name, quirks]) => {
  isIn(privateFileSystem(quirks));
  const page = await openDeviceFiles(name);
  expect(await page.open('heel')).toBeNull();
  const worker = await openDeviceFiles(name);
  await write(worker, 'heel');
  expect(await textOf(worker, 'heel'), 'worker').toBe('film');
  expect(await textOf(page, 'heel'), 'page').toBe('film');
  expect(await page.list()).toEqual(['heel']);
  await page.delete('heel');
  expect(await page.open('heel')).toBeNull();
  expect(await page.list()).toEqual([]);
});

const ways = [
  ['in place', { inPlace: true }],
  ['through a stream', {}],
] as const;

test.for(ways)('writes views of a larger buffer %s when the browser writes whole buffers', async ([name, way]) => {
  isIn(privateFileSystem({ ...way, writesWholeBuffers: true }));
  const files = await openDeviceFiles(`whole ${name}`);
  const around = new TextEncoder().encode('--send-away--ab');
  const writer = await files.create('heel');
  for (const [from, to] of [
    [2, 6],
    [6, 7],
    [7, 11],
    [13, 15],
  ] as const)
    await writer.write(around.subarray(from, to));
  await writer.close();
  expect(await textOf(files, 'heel')).toBe('send-awayab');
});

test.for(ways)('fails and leaves nothing when a browser stores fewer bytes than it was given %s', async ([name, way]) => {
  isIn(privateFileSystem({ ...way, losesBytes: 1 }));
  const files = await openDeviceFiles(`loses ${name}`);
  const writer = await files.create('heel');
  await writer.write(film);
  await expect(writer.close()).rejects.toThrow(new FileNotWhole(4, 3));
  await writer.abort();
  expect(await files.list()).toEqual([]);
});
