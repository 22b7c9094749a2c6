import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { feedName } from '../../api/contract/sync-protocol.ts';
import { storedRow } from '../store/stored-row.ts';
import { openTestStore } from '../testing/open-test-store.ts';
import { testPorts } from '../testing/test-ports.ts';
import { trainedSession } from '../testing/trained-session.ts';
import { offerMissing } from './requeue-lost-rows.ts';

const TRAINED = '2026-05-01T09:00:00.000Z';

/** What the device offers to a restored server that lacks this session. */
async function offersOf({ deletedAt }: { deletedAt: string | null }): Promise<string[]> {
  const store = await openTestStore(randomUUID());
  const session = trainedSession(store.userId, 1, TRAINED, { deletedAt });
  await store.view('videos').put(storedRow('videos', session, feedName('own', store.userId), store.userId));
  await store.transaction('rw', store.rowTables, () => offerMissing(store, testPorts(), 'videos', session.id));
  return (await store.outbox.toArray()).map(({ call }) => call);
}

it('offers a live row that a restored server lacks, and no deleted one', async () => {
  expect(await offersOf({ deletedAt: null })).toEqual(['videos.create']);
  expect(await offersOf({ deletedAt: TRAINED })).toEqual([]);
});
