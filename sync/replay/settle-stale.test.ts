import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { queuedRecord } from '../testing/long-outbox.ts';
import { openTestStore } from '../testing/open-test-store.ts';
import { testPorts } from '../testing/test-ports.ts';
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
