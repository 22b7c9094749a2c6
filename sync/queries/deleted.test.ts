import { expect, test } from 'vitest';
import { DELETED_KEPT_DAYS } from '../../api/contract/limits.ts';
import { mutate } from '../outbox/mutate.ts';
import { openTestStore } from '../testing/open-test-store.ts';
import { testPorts } from '../testing/test-ports.ts';
import { listDeleted } from './deleted.ts';

const DAY_MS = 86_400_000;

test(`lists deleted rows of every kind until they are restored or ${DELETED_KEPT_DAYS} days have passed`, async () => {
  const store = await openTestStore('3f0e8a52-7c1b-4d6e-9a0f-5b2c8d7e6f10');
  const clock = { now: Date.UTC(2026, 10, 1, 9) };
  const ports = testPorts({ clock });
  const session = await mutate(store, ports, 'videos.create', { payload: { title: 'Send-away' } });
  const dog = await mutate(store, ports, 'dogs.create', { payload: { name: 'Fen', breed: 'Collie', birthdate: '2022-08-03' } });
  await mutate(store, ports, 'cues.create', { payload: { name: 'Away' } });
  expect(await listDeleted(store, clock.now)).toEqual([]);

  await mutate(store, ports, 'dogs.delete', { params: { id: dog.id } });
  clock.now += DAY_MS;
  await mutate(store, ports, 'videos.delete', { params: { id: session.id } });
  expect(await listDeleted(store, clock.now)).toEqual([
    { entity: 'videos', id: session.id, name: 'Send-away', deletedAt: '2026-11-02T09:00:00.000Z', daysLeft: DELETED_KEPT_DAYS },
    { entity: 'dogs', id: dog.id, name: 'Fen', deletedAt: '2026-11-01T09:00:00.000Z', daysLeft: DELETED_KEPT_DAYS - 1 },
  ]);

  await mutate(store, ports, 'videos.restore', { params: { id: session.id } });
  expect((await listDeleted(store, clock.now)).map(({ name }) => name)).toEqual(['Fen']);
  expect(await listDeleted(store, clock.now + (DELETED_KEPT_DAYS - 1) * DAY_MS)).toEqual([]);
});

test('lists a deleted set with its result while its session is there', async () => {
  const store = await openTestStore('4f0e8a52-7c1b-4d6e-9a0f-5b2c8d7e6f11');
  const ports = testPorts({ clock: { now: Date.UTC(2026, 10, 1, 9) } });
  const { id: videoId } = await mutate(store, ports, 'videos.create', { payload: { title: 'Field' } });
  const payload = { videoId, exercise: 'Send-away', reps: ['00000001 hit', '00000002 miss'] };
  const { id } = await mutate(store, ports, 'sets.create', { payload });
  await mutate(store, ports, 'sets.delete', { params: { id } });
  expect(await listDeleted(store, ports.now())).toMatchObject([{ entity: 'sets', id, name: 'Send-away, 1/2' }]);
  await mutate(store, ports, 'videos.delete', { params: { id: videoId } });
  expect(await listDeleted(store, ports.now())).toMatchObject([{ entity: 'videos', name: 'Field' }]);
});
