import { expect, it } from 'vitest';
import { storedRow } from '../store/stored-row.ts';
import { mutate } from '../outbox/mutate.ts';
import { openTestStore } from '../testing/open-test-store.ts';
import { testPorts } from '../testing/test-ports.ts';
import { listDogDays } from './dog-days.ts';

const ME = '5c3e1d2f-7a6b-4c8d-9e0f-1a2b3c4d5e6f';
const [FEN, BROCK] = ['7b1d2c3e-4f5a-4b6c-8d7e-9f0a1b2c3d4e', '8c2e3d4f-5a6b-4c7d-9e8f-0a1b2c3d4e5f'];

it('has the day of each session of the dog, oldest first, also of more than are read at a time', async () => {
  const [store, ports] = [await openTestStore(ME), testPorts()];
  const payload = { title: 'Field', dogId: FEN, trainedAt: '2026-11-18T10:00:00.000Z', trainedZone: 'Europe/London' };
  const { id } = await mutate(store, ports, 'videos.create', { payload });
  const { feed, ...row } = (await store.view('videos').get(id))!;
  const on = (day: string, sessions: number, dogId: string) =>
    Array.from({ length: sessions }, () =>
      storedRow('videos', { ...row, id: ports.newId(), dogId, trainedAt: `${day}T10:00:00.000Z` }, feed, ME),
    );
  await store
    .view('videos')
    .bulkAdd([
      ...on('2026-11-17', 700, FEN),
      ...on('2026-11-01', 3, FEN),
      ...on('2026-11-19', 600, FEN),
      ...on('2026-11-20', 1, FEN),
      ...on('2026-11-17', 9, BROCK),
    ]);
  const counted = new Map<string, number>();
  const days = await listDogDays(store, FEN);
  for (const day of days) counted.set(day, (counted.get(day) ?? 0) + 1);
  expect([...counted]).toEqual([
    ['2026-11-01', 3],
    ['2026-11-17', 700],
    ['2026-11-18', 1],
    ['2026-11-19', 600],
    ['2026-11-20', 1],
  ]);
  expect(await listDogDays(store, ports.newId())).toEqual([]);
});
