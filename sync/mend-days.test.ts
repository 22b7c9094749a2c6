import { expect, test } from 'vitest';
import type { Video } from '../api/contract/entities/video.ts';
import { mendDays } from './mend-days.ts';
import { getDogRecord } from './queries/dog-record.ts';
import { listSessions } from './queries/sessions.ts';
import { storedRow } from './store/stored-row.ts';
import type { Store } from './store/store.ts';
import { openTestStore } from './testing/open-test-store.ts';
import { trainedSession } from './testing/trained-session.ts';

const ANNA = '11111111-1111-4111-8111-111111111111';
const BEN = '22222222-2222-4222-8222-222222222222';
const REX = '33333333-3333-4333-8333-333333333333';

/** Stores rows as the first version did in Debian's WebKit. */
async function holdAsWebKitDid(store: Store, rows: readonly (readonly [Video, day: string])[]): Promise<void> {
  await store.view('videos').bulkPut(rows.map(([row, day]) => ({ ...storedRow('videos', row, `own:${ANNA}`, ANNA), day })));
}
const lastYear = trainedSession(ANNA, 1, '2025-12-30T10:00:00.000Z', { dogId: REX });
const thisYear = trainedSession(ANNA, 2, '2026-11-22T10:00:00.000Z', { dogId: REX });

test('lists sessions by day when an older version stored another date format', async () => {
  const store = await openTestStore(ANNA);
  const noDog = trainedSession(BEN, 3, '2026-11-21T23:30:00.000Z', { trainedZone: 'Europe/Berlin' });
  await holdAsWebKitDid(store, [
    [lastYear, '12/30/2025'],
    [noDog, '11/22/2026'],
  ]);
  const cards = await listSessions(store, { scope: 'all', limit: 5 });
  expect(cards.map(({ day }) => day)).toEqual(['2026-11-22', '2025-12-30']);
});

test('rewrites the days of a dog’s sessions once, so that the dog’s record counts them', async () => {
  const store = await openTestStore(ANNA);
  await holdAsWebKitDid(store, [
    [lastYear, '12/30/2025'],
    [thisYear, '11/22/2026'],
  ]);
  await mendDays(store);
  const { milestones, weeks } = await getDogRecord(store, REX, '2026-11-22');
  expect(milestones).toEqual([{ kind: 'sessions', count: 1, day: '2025-12-30' }]);
  expect(weeks.at(-1)).toEqual({ monday: '2026-11-16', sessions: 1 });
  expect(await store.view('videos').get(thisYear.id)).toEqual(storedRow('videos', thisYear, `own:${ANNA}`, ANNA));

  const untouched = { ...storedRow('videos', lastYear, `own:${ANNA}`, ANNA), day: 'checked before' };
  await store.view('videos').put(untouched);
  await mendDays(store);
  expect(await store.view('videos').get(lastYear.id)).toEqual(untouched);
});
