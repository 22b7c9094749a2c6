import { expect, test } from 'vitest';
import { storeFile } from '../media/store-file.ts';
import { mutate } from './mutate.ts';
import { listQueue } from '../testing/list-queue.ts';
import { filmBytes, mediaPorts } from '../testing/media-ports.ts';
import { openTestStore } from '../testing/open-test-store.ts';

const USER = '3f0e8a52-7c1b-4d6e-9a0f-5b2c8d7e6f10';
const FILM = '7b1d2c3e-4f5a-4b6c-8d7e-9f0a1b2c3d4e';
const PORTRAIT = '7b1d2c3e-4f5a-4b6c-8d7e-9f0a1b2c3d4f';

test('gives each file the name of its record, if known, and its own file name', async () => {
  const store = await openTestStore(USER);
  const ports = mediaPorts();
  await storeFile(store, ports, {
    id: FILM,
    file: new Blob([filmBytes(99)], { type: 'video/mp4' }),
    name: 'VID_0042.mp4',
    entity: 'videos',
  });
  await mutate(store, ports, 'videos.create', { payload: { title: 'Blind search' }, mediaId: FILM });
  const portrait = new Blob([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])], { type: 'image/jpeg' });
  await storeFile(store, ports, { id: PORTRAIT, file: portrait, name: 'IMG_0042.jpg', entity: 'dogs' });
  const dog = { name: 'Fen', breed: 'Malinois', birthdate: '2022-03-04' };
  await mutate(store, ports, 'dogs.create', { payload: dog, mediaId: PORTRAIT });
  const subjects = async () =>
    new Map((await listQueue(store)).flatMap((entry) => (entry.kind === 'file' ? [[entry.key, entry.subject] as const] : [])));
  const film = { type: 'video', entity: 'videos', fileName: 'VID_0042.mp4' };
  const picture = { type: 'picture', fileName: 'IMG_0042.jpg' };
  expect((await subjects()).get(FILM)).toEqual({ ...film, owner: 'Blind search' });
  expect((await subjects()).get(PORTRAIT)).toEqual({ ...picture, entity: 'dogs', owner: 'Fen' });

  await store.media.update(FILM, { entityId: '00000000-0000-4000-8000-000000000000' });
  expect((await subjects()).get(FILM)).toEqual({ ...film, owner: null });
});
