import { beforeEach, expect, test } from 'vitest';
import { storeFile } from '../media/store-file.ts';
import { mutate } from './mutate.ts';
import type { Ports } from '../ports/ports.ts';
import { getSession } from '../queries/sessions.ts';
import { saveObjectPath } from '../transfers/save-object-path.ts';
import type { Store } from '../store/store.ts';
import { filmBytes, mediaPorts } from '../testing/media-ports.ts';
import { openTestStore } from '../testing/open-test-store.ts';
import { updateWithFile } from './update-with-file.ts';

const LOG = 'c0ffee00-1111-4222-8333-444455556666';
const [FIRST, SECOND] = ['7b1d2c3e-4f5a-4b6c-8d7e-9f0a1b2c3d4e', '8b1d2c3e-4f5a-4b6c-8d7e-9f0a1b2c3d4e'];

let store: Store;
let ports: Ports;

beforeEach(async () => {
  store = await openTestStore('3f0e8a52-7c1b-4d6e-9a0f-5b2c8d7e6f10');
  ports = mediaPorts({ clock: { now: Date.UTC(2026, 4, 1, 9) } });
  await keep(FIRST);
  await mutate(store, ports, 'videos.create', { id: LOG, payload: { title: 'Heel work' }, mediaId: FIRST });
});

const keep = (id: string) =>
  storeFile(store, ports, { id, file: new Blob([filmBytes(2_000)], { type: 'video/mp4' }), name: `${id}.mp4`, entity: 'videos' });
const session = () => getSession(store, LOG);

test('keeps only the new file when it replaces one that failed to upload', async () => {
  await store.media.update(FIRST, { state: 'failed', lastError: { status: 415, code: 'x', message: 'Not taken' } });
  expect((await session())?.sync.state).toBe('failed');
  await keep(SECOND);
  await updateWithFile(store, ports, 'videos', LOG, { mediaId: SECOND, removed: false }, { payload: { title: 'Heel' } });
  expect(await store.media.toCollection().primaryKeys()).toEqual([SECOND]);
  expect(await ports.files.list()).toEqual([SECOND]);
  expect(await session()).toMatchObject({ video: { title: 'Heel' }, media: { id: SECOND }, sync: { state: 'saved' } });
});

test('removes a file from session and device, even if its path on the server is queued', async () => {
  await saveObjectPath(store, ports, FIRST, '/objects/0197f3c2000040008000000000000001');
  await updateWithFile(store, ports, 'videos', LOG, { mediaId: null, removed: true }, { payload: { videoUrl: null, thumbnailUrl: '' } });
  expect(await store.media.count()).toBe(0);
  expect(await ports.files.list()).toEqual([]);
  expect(await session()).toMatchObject({ video: { videoUrl: null }, media: null });
});

test('keeps the file when only fields change, and changes nothing when the edit is invalid', async () => {
  await updateWithFile(store, ports, 'videos', LOG, { mediaId: null, removed: false }, { payload: { title: 'Heel' } });
  await expect(updateWithFile(store, ports, 'videos', LOG, { mediaId: null, removed: true }, { payload: { title: '' } })).rejects.toThrow(
    'Please enter a title for your training log',
  );
  expect(await session()).toMatchObject({ video: { title: 'Heel' }, media: { id: FIRST } });
});
