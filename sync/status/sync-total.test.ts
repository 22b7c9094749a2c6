import { randomUUID } from 'node:crypto';
import { liveQuery } from 'dexie';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { DeviceMedia, MediaState } from '../store/media-row.ts';
import type { NewOutboxRecord } from '../store/outbox-record.ts';
import { writeSetting } from '../store/settings.ts';
import type { Store } from '../store/store.ts';
import { countingReads } from '../testing/counting-reads.ts';
import { queuedRecord, queuedRecords } from '../testing/long-outbox.ts';
import { openTestStore } from '../testing/open-test-store.ts';
import { seededRandom } from '../testing/test-ports.ts';
import { LARGE_FILE_BYTES } from '../transfers/large-file-policy.ts';
import { changeWaitsForRoom, heldBack, isAskedToWait, isFailing, isMoving, isNotTakenNow, progressOf, waitsForRoom } from './row-sync.ts';
import { readStatus, type SyncTotal } from './sync-total.ts';

const LATER = { status: 429, code: 'rate_limited', message: 'Slowly' };
const AWAY = { status: 503, code: 'unavailable', message: 'The database is away' };
const FULL = { status: 507, code: 'storage_full', message: 'Full' };
const PROXYS = { status: 503, code: 'intercepted' } as const;

const file = (state: MediaState, changes: Partial<DeviceMedia> = {}) =>
  ({
    id: randomUUID(),
    entity: 'videos',
    entityId: randomUUID(),
    state,
    attempts: 0,
    size: 200,
    sentBytes: 0,
    bytesPerSecond: 0,
    lastError: null,
    ...changes,
  }) as DeviceMedia;

async function openWith(records: readonly NewOutboxRecord[], files: readonly DeviceMedia[] = []): Promise<Store> {
  const store = await openTestStore(randomUUID(), randomUUID());
  await store.outbox.bulkAdd(records);
  await store.media.bulkAdd(files);
  return store;
}

const queues: [string, (count: number) => [NewOutboxRecord[], DeviceMedia[]?]][] = [
  ['new changes', (count) => [queuedRecords(count)]],
  ['refused changes', (count) => [queuedRecords(count, { state: 'refused', lastError: { status: 409, code: 'gone', message: '' } })]],
  ['failing changes', (count) => [queuedRecords(count, { serverFailures: 6, confirmedAtFailure: 1, nextAttemptAt: 9 })]],
  ['blocked changes', (count) => [queuedRecords(count, { state: 'blocked', serverFailures: 6, confirmedAtFailure: 1 })]],
  ['changes that were asked to wait', (count) => [queuedRecords(count, { attempts: 1, lastError: LATER })]],
  ['changes that the server did not take', (count) => [queuedRecords(count, { attempts: 1, lastError: AWAY })]],
  ['files', (count) => [[], Array.from({ length: count }, () => file('kept'))]],
  ['failed files', (count) => [[], Array.from({ length: count }, () => file('failed'))]],
  ['files that were asked to wait', (count) => [[], Array.from({ length: count }, () => file('kept', { attempts: 1, lastError: LATER }))]],
  ['files that wait for room', (count) => [[], Array.from({ length: count }, () => file('kept', { attempts: 1, lastError: FULL }))]],
];

describe('the status of the device', () => {
  it.each(queues)('reads as much of 20,000 %s as of 100', async (_what, queue) => {
    const counts: number[] = [];
    for (const length of [100, 20_000]) {
      const store = await openWith(...queue(length));
      const reads = await countingReads(store, ...store.tables.map(({ name }) => name));
      expect(await readStatus(store)).toMatchObject({ pending: length });
      counts.push(reads.count);
    }
    expect(counts[1]).toBe(counts[0]);
    expect(counts[1]).toBeLessThan(10);
  });

  it('says the same of any mixture as reading all of it', async () => {
    const random = seededRandom(7);
    const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
    for (let round = 0; round < 150; round += 1) {
      const failures = () => ({ serverFailures: one([0, 1, 4, 5, 9]), confirmedAtFailure: one([0, 3]) });
      const records = Array.from({ length: one([0, 0, 1, 12]) }, () =>
        queuedRecord({
          ...one([{}, {}, failures()]),
          state: one(['queued', 'queued', 'sending', 'blocked', 'refused']),
          attempts: 1,
          lastError: one([null, LATER, AWAY, FULL, PROXYS, { status: 0, code: 'offline' }]),
        }),
      );
      const states: readonly MediaState[] = ['writing', 'kept', 'uploading', 'paused', 'uploaded', 'failed'];
      const files = Array.from({ length: one([0, 1, 2, 2, 9]) }, () =>
        file(one([one(states), 'kept']), {
          entityId: one([randomUUID(), randomUUID(), null]),
          size: one([200, ...Array<number>(4).fill(LARGE_FILE_BYTES + 1)]),
          sentBytes: one([0, 100]),
          attempts: one([0, 1]),
          lastError: one([null, null, FULL, LATER, AWAY, PROXYS]),
        }),
      );
      const store = await openWith(records, files);
      const network = one(['free', 'metered', 'untold'] as const);
      await writeSetting(store, 'line', network);
      const waiting = files.filter(({ state, entityId }) => state !== 'uploaded' && entityId !== null);
      const moving = waiting.filter(isMoving);
      const stored = await store.outbox.toArray();
      const sending = stored.some(({ state }) => state === 'sending');
      expect(await readStatus(store)).toMatchObject({
        pending: records.length + waiting.length,
        refused: stored.filter(({ state }) => state === 'refused').length,
        failed: stored.filter(isFailing).length + waiting.filter(({ state }) => state === 'failed').length,
        saving: waiting.some(({ state }) => state === 'writing'),
        sending,
        askedToWait: !sending && [...stored, ...waiting].some(isAskedToWait),
        notReady: !sending && [...stored, ...waiting].some(isNotTakenNow),
        noRoom: waiting.some(waitsForRoom) || (!sending && stored.some(changeWaitsForRoom)),
        uploading: moving.length > 0 ? progressOf(moving) : null,
        held: records.length === 0 ? heldBack(waiting, { network, largeFiles: null }) : null,
      });
    }
  });

  it('follows each change, of the whole queue and within it', async () => {
    const uploading = file('kept');
    const store = await openWith([queuedRecord()], [uploading]);
    let seen: SyncTotal | undefined;
    const watching = liveQuery(() => readStatus(store)).subscribe((total) => {
      seen = total;
    });
    onTestFinished(() => watching.unsubscribe());
    await expect.poll(() => seen).toMatchObject({ pending: 2, sending: false });
    await store.outbox.toCollection().modify({ state: 'sending' });
    await expect.poll(() => seen).toMatchObject({ pending: 2, sending: true });
    await store.outbox.toCollection().modify({ state: 'queued', serverFailures: 5, confirmedAtFailure: 0 });
    await expect.poll(() => seen).toMatchObject({ pending: 2, sending: false, failed: 1 });
    await store.outbox.toCollection().modify({ state: 'refused' });
    await expect.poll(() => seen).toMatchObject({ pending: 2, failed: 0, refused: 1 });
    await store.media.update(uploading.id, { state: 'uploading', sentBytes: 50 });
    await expect.poll(() => seen).toMatchObject({ uploading: { percent: 25 } });
    await store.media.update(uploading.id, { sentBytes: 150 });
    await expect.poll(() => seen).toMatchObject({ uploading: { percent: 75 } });
    await store.media.update(uploading.id, { state: 'uploaded' });
    await store.outbox.clear();
    await expect.poll(() => seen).toMatchObject({ pending: 0, uploading: null });
  });

  it('counts the conflicts that are not settled', async () => {
    const store = await openWith([]);
    const conflict = {
      feed: 'own',
      ownerId: store.userId,
      entity: 'videos',
      entityId: randomUUID(),
      field: 'title',
      kept: 'a',
      other: 'b',
    };
    const createdAt = '2026-05-01T09:00:00.000Z';
    const settled = { ...conflict, createdAt, deletedAt: createdAt, version: 2 };
    await store.view('conflicts').bulkAdd([
      { ...conflict, id: randomUUID(), createdAt, live: createdAt, deletedAt: null, version: 1 },
      { ...settled, id: randomUUID() },
    ]);
    expect(await readStatus(store)).toMatchObject({ conflicts: 1 });
  });
});
