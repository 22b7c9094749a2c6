import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { FileRefused } from './check-file.ts';
import { type DeviceFiles, FileNotWhole } from '../ports/device-files.ts';
import { hashFile } from './hash-file.ts';
import type { Ports } from '../ports/ports.ts';
import { storeFile } from './store-file.ts';
import { recoverMedia } from './recover-media.ts';
import { saveDraft } from '../store/drafts.ts';
import { mediaPorts, filmBytes } from '../testing/media-ports.ts';
import { openTestStore } from '../testing/open-test-store.ts';

const USER = '3f0e8a52-7c1b-4d6e-9a0f-5b2c8d7e6f10';
const ID = '7b1d2c3e-4f5a-4b6c-8d7e-9f0a1b2c3d4e';
const MB = 1_048_576;
const video = (size: number) => new Blob([filmBytes(size)], { type: 'video/mp4' });
const toKeep = (file: Blob) => ({ id: ID, file, name: 'heel.mp4', entity: 'videos' as const });

/** A device whose disk fills up, or that loses power, after this many bytes. */
function failingAfter(files: DeviceFiles, bytes: number, fail: () => Promise<never>): DeviceFiles {
  return {
    open: (name) => files.open(name),
    delete: (name) => files.delete(name),
    list: () => files.list(),
    estimate: () => files.estimate(),
    create: async (name: string) => {
      const writer = await files.create(name);
      let written = 0;
      return {
        ...writer,
        write: (piece: Uint8Array<ArrayBuffer>) => {
          written += piece.byteLength;
          return written > bytes ? fail() : writer.write(piece);
        },
      };
    },
  };
}

test('stores a file byte for byte, piece by piece, and computes its SHA-256 afterwards', async () => {
  const store = await openTestStore(USER);
  const ports = mediaPorts();
  const file = video(9 * MB + 7);
  const progress: number[] = [];

  const row = await storeFile(store, ports, toKeep(file), (bytes) => progress.push(bytes));

  const original = Buffer.from(await file.arrayBuffer());
  expect(row).toMatchObject({ state: 'kept', size: original.length, type: 'video/mp4', field: 'videoUrl' });
  expect(progress.at(-1)).toBe(original.length);
  expect(progress).toEqual([...progress].sort((a, b) => a - b));
  expect(progress.length).toBeGreaterThanOrEqual(10);
  expect(row.sha256).toBeNull();
  const digest = createHash('sha256').update(original).digest('hex');
  expect(await hashFile(store, ports, ID)).toBe(digest);
  expect(await store.media.get(ID)).toMatchObject({ sha256: digest });
  const kept = await ports.files.open(row.fileName!);
  expect(Buffer.compare(Buffer.from(await (await kept!.blob('')).arrayBuffer()), original)).toBe(0);
});

test('rejects a file that does not fit before writing a byte', async () => {
  const store = await openTestStore(USER);
  const ports = mediaPorts({ storageUse: { usage: 90 * MB, quota: 110 * MB } });
  const refused = await storeFile(store, ports, toKeep(video(5 * MB))).catch((error: unknown) => error);
  expect((refused as FileRefused).refusal).toEqual({ code: 'no_room', size: 5 * MB, free: 4 * MB });
  expect(await store.media.count()).toBe(0);
  expect(await ports.files.list()).toEqual([]);
});

test('removes everything when the disk fills up during the write', async () => {
  const store = await openTestStore(USER);
  const ports = mediaPorts();
  const full = () => Promise.reject(new DOMException('full', 'QuotaExceededError'));
  const onFullDisk = { ...ports, files: failingAfter(ports.files, 5 * MB, full) };
  const refused = await storeFile(store, onFullDisk, toKeep(video(9 * MB))).catch((error: unknown) => error);
  expect((refused as FileRefused).refusal).toMatchObject({ code: 'no_room' });
  expect(await store.media.count()).toBe(0);
  expect(await ports.files.list()).toEqual([]);
});

test('removes everything when the browser stores fewer bytes than it was given', async () => {
  const store = await openTestStore(USER);
  const ports = mediaPorts();
  const notWhole = () => Promise.reject(new FileNotWhole(9 * MB, 8 * MB));
  const losing = { ...ports, files: failingAfter(ports.files, 5 * MB, notWhole) };
  const refused = await storeFile(store, losing, toKeep(video(9 * MB))).catch((error: unknown) => error);
  expect((refused as FileRefused).refusal).toEqual({ code: 'not_whole' });
  expect(await store.media.count()).toBe(0);
  expect(await ports.files.list()).toEqual([]);
});

/** A browser's error when another tab has the file open, or when its storage fails. */
const unexpected = () => Promise.reject(new DOMException('The file is in use', 'NoModificationAllowedError'));

test('removes everything after an unknown error', async () => {
  const store = await openTestStore(USER);
  const ports = mediaPorts();
  const broken = { ...ports, files: failingAfter(ports.files, 5 * MB, unexpected) };
  await expect(storeFile(store, broken, toKeep(video(9 * MB)))).rejects.toThrow('The file is in use');
  expect(await store.media.count()).toBe(0);
  expect(await ports.files.list()).toEqual([]);
});

test('reports an unknown error on a session that was saved meanwhile', async () => {
  const store = await openTestStore(USER);
  const ports = mediaPorts();
  const saved = async () => {
    await store.media.update(ID, { entityId: 'a-log' });
    return unexpected();
  };
  const broken = { ...ports, files: failingAfter(ports.files, 5 * MB, saved) };
  await expect(storeFile(store, broken, toKeep(video(9 * MB)))).rejects.toThrow('The file is in use');
  expect(await store.media.get(ID)).toMatchObject({ state: 'failed', fileName: null, lastError: { status: 0, code: 'not_kept' } });
});

test('hashes a file under a lock that a frozen tab cannot keep', async () => {
  const store = await openTestStore(USER);
  const wishes: unknown[] = [];
  const ports: Ports = { ...mediaPorts(), lock: async (_name, body, wish) => (wishes.push(wish), body()) };
  await hashFile(store, ports, ID);
  expect(wishes).toMatchObject([{ ofTheLiving: true }]);
});

test('keeps the row with the reason when the session was saved before the disk filled up', async () => {
  const store = await openTestStore(USER);
  const ports = mediaPorts();
  const full = async () => {
    await store.media.update(ID, { entityId: 'a-log' });
    throw new DOMException('full', 'QuotaExceededError');
  };
  const onFullDisk = { ...ports, files: failingAfter(ports.files, 5 * MB, full) };
  await expect(storeFile(store, onFullDisk, toKeep(video(9 * MB)))).rejects.toThrow(FileRefused);
  expect(await store.media.get(ID)).toMatchObject({ state: 'failed', fileName: null, lastError: { status: 0, code: 'not_kept' } });
});

test('cleans up after a crash during the write, and marks the draft’s file as lost', async () => {
  const store = await openTestStore(USER);
  const ports = mediaPorts();
  await saveDraft(store, ports, 'videos.create', { title: 'Heel work' }, ID);
  // A crash: the write never returns.
  const crashed = { ...ports, files: failingAfter(ports.files, 5 * MB, () => new Promise(() => {})) };
  void storeFile(store, crashed, toKeep(video(9 * MB)));
  await expect.poll(() => store.media.get(ID)).toMatchObject({ state: 'writing' });
  await expect.poll(() => ports.files.list()).toEqual([ID]);

  // The app has restarted, so no locks are held.
  const again = { ...mediaPorts(), files: ports.files };
  await recoverMedia(await openTestStore(USER), again);

  expect(await store.media.get(ID)).toMatchObject({ state: 'failed', lastError: { status: 0, code: 'lost' } });
  expect(await ports.files.list()).toEqual([]);
});

test('leaves alone a file that another tab is writing', async () => {
  const store = await openTestStore(USER);
  const ports = mediaPorts();
  const slow = { ...ports, files: failingAfter(ports.files, 5 * MB, () => new Promise(() => {})) };
  void storeFile(store, slow, toKeep(video(9 * MB)));
  await expect.poll(() => store.media.get(ID)).toMatchObject({ state: 'writing' });
  await recoverMedia(store, ports);
  expect(await store.media.get(ID)).toMatchObject({ state: 'writing' });
});

test('deletes a picked file that no session or draft references after a day, and files without a row at once', async () => {
  const store = await openTestStore(USER);
  const clock = { now: Date.UTC(2026, 4, 1) };
  const ports = mediaPorts({ clock });
  await storeFile(store, ports, toKeep(video(20)));
  const stray = await ports.files.create('stray');
  await stray.close();

  await recoverMedia(store, ports);
  expect(await ports.files.list()).toEqual([ID]);

  clock.now += 25 * 3_600_000;
  await recoverMedia(store, ports);
  expect(await store.media.count()).toBe(0);
  expect(await ports.files.list()).toEqual([]);
});
