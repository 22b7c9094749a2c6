import { expect, test } from 'vitest';
import { mutate } from '../outbox/mutate.ts';
import { openTestStore } from '../testing/open-test-store.ts';
import { testPorts } from '../testing/test-ports.ts';
import { getDogRecord } from './dog-record.ts';

const DOG = '7b1d2c3e-4f5a-4b6c-8d7e-9f0a1b2c3d4e';

test('a dog’s record shows when each milestone was reached and how many sessions each week had', async () => {
  const store = await openTestStore('3f0e8a52-7c1b-4d6e-9a0f-5b2c8d7e6f10');
  const ports = testPorts();
  await mutate(store, ports, 'dogs.create', { id: DOG, payload: { name: 'Fen', breed: 'Border Collie', birthdate: '2022-08-03' } });
  const log = (trainedAt: string, dogId: string | null = DOG) =>
    mutate(store, ports, 'videos.create', { payload: { title: 'Heel', dogId, trainedAt, trainedZone: 'Europe/London' } });
  // In November: ten sessions on seven days, the last on the 19th, entered out of order.
  for (const day of [19, 13, 14, 15, 16, 17, 18]) await log(`2026-11-${day}T10:00:00Z`);
  for (const hour of [11, 12, 13]) await log(`2026-11-13T${hour}:00:00Z`);
  await log('2026-08-31T10:00:00Z');
  await log('2026-11-19T10:00:00Z', null);
  const gone = await log('2026-11-01T10:00:00Z');
  await mutate(store, ports, 'videos.delete', { params: { id: gone.id } });

  const { milestones, weeks } = await getDogRecord(store, DOG, '2026-11-21');
  expect(milestones).toEqual([
    { kind: 'sessions', count: 10, day: '2026-11-18' },
    { kind: 'trainingDays', count: 7, day: '2026-11-18' },
    { kind: 'sessions', count: 1, day: '2026-08-31' },
  ]);
  expect(weeks).toHaveLength(12);
  expect(weeks[0]).toEqual({ monday: '2026-08-31', sessions: 1 });
  expect(weeks.slice(-3)).toEqual([
    { monday: '2026-11-02', sessions: 0 },
    { monday: '2026-11-09', sessions: 6 },
    { monday: '2026-11-16', sessions: 4 },
  ]);
});
