import { expect, test } from 'vitest';
import type { DeviceMedia, MediaError } from '../store/media-row.ts';
import { keepFile } from '../media/store-file.ts';
import { mutate } from './mutate.ts';
import { listQueue } from '../status/status.ts';
import { filmBytes, mediaPorts } from '../testing/media-ports.ts';
import { openTestStore } from '../testing/open-test-store.ts';
import { retryHelps } from '../transfers/upload-failure.ts';

const USER = '3f0e8a52-7c1b-4d6e-9a0f-5b2c8d7e6f10';
const FILM = '7b1d2c3e-4f5a-4b6c-8d7e-9f0a1b2c3d4e';
const PORTRAIT = '7b1d2c3e-4f5a-4b6c-8d7e-9f0a1b2c3d4f';

test('names a file after its record, not after the camera’s file name', async () => {
  const store = await openTestStore(USER);
  const ports = mediaPorts();
  await keepFile(store, ports, { id: FILM, file: new Blob([filmBytes(99)], { type: 'video/mp4' }), name: 'VID_0042.mp4', entity: 'videos' });
  await mutate(store, ports, 'videos.create', { payload: { title: 'Blind search' }, mediaId: FILM });
  const portrait = new Blob([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])], { type: 'image/jpeg' });
  await keepFile(store, ports, { id: PORTRAIT, file: portrait, name: 'IMG_0042.jpg', entity: 'dogs' });
  const dog = { name: 'Fen', breed: 'Malinois', birthdate: '2022-03-04' };
  await mutate(store, ports, 'dogs.create', { payload: dog, mediaId: PORTRAIT });
  const words = async () => (await listQueue(store)).filter(({ kind }) => kind === 'file').map((entry) => entry.words).sort();
  expect(await words()).toEqual(['Picture of “Fen”', 'Video of “Blind search”']);

  await store.media.update(PORTRAIT, { entity: 'profile' });
  await store.media.update(FILM, { entityId: '00000000-0000-4000-8000-000000000000' });
  expect(await words()).toEqual(['Picture of your profile', 'Video “VID_0042.mp4”']);
});

const failed = (lastError: Partial<MediaError>, fileName: string | null = FILM) =>
  ({ state: 'failed', fileName, lastError: { status: 0, code: 'network', message: '', ...lastError } }) as DeviceMedia;

test('offers a retry after connection and server errors, but not when the file itself was refused', () => {
  for (const status of [0, 401, 408, 409, 423, 429, 500, 503]) expect([status, retryHelps(failed({ status }))]).toEqual([status, true]);
  for (const status of [400, 403, 404, 413, 415, 422]) expect([status, retryHelps(failed({ status, code: 'invalid' }))]).toEqual([status, false]);
});

test('offers no retry for a file that is no longer on the device', () => {
  expect(retryHelps(failed({ code: 'lost' }, null))).toBe(false);
  expect(retryHelps(failed({ code: 'no_file' }))).toBe(false);
});
