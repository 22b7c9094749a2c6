import { expect, test } from 'vitest';
import { newRow } from '../media/store-file.ts';
import { mutate } from '../outbox/mutate.ts';
import { mediaPorts } from '../testing/media-ports.ts';
import { openTestStore } from '../testing/open-test-store.ts';
import { saveObjectPath } from './save-object-path.ts';

const USER = '3f0e8a52-7c1b-4d6e-9a0f-5b2c8d7e6f10';
const LOG = 'c0ffee00-1111-4222-8333-444455556666';
const pathOf = (letter: string) => `/objects/${letter.repeat(43)}`;

test('clears the poster of a replaced film if the new file has none', async () => {
  const store = await openTestStore(USER);
  const ports = mediaPorts({ fetch: () => Promise.reject(new TypeError('no network')) });
  await mutate(store, ports, 'videos.create', { id: LOG, payload: { title: 'Send-away' } });
  await store.outbox.clear();
  await store.shadow.clear();
  await store.view('videos').update(LOG, { videoUrl: pathOf('a'), thumbnailUrl: pathOf('b') });
  await store.media.add({ ...newRow('sent', 3_000, 'heel.mp4', 'video/mp4', 'videos', ports.now()), state: 'uploading', entityId: LOG });
  await saveObjectPath(store, ports, 'sent', pathOf('c'));
  expect(await store.view('videos').get(LOG)).toMatchObject({ videoUrl: pathOf('c'), thumbnailUrl: '' });
});
