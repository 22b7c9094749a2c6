import type { DBCore } from 'dexie';
import { describe, expect, it } from 'vitest';
import type { Video } from '../../api/contract/entities/video.ts';
import { storedRow } from '../stored-row.ts';
import type { Store } from '../store.ts';
import { openTestStore } from '../testing/open-test-store.ts';
import { countSessions, listSessions } from './sessions.ts';

const ANNA = '11111111-1111-4111-8111-111111111111';
const BEN = '22222222-2222-4222-8222-222222222222';
const REX = '33333333-3333-4333-8333-333333333333';
const at = (day: number) => new Date(Date.UTC(2020, 0, 1 + day)).toISOString();

const session = (number: number, changes: Partial<Video> = {}): Video => ({
  id: `44444444-4444-4444-8444-${String(number).padStart(12, '0')}`,
  ownerId: ANNA,
  title: `Session ${number}`,
  description: '',
  dogId: null,
  videoUrl: null,
  thumbnailUrl: '',
  mediaType: null,
  durationSeconds: null,
  derived: [],
  shared: false,
  trainedAt: at(number),
  trainedZone: 'Europe/London',
  createdAt: at(number),
  updatedAt: at(number),
  deletedAt: null,
  version: 1,
  ...changes,
});

const hold = (store: Store, rows: Video[]) =>
  store.view('videos').bulkPut(rows.map((row) => storedRow('videos', row, `own:${ANNA}`, ANNA)));

/** Counts the sessions that queries read from disk. */
async function countingReads(store: Store) {
  const reads = { count: 0 };
  store.close({ disableAutoOpen: false });
  store.use({
    stack: 'dbcore',
    name: 'counting',
    create: (core): DBCore => ({
      ...core,
      table: (name) => {
        const table = core.table(name);
        return {
          ...table,
          async query(request) {
            const answer = await table.query(request);
            if (name === 'videos') reads.count += answer.result.length;
            return answer;
          },
          async openCursor(request) {
            const cursor = await table.openCursor(request);
            if (!cursor || name !== 'videos') return cursor;
            const start = cursor.start.bind(cursor);
            cursor.start = (onNext) => start(() => { reads.count += 1; onNext(); });
            return cursor;
          },
        };
      },
    }),
  });
  await store.open();
  return reads;
}

describe('the list of sessions', () => {
  it('reads as many sessions as it shows, whatever is there and whatever was deleted', async () => {
    const store = await openTestStore(ANNA);
    await hold(store, Array.from({ length: 3_000 }, (_, number) => session(number, number % 3 === 0 ? { deletedAt: at(number) } : {})));
    await hold(store, [session(9_000, { ownerId: BEN, title: 'Bens tracking', dogId: REX }), session(9_001, { ownerId: BEN, dogId: REX })]);
    const reads = await countingReads(store);
    const cards = await listSessions(store, { scope: 'mine', limit: 20 });
    expect(cards).toHaveLength(20);
    expect(cards.slice(0, 3).map(({ video }) => video.title)).toEqual(['Session 2999', 'Session 2998', 'Session 2996']);
    expect(reads.count).toBeLessThanOrEqual(21);

    reads.count = 0;
    const partners = await listSessions(store, { scope: 'partners', limit: 20 });
    expect(partners.map(({ owner }) => owner)).toMatchObject([{ id: BEN, isMe: false }, { id: BEN, isMe: false }]);
    expect(reads.count).toBeLessThanOrEqual(3);

    expect(await countSessions(store, { scope: 'all' })).toBe(2_002);
    expect((await listSessions(store, { scope: 'all', dogId: REX, limit: 20 })).map(({ video }) => video.dogId)).toEqual([REX, REX]);
    expect((await listSessions(store, { scope: 'all', search: 'TRACK', limit: 20 })).map(({ video }) => video.title)).toEqual(['Bens tracking']);
  });
});
