import { expect, it } from 'vitest';
import { storedRow } from '../store/stored-row.ts';
import { countingWork } from '../testing/counting-work.ts';
import { openTestStore } from '../testing/open-test-store.ts';
import { trainedSession } from '../testing/trained-session.ts';
import { getRowsHere } from './rows-here.ts';

const ANNA = '11111111-1111-4111-8111-111111111111';
const sessions = (from: number, count: number) =>
  Array.from({ length: count }, (_, nth) => storedRow('videos', trainedSession(ANNA, from + nth, '2026-05-01T09:00:00.000Z'), 'own', ANNA));

it.each([
  ['an empty table', 0],
  ['a table with few rows', 15],
  ['a table with many rows', 500],
])('finds the rows that exist in %s, and reads little', async (_what, held) => {
  const store = await openTestStore(ANNA);
  await store.view('videos').bulkPut(sessions(0, held));
  const work = await countingWork(store);
  // The last five rows, between rows that do not exist.
  const last = sessions(Math.max(0, held - 5), 10).map(({ id }) => id);
  const asked = [...sessions(1_000, 10).map(({ id }) => id), ...last];
  const found = await getRowsHere(store.view('videos'), asked);
  const here = held > 0 ? last.slice(0, 5) : [];
  expect(asked.map((_id, place) => found[place]?.id)).toEqual(asked.map((id) => (here.includes(id) ? id : undefined)));
  expect(work.read).toBeLessThanOrEqual(4 * asked.length);
});
