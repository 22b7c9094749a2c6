import { liveQuery } from 'dexie';
import { expect, it } from 'vitest';
import { retry } from './outbox/queue-actions.ts';
import { mutate } from './outbox/mutate.ts';
import { writeSetting } from './store/settings.ts';
import { countingReads } from './testing/counting-reads.ts';
import { queuedRecord, queuedRecords } from './testing/long-outbox.ts';
import { openTestStore } from './testing/open-test-store.ts';
import { testPorts } from './testing/test-ports.ts';
import { watchTriggers } from './watch-triggers.ts';

const ANNA = '11111111-1111-4111-8111-111111111111';

it('reports queued changes and requests to sync, but not the engine’s own writes', async () => {
  const store = await openTestStore(ANNA);
  const ports = testPorts({ fetch: () => Promise.reject(new TypeError('no network')) });
  let told = 0;
  const watching = watchTriggers(store, () => {
    told += 1;
  });
  // Subscribed after the watcher, so that it updates after it.
  let seen = '';
  const seeing = liveQuery(async () => JSON.stringify([await store.outbox.toArray(), await store.settings.toArray()])).subscribe((rows) => {
    seen = rows;
  });
  const log = (title: string) => mutate(store, ports, 'videos.create', { payload: { title } });

  await log('Heel work');
  await expect.poll(() => told).toBe(1);

  await store.outbox.toCollection().modify({ state: 'sending' });
  await expect.poll(() => seen).toContain('sending');
  await store.outbox.toCollection().modify({ state: 'queued', attempts: 1 });
  await expect.poll(() => seen).toContain('"attempts":1');
  expect(told).toBe(1);

  await log('Send-away');
  await expect.poll(() => told).toBe(2);
  // Confirmed, and removed from the queue.
  await store.outbox.filter(({ payload }) => payload['title'] === 'Send-away').delete();
  await expect.poll(() => seen).not.toContain('Send-away');
  expect(told).toBe(2);

  await writeSetting(store, 'wake', 'now');
  await expect.poll(() => told).toBe(3);

  await store.outbox.toCollection().modify({ state: 'refused' });
  await expect.poll(() => seen).toContain('refused');
  expect(told).toBe(3);
  // Corrected by its author: the same record, to be sent as a new change.
  const [refused] = await store.outbox.toArray();
  await mutate(store, ports, 'videos.update', { params: { id: refused?.entityId ?? '' }, payload: { title: 'Heelwork' } });
  await expect.poll(() => told).toBe(4);
  await store.outbox.toCollection().modify({ state: 'refused' });
  await retry(store, ports, (await store.outbox.toArray())[0]?.key ?? '');
  await expect.poll(() => told).toBe(5);

  watching.unsubscribe();
  seeing.unsubscribe();
});

it('reads as much of a long outbox as of a short one', async () => {
  const counts: number[] = [];
  for (const length of [100, 20_000]) {
    const store = await openTestStore(ANNA, `phone with ${length}`);
    await store.outbox.bulkAdd(queuedRecords(length));
    const reads = await countingReads(store, 'outbox');
    let told = 0;
    const watching = watchTriggers(store, () => {
      told += 1;
    });
    await expect.poll(() => told).toBe(1);
    await store.outbox.add(queuedRecord());
    await expect.poll(() => told).toBe(2);
    watching.unsubscribe();
    counts.push(reads.count);
  }
  expect(counts).toEqual([2, 2]);
});
