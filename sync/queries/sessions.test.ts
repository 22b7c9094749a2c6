import { describe, expect, it } from 'vitest';
import type { Video } from '../../api/contract/entities/video.ts';
import { storedRow } from '../store/stored-row.ts';
import type { Store } from '../store/store.ts';
import { countingReads } from '../testing/counting-reads.ts';
import { openTestStore } from '../testing/open-test-store.ts';
import { trainedSession } from '../testing/trained-session.ts';
import { listSessionMonths } from './session-months.ts';
import { countSessions, listSessions, type SessionCard } from './sessions.ts';

const ANNA = '11111111-1111-4111-8111-111111111111';
const BEN = '22222222-2222-4222-8222-222222222222';
const REX = '33333333-3333-4333-8333-333333333333';
const at = (day: number) => new Date(Date.UTC(2020, 0, 1 + day)).toISOString();

const session = (number: number, changes: Partial<Video> = {}) => trainedSession(ANNA, number, at(number), changes);

const hold = (store: Store, rows: Video[]) =>
  store.view('videos').bulkPut(rows.map((row) => storedRow('videos', row, `own:${ANNA}`, ANNA)));

const placeOf = ({ video }: SessionCard) => ({ live: video.trainedAt, id: video.id });

describe('the list of sessions', () => {
  it('reads only the sessions it shows, regardless of how many exist or were deleted', async () => {
    const store = await openTestStore(ANNA);
    await hold(
      store,
      Array.from({ length: 3_000 }, (_, number) => session(number, number % 3 === 0 ? { deletedAt: at(number) } : {})),
    );
    await hold(store, [session(9_000, { ownerId: BEN, title: 'Bens tracking', dogId: REX }), session(9_001, { ownerId: BEN, dogId: REX })]);
    const reads = await countingReads(store, 'videos');
    const cards = await listSessions(store, { scope: 'mine', limit: 20 });
    expect(cards).toHaveLength(20);
    expect(cards.slice(0, 3).map(({ video }) => video.title)).toEqual(['Session 2999', 'Session 2998', 'Session 2996']);
    expect(reads.count).toBeLessThanOrEqual(21);

    reads.count = 0;
    const partners = await listSessions(store, { scope: 'partners', limit: 20 });
    expect(partners.map(({ owner }) => owner)).toMatchObject([
      { id: BEN, isMe: false },
      { id: BEN, isMe: false },
    ]);
    expect(reads.count).toBeLessThanOrEqual(3);

    expect((await listSessions(store, { scope: 'all', dogId: REX, limit: 20 })).map(({ video }) => video.dogId)).toEqual([REX, REX]);
    expect((await listSessions(store, { scope: 'all', search: 'TRACK', limit: 20 })).map(({ video }) => video.title)).toEqual([
      'Bens tracking',
    ]);
  });

  it('finds words typed without accents and special letters, in any case and locale', async () => {
    const store = await openTestStore(ANNA);
    await hold(store, [session(1, { title: 'Fuß in İzmir' }), session(2, { description: 'Søren, naïve start' }), session(3)]);
    const found = async (search: string) =>
      (await listSessions(store, { scope: 'all', search, limit: 20 })).map(({ video }) => video.title);
    for (const search of ['fuss', 'FUẞ', 'izmir', 'IZMIR', 'ızmir'])
      expect([search, await found(search)]).toEqual([search, ['Fuß in İzmir']]);
    for (const search of ['soren', 'SØREN', 'naive']) expect([search, await found(search)]).toEqual([search, ['Session 2']]);
  });

  it('filters by training day in the zone of the training ground, and lists the months that have sessions', async () => {
    const store = await openTestStore(ANNA);
    const trained = (number: number, trainedAt: string, trainedZone: string) => session(number, { trainedAt, trainedZone });
    await hold(store, [
      // 1 November in Auckland, 31 October in Honolulu.
      trained(1, '2026-10-31T12:00:00.000Z', 'Pacific/Auckland'),
      trained(2, '2026-11-01T08:00:00.000Z', 'Pacific/Honolulu'),
      trained(3, '2026-11-15T09:00:00.000Z', 'Europe/London'),
      trained(4, '2025-06-02T09:00:00.000Z', 'Europe/London'),
      ...Array.from({ length: 30 }, (_, index) => trained(10 + index, '2026-11-20T09:00:00.000Z', 'Europe/London')),
    ]);
    const titles = async (days: { from?: string; to?: string; search?: string }, limit = 50) =>
      (await listSessions(store, { scope: 'all', limit, ...days })).map(({ video }) => video.title);
    expect(await titles({ from: '2026-11-01', to: '2026-11-19' })).toEqual(['Session 3', 'Session 1']);
    expect(await titles({ from: '2026-10-01', to: '2026-10-31' })).toEqual(['Session 2']);
    expect(await titles({ to: '2026-10-31' })).toEqual(['Session 2', 'Session 4']);
    expect(await titles({ from: '2026-11-15', to: '2026-11-15', search: 'session' })).toEqual(['Session 3']);
    expect(await titles({ from: '2026-11-16' }, 7)).toHaveLength(7);
    expect(await listSessionMonths(store, { scope: 'all' })).toEqual(['2026-11', '2026-10', '2025-06']);
    expect(await listSessionMonths(store, { scope: 'partners' })).toEqual([]);
    expect(await countSessions(store, { scope: 'all', to: '2026-10-31' })).toEqual({ found: 2, all: 34 });
  });

  it('lists a month whose only session is earlier than one of the previous month, trained in a zone far west', async () => {
    const store = await openTestStore(ANNA);
    await hold(store, [
      session(1, { trainedAt: '2026-12-01T08:00:00.000Z', trainedZone: 'Pacific/Honolulu' }),
      session(2, { trainedAt: '2026-11-30T20:00:00.000Z', trainedZone: 'Pacific/Auckland' }),
      session(3, { trainedAt: '2026-11-01T08:00:00.000Z', trainedZone: 'Pacific/Honolulu' }),
    ]);
    expect(await listSessionMonths(store, { scope: 'all' })).toEqual(['2026-12', '2026-11', '2026-10']);
  });

  it('continues after any session without gaps or repeats, even if many have the same time', async () => {
    const store = await openTestStore(ANNA);
    await hold(
      store,
      Array.from({ length: 90 }, (_, number) => session(number, { trainedAt: at(Math.floor(number / 40)) })),
    );
    const all = await listSessions(store, { scope: 'mine', limit: 100 });
    const walked: SessionCard[] = [];
    for (let cards: SessionCard[] = []; walked.length < 90; walked.push(...cards)) {
      const last = walked.at(-1);
      cards = await listSessions(store, { scope: 'mine', limit: 7, ...(last && { before: placeOf(last) }) });
      expect(cards.length).toBeGreaterThan(0);
    }
    expect(walked.map(({ video }) => video.id)).toEqual(all.map(({ video }) => video.id));
    expect(all.map(({ day }) => day).filter((day, index, days) => day !== days[index - 1])).toEqual([
      '2020-01-03',
      '2020-01-02',
      '2020-01-01',
    ]);

    const stretch = await listSessions(store, { scope: 'mine', limit: 100, before: placeOf(all[20]!), downTo: placeOf(all[50]!) });
    expect(stretch.map(({ video }) => video.id)).toEqual(all.slice(21, 51).map(({ video }) => video.id));
  });

  it('searches in memory: later keystrokes read only the matches, and find changed sessions', async () => {
    const store = await openTestStore(ANNA);
    await hold(
      store,
      Array.from({ length: 1_200 }, (_, number) => session(number)),
    );
    const reads = await countingReads(store, 'videos');
    const titles = async (search: string) =>
      (await listSessions(store, { scope: 'all', search, limit: 5 })).map(({ video }) => video.title);
    expect(await titles('session 10')).toEqual(['Session 1099', 'Session 1098', 'Session 1097', 'Session 1096', 'Session 1095']);
    reads.count = 0;
    expect(await titles('session 103')).toEqual(['Session 1039', 'Session 1038', 'Session 1037', 'Session 1036', 'Session 1035']);
    expect(await titles('nowhere')).toEqual([]);
    expect(reads.count).toBeLessThanOrEqual(5);

    await hold(store, [session(3, { title: 'Now here' }), session(1_039, { deletedAt: at(2_000) })]);
    expect(await titles('here')).toEqual(['Now here']);
    expect((await titles('session 103'))[0]).toBe('Session 1038');
  });

  it('counts the comments of each session', async () => {
    const store = await openTestStore(ANNA);
    await hold(store, [session(1), session(2), session(3)]);
    const comment = (number: number, on: number, deletedAt: string | null = null) =>
      storedRow(
        'comments',
        {
          id: `55555555-5555-4555-8555-${String(number).padStart(12, '0')}`,
          videoId: session(on).id,
          userId: ANNA,
          content: 'Good',
          createdAt: at(1),
          deletedAt,
          version: 1,
        },
        `own:${ANNA}`,
        ANNA,
      );
    await store.view('comments').bulkPut([comment(1, 1), comment(2, 3), comment(3, 3), comment(4, 3, at(2))]);
    const cards = await listSessions(store, { scope: 'all', limit: 5 });
    expect(cards.map(({ commentCount }) => commentCount)).toEqual([2, 0, 1]);
  });
});
