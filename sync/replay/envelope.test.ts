import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ENVELOPE_MAX_OPERATIONS } from '../../api/contract/limits.ts';
import type { NewOutboxRecord } from '../store/outbox-record.ts';
import type { Store } from '../store/store.ts';
import { countingReads } from '../testing/counting-reads.ts';
import { queuedRecord, queuedRecords } from '../testing/long-outbox.ts';
import { openTestStore } from '../testing/open-test-store.ts';
import { takeEnvelope, takeFollowing } from './envelope.ts';

const ME = randomUUID();

/** A store whose outbox holds these records, in this order. */
async function openWith(records: readonly NewOutboxRecord[]): Promise<Store> {
  const store = await openTestStore(ME, randomUUID());
  await store.outbox.bulkAdd(records);
  return store;
}

const keysOf = (records: readonly { key: string }[]) => records.map(({ key }) => key);

describe('an envelope', () => {
  it('reads as much of a long outbox as of a short one', async () => {
    const counts = [];
    for (const length of [100, 20_000]) {
      const store = await openWith(queuedRecords(length));
      const reads = await countingReads(store, 'outbox');
      expect(await takeEnvelope(store, 1, ENVELOPE_MAX_OPERATIONS)).toHaveLength(ENVELOPE_MAX_OPERATIONS);
      counts.push(reads.count);
    }
    expect(counts[1]).toBe(counts[0]);
  });

  it('marks its records as sent before the request leaves', async () => {
    const store = await openWith([queuedRecord(), queuedRecord({ firstSentAt: 3, attempts: 1 })]);
    await takeEnvelope(store, 7, ENVELOPE_MAX_OPERATIONS);
    expect(await store.outbox.toArray()).toMatchObject([
      { state: 'sending', firstSentAt: 7, attempts: 1 },
      { state: 'sending', firstSentAt: 3, attempts: 2 },
    ]);
  });

  it('finds the records that can be sent behind more than fit in it that cannot', async () => {
    const refused = queuedRecords(120, { state: 'refused' });
    const later = queuedRecords(120, { nextAttemptAt: 10_000 });
    const ready = queuedRecords(70);
    const store = await openWith([...refused, ...later, ...ready]);
    expect(keysOf(await takeEnvelope(store, 1, ENVELOPE_MAX_OPERATIONS))).toEqual(keysOf(ready.slice(0, ENVELOPE_MAX_OPERATIONS)));
  });

  it('holds back a change that depends on one far behind it', async () => {
    const needed = queuedRecord();
    const waiting = queuedRecord({ dependsOn: [needed.key] });
    const between = queuedRecords(200);
    const store = await openWith([waiting, ...between, needed]);
    const sent = await takeEnvelope(store, 1, ENVELOPE_MAX_OPERATIONS);
    expect(keysOf(sent)).toEqual(keysOf(between.slice(0, ENVELOPE_MAX_OPERATIONS)));
  });

  it('holds back all later changes of a row whose first one waits, pages later too', async () => {
    const entityId = randomUUID();
    const first = queuedRecord({ entityId, nextAttemptAt: 10_000 });
    const second = queuedRecord({ entityId, call: 'videos.update' });
    const store = await openWith([first, ...queuedRecords(10), ...queuedRecords(60, { nextAttemptAt: 10_000 }), second]);
    expect(keysOf(await takeEnvelope(store, 1, ENVELOPE_MAX_OPERATIONS))).not.toContain(second.key);
  });
});

describe('the envelope behind one that is in flight', () => {
  /** Takes an envelope, and then the one behind it. */
  async function takeTwo(records: readonly NewOutboxRecord[]) {
    const store = await openWith(records);
    const before = await takeEnvelope(store, 1, ENVELOPE_MAX_OPERATIONS);
    const reads = await countingReads(store, 'outbox');
    return { before, following: await takeFollowing(store, 2, before), reads, store };
  }
  const first = queuedRecords(ENVELOPE_MAX_OPERATIONS);

  it('has the next records, which are marked as sent', async () => {
    const next = queuedRecords(ENVELOPE_MAX_OPERATIONS);
    const { following, store } = await takeTwo([...first, ...next, queuedRecord()]);
    expect(keysOf(following)).toEqual(keysOf(next));
    expect(await store.outbox.where('state').equals('sending').count()).toBe(2 * ENVELOPE_MAX_OPERATIONS);
  });

  it('is taken only if it is full', async () => {
    const { following } = await takeTwo([...first, ...queuedRecords(ENVELOPE_MAX_OPERATIONS - 1)]);
    expect(following).toEqual([]);
  });

  it.each<[string, Partial<NewOutboxRecord>]>([
    ['changes a row that the first one changes', { entityId: first[7]!.entityId, call: 'videos.update' }],
    ['depends on a change of the first one', { dependsOn: [first[7]!.key] }],
    ['got no answer before', { unanswered: { times: 1, atMost: ENVELOPE_MAX_OPERATIONS } }],
  ])('leaves out a change that %s', async (_what, changes) => {
    const next = queuedRecords(ENVELOPE_MAX_OPERATIONS);
    const waiting = queuedRecord(changes);
    const { before, following } = await takeTwo([...first, waiting, ...next]);
    expect(keysOf(before)).toEqual(keysOf(first));
    expect(keysOf(following)).toEqual(keysOf(next));
  });

  it('reads as little of a long outbox on one row as of a short one', async () => {
    const entityId = randomUUID();
    const { following, reads } = await takeTwo(queuedRecords(5_000, { entityId, call: 'videos.update' }));
    expect(following).toEqual([]);
    expect(reads.count).toBeLessThanOrEqual(ENVELOPE_MAX_OPERATIONS + 1);
  });
});
