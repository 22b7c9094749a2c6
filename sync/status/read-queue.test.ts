import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { NewOutboxRecord } from '../store/outbox-record.ts';
import type { Store } from '../store/store.ts';
import { countingReads } from '../testing/counting-reads.ts';
import { queuedRecord, queuedRecords } from '../testing/long-outbox.ts';
import { openTestStore } from '../testing/open-test-store.ts';
import { readQueue } from './read-queue.ts';

const GONE = { status: 409, code: 'gone', message: 'Gone' };
const DROPPED = { status: 0, code: 'dropped' } as const;
const FAILING: Partial<NewOutboxRecord> = { serverFailures: 6, confirmedAtFailure: 0, lastError: DROPPED };

async function openWith(records: readonly NewOutboxRecord[]): Promise<Store> {
  const store = await openTestStore(randomUUID(), randomUUID());
  await store.outbox.bulkAdd(records.map((record, createdAt) => ({ ...record, createdAt })));
  return store;
}

describe('the queue', () => {
  it('lists the oldest that need their author and the oldest others, and counts the rest', async () => {
    const waiting = queuedRecords(8);
    const stuck = [
      ...queuedRecords(2, { state: 'refused', lastError: GONE }),
      ...queuedRecords(2, { ...FAILING, state: 'blocked' }),
      ...queuedRecords(2, FAILING),
    ];
    const sending = queuedRecord({ state: 'sending' });
    const store = await openWith([...waiting.slice(0, 2), ...stuck, ...waiting.slice(2), sending]);
    const { entries, left } = await readQueue(store, 3);
    expect(entries.map(({ key }) => key)).toEqual([...waiting.slice(0, 2), ...stuck.slice(0, 3)].map(({ key }) => key));
    // The third of the oldest that are queued is failing, and listed as such.
    expect(left).toEqual({ failed: 3, waiting: 7 });
  });

  it('lists all with nothing left, and what each waits for', async () => {
    const create = queuedRecord({ state: 'refused', lastError: GONE, payload: { title: 'Refused' } });
    const store = await openWith([create, queuedRecord({ dependsOn: [create.key] }), queuedRecord({ dependsOn: [randomUUID()] })]);
    const { entries, left } = await readQueue(store, 100);
    expect(left).toEqual({ failed: 0, waiting: 0 });
    expect(entries).toMatchObject([{ waitsFor: null }, { waitsFor: { name: 'Refused' } }, { waitsFor: null }]);
  });

  it('reads no more of a long queue than it lists', async () => {
    const counts: number[] = [];
    for (const length of [200, 10_000]) {
      const store = await openWith([...queuedRecords(length, { state: 'refused', lastError: GONE }), ...queuedRecords(length)]);
      const reads = await countingReads(store, ...store.tables.map(({ name }) => name));
      const { entries, left } = await readQueue(store, 100);
      expect(entries).toHaveLength(200);
      expect(left).toEqual({ failed: length - 100, waiting: length - 100 });
      counts.push(reads.count);
    }
    expect(counts[1]).toBe(counts[0]);
  });
});
