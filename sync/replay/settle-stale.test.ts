import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { queuedRecord } from '../testing/long-outbox.ts';
import { openTestStore } from '../testing/open-test-store.ts';
import { testPorts } from '../testing/test-ports.ts';
import { trainedSession } from '../testing/trained-session.ts';
import { settleStale } from './settle-stale.ts';

const DAY_MS = 86_400_000;

it('settles what was sent more than 90 days ago by either clock, in order, and leaves the rest', async () => {
  const store = await openTestStore(randomUUID());
  const ports = testPorts();
  const sentDaysAgo = (days: number) => queuedRecord({ firstSentAt: ports.now() - days * DAY_MS, attempts: 1 });
  // Applied or not, a deletion must follow the creation that is sent again.
  const create = { ...sentDaysAgo(-91), payload: { title: 'First' } };
  const removal = { ...sentDaysAgo(91), call: 'videos.delete' as const, entityId: create.entityId, dependsOn: [create.key] };
  const dependent = { ...sentDaysAgo(91), call: 'comments.create' as const, entity: 'comments' as const, dependsOn: [removal.key] };
  const others = [sentDaysAgo(89), sentDaysAgo(-89), { ...sentDaysAgo(91), state: 'refused' as const }, queuedRecord()];
  await store.outbox.bulkAdd([create, removal, dependent, ...others]);
  await store.shadow.put({ entity: 'videos', id: create.entityId, feed: 'own', row: null, gone: false });

  expect(await settleStale(store, ports)).toBe(3);
  const [first, second, third, ...rest] = await store.outbox.toArray();
  expect(first).toMatchObject({ call: 'videos.create', firstSentAt: null, attempts: 0 });
  expect(second).toMatchObject({ call: 'videos.delete', firstSentAt: null, dependsOn: [first?.key] });
  expect(third).toMatchObject({ call: 'comments.create', firstSentAt: null, dependsOn: [second?.key] });
  expect([create.key, removal.key]).not.toContain(first?.key);
  expect(rest.map(({ key }) => key)).toEqual(others.map(({ key }) => key));
});

/** A change of the notes that was sent 91 days ago, on a row that the server now has like this. */
async function afterAnUpdate(row: { description: string; version: number }) {
  const [store, ports] = [await openTestStore(randomUUID()), testPorts()];
  const record = queuedRecord({
    call: 'videos.update',
    payload: { description: 'Mine', base: { description: 'Seen' } },
    baseVersion: 1,
    firstSentAt: ports.now() - 91 * DAY_MS,
    attempts: 1,
  });
  await store.outbox.add(record);
  const session = trainedSession(store.userId, 1, '2026-01-01T09:00:00.000Z', { id: record.entityId, ...row });
  await store.shadow.put({ entity: 'videos', id: record.entityId, feed: 'own', row: session, gone: false });
  expect(await settleStale(store, ports)).toBe(1);
  return { record, left: await store.outbox.toArray() };
}

it('resends an update that the row certainly lacks', async () => {
  const { record, left } = await afterAnUpdate({ description: 'Seen', version: 1 });
  expect(left).toMatchObject([{ state: 'queued', firstSentAt: null, payload: record.payload }]);
  expect(left[0]?.key).not.toBe(record.key);
});

it('asks the author of an update whose row has changed since, because it may hold the update', async () => {
  const { left } = await afterAnUpdate({ description: 'Later words', version: 4 });
  expect(left).toMatchObject([{ state: 'refused', lastError: { code: 'aged' } }]);
});

it('is done with an update that the row has', async () => {
  expect((await afterAnUpdate({ description: 'Mine', version: 2 })).left).toEqual([]);
});
