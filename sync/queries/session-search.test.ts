import { describe, expect, it } from 'vitest';
import type { Dog } from '../../api/contract/entities/dog.ts';
import type { Video } from '../../api/contract/entities/video.ts';
import { storedRow } from '../store/stored-row.ts';
import type { Store } from '../store/store.ts';
import { openTestStore } from '../testing/open-test-store.ts';
import { trainedSession } from '../testing/trained-session.ts';
import { countSessions, listSessions } from './sessions.ts';

const ANNA = '11111111-1111-4111-8111-111111111111';
const BEN = '22222222-2222-4222-8222-222222222222';
const BROCK = '33333333-3333-4333-8333-333333333333';
const MOMENT = '2026-10-12T09:00:00.000Z';
const MONTHS = 'january february march april may june july august september october november december';
const WEEKDAYS = 'sunday monday tuesday wednesday thursday friday saturday';
const dayNames = { months: MONTHS.split(' ').map((name) => [name]), weekdays: WEEKDAYS.split(' ').map((name) => [name]) };

const session = (number: number, changes: Partial<Video>) => trainedSession(changes.ownerId ?? ANNA, number, MOMENT, changes);

/** The titles found, in the log's order. */
async function found(store: Store, search: string): Promise<string[]> {
  const cards = await listSessions(store, { scope: 'all', limit: 20, search, dayNames });
  expect(await countSessions(store, { scope: 'all', search, dayNames })).toMatchObject({ found: cards.length });
  return cards.map(({ video }) => video.title);
}

async function storeWith(...rows: Video[]): Promise<Store> {
  const store = await openTestStore(ANNA);
  await store.view('videos').bulkPut(rows.map((row) => storedRow('videos', row, `own:${ANNA}`, ANNA)));
  await store.view('people').put({ id: BEN, firstName: 'Ben', lastName: 'Ómarsson' } as never);
  const dog = { id: BROCK, ownerId: ANNA, name: 'Brock', createdAt: MOMENT, deletedAt: null } as Dog;
  await store.view('dogs').put(storedRow('dogs', dog, `own:${ANNA}`, ANNA));
  return store;
}

describe('log search', () => {
  it('finds words in any order, by their beginnings, whether in title, notes, or the name of dog or partner', async () => {
    const store = await storeWith(
      session(1, { title: 'Track on stubble', dogId: BROCK, description: 'Two corners, aged 40 minutes' }),
      session(2, { title: 'Track', ownerId: BEN }),
      session(3, { title: 'Backtracking' }),
    );
    for (const search of ['brock track', 'TRACK Brock', 'bro tra', 'track corn 40', 'minutes aged', ' track,  brock! '])
      expect(await found(store, search), search).toEqual(['Track on stubble']);
    expect(await found(store, 'omarsson')).toEqual(['Track']);
    expect(await found(store, 'ben track')).toEqual(['Track']);
    expect(await found(store, 'brock ben')).toEqual([]);
    expect(await found(store, 'track'), 'not in the middle of a word').toEqual(['Track', 'Track on stubble']);
  });

  it('finds conditions', async () => {
    const store = await storeWith(
      session(1, { title: 'Track', weather: 'Light rain', surface: 'Stubble', place: 'Bryn Farm' }),
      session(2, { title: 'Heel', place: 'Village hall' }),
    );
    for (const search of ['bryn', 'stubb', 'rain track', 'light bryn']) expect(await found(store, search), search).toEqual(['Track']);
    expect(await found(store, 'hall')).toEqual(['Heel']);
  });

  it('reads words written together, apart and with a hyphen as one', async () => {
    const store = await storeWith(
      session(1, { title: 'Sendaway' }),
      session(2, { title: 'Send away' }),
      session(3, { title: 'Send-away to marker' }),
      session(4, { title: 'Away from the send' }),
    );
    const all = ['Send-away to marker', 'Send away', 'Sendaway'];
    expect(await found(store, 'sendaway')).toEqual(all);
    for (const search of ['send away', 'send-away', 'SEND AWAY', 'send awa'])
      expect(await found(store, search), search).toEqual(['Away from the send', ...all]);
    expect(await found(store, 'send away marker')).toEqual(['Send-away to marker']);
  });

  it('reads a short word as the beginning of one word, not as letters of two', async () => {
    const store = await storeWith(
      session(1, { title: 'Is late on a track' }),
      session(2, { title: 'Be neat in areas' }),
      session(3, { title: 'Notes' }),
      session(4, { title: 'Go-out' }),
      session(5, { title: 'Goout' }),
      session(6, { title: 'E-collar' }),
    );
    for (const search of ['at', 'isla', 'ben', 'ina', 'no te', 'i sl']) expect(await found(store, search), search).toEqual([]);
    expect(await found(store, 'in ar')).toEqual(['Be neat in areas']);
    for (const search of ['go out', 'go-out', 'goout']) expect(await found(store, search), search).toEqual(['Goout', 'Go-out']);
    expect(await found(store, 'ecollar')).toEqual(['E-collar']);
  });

  it('reads a short word and its number as one, whether or not a space or hyphen separates them', async () => {
    const store = await storeWith(session(1, { title: 'FH2' }), session(2, { title: 'FH 2' }), session(3, { title: 'FH-20' }));
    for (const search of ['fh2', 'fh 2', 'fh-2']) expect(await found(store, search), search).toEqual(['FH-20', 'FH 2', 'FH2']);
    expect(await found(store, 'fh20')).toEqual(['FH-20']);
  });

  it('finds months and weekdays by name, a year, and a day beside a month', async () => {
    const store = await storeWith(
      session(1, { title: 'Heel', trainedAt: '2025-10-12T09:00:00.000Z' }),
      session(2, { title: 'Sit', trainedAt: '2026-10-12T09:00:00.000Z' }),
      session(3, { title: 'Down', trainedAt: '2026-10-17T09:00:00.000Z' }),
      // Still 31 October in New York.
      session(4, { title: 'Stay', trainedAt: '2026-11-01T03:00:00.000Z', trainedZone: 'America/New_York' }),
      session(5, { title: '12 retrieves in march time', trainedAt: '2026-01-05T09:00:00.000Z' }),
    );
    expect(await found(store, 'october')).toEqual(['Stay', 'Down', 'Sit', 'Heel']);
    expect(await found(store, 'oct 2025')).toEqual(['Heel']);
    expect(await found(store, '12 october 2026')).toEqual(['Sit']);
    expect(await found(store, 'saturday')).toEqual(['Stay', 'Down']);
    expect(await found(store, 'sat oct heel')).toEqual([]);
    expect(await found(store, 'march')).toEqual(['12 retrieves in march time']);
    expect(await found(store, '12'), 'a number alone is not read as a day').toEqual(['12 retrieves in march time']);
    for (const search of ['oct 12', '2026 12 oct']) expect(await found(store, `${search} sit`), search).toEqual(['Sit']);
    for (const search of ['12 sit october', '12 2026 october'])
      expect(await found(store, search), 'a number apart from the month is not read as a day').toEqual([]);
    expect(await found(store, 'oc'), 'two letters do not match a month').toEqual([]);
  });

  it('finds words in the middle of a line in scripts without spaces between words', async () => {
    const store = await storeWith(session(1, { title: '今日は追跡訓練' }), session(2, { title: 'Следы утром' }));
    for (const search of ['追跡', '追 跡']) expect(await found(store, search), search).toEqual(['今日は追跡訓練']);
    expect(await found(store, 'утром')).toEqual(['Следы утром']);
    expect(await found(store, 'тром')).toEqual([]);
  });

  it('finds every session when the search is only punctuation', async () => {
    const store = await storeWith(session(1, { title: 'Heel' }));
    expect(await found(store, ' -?( ')).toEqual(['Heel']);
  });

  it('finds sessions by a dog’s new name', async () => {
    const store = await storeWith(session(1, { title: 'Heel', dogId: BROCK }));
    expect(await found(store, 'fen')).toEqual([]);
    await store.view('dogs').update(BROCK, { name: 'Fen' });
    expect(await found(store, 'fen')).toEqual(['Heel']);
  });
});
