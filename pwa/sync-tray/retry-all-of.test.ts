import { expect, test } from 'vitest';
import type { DeviceMedia } from '../../sync/store/media-row.ts';
import { keptFile } from '../../sync/testing/kept-file.ts';
import { queuedRecord } from '../../sync/testing/long-outbox.ts';
import { openTestStore } from '../../sync/testing/open-test-store.ts';
import { testPorts } from '../../sync/testing/test-ports.ts';
import { retryAllOf } from './retry-all-of.ts';

const SESSION = '3f0a4bde-6c1a-4b62-8a53-0a2f4f6f2a11';

const failedFile = (id: string, status: number): DeviceMedia =>
  keptFile({
    id,
    entityId: SESSION,
    state: 'failed',
    attempts: 1,
    lastError: { status, code: status === 415 ? 'unsupported_type' : 'unavailable', message: 'No' },
  });

test('retries a file after a server error, but not one refused for its content', async () => {
  const store = await openTestStore('6a4f2c1e-3b5d-4e7f-8a9b-0c1d2e3f4a5b');
  await store.media.bulkAdd([failedFile('busy', 503), failedFile('no-video', 415)]);
  expect(await retryAllOf(store, testPorts(), SESSION)).toBe(true);
  expect((await store.media.toArray()).map(({ id, state }) => [id, state])).toEqual([
    ['busy', 'kept'],
    ['no-video', 'failed'],
  ]);
});

test('retries the changes of the row, and no others', async () => {
  const store = await openTestStore('6a4f2c1e-3b5d-4e7f-8a9b-0c1d2e3f4a5b');
  const refused = { state: 'refused', lastError: { status: 409, code: 'gone', message: 'Gone' } } as const;
  await store.outbox.bulkAdd([queuedRecord({ ...refused, entityId: SESSION }), queuedRecord(refused)]);
  expect(await retryAllOf(store, testPorts(), SESSION)).toBe(true);
  expect((await store.outbox.toArray()).map(({ state }) => state)).toEqual(['queued', 'refused']);
});

test('returns false if nothing can be retried', async () => {
  const store = await openTestStore('6a4f2c1e-3b5d-4e7f-8a9b-0c1d2e3f4a5b');
  await store.media.add(failedFile('no-video', 415));
  expect(await retryAllOf(store, testPorts(), SESSION)).toBe(false);
  expect(await store.media.get('no-video')).toMatchObject({ state: 'failed', lastError: { status: 415 } });
});
