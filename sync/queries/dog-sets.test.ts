import { expect, it } from 'vitest';
import { formatRep } from '../../api/contract/reps.ts';
import { mutate } from '../outbox/mutate.ts';
import { countingReads } from '../testing/counting-reads.ts';
import { openTestStore } from '../testing/open-test-store.ts';
import { testPorts } from '../testing/test-ports.ts';
import { listDogSets } from './dog-sets.ts';

const ME = '5c3e1d2f-7a6b-4c8d-9e0f-1a2b3c4d5e6f';
const [FEN, BROCK] = ['7b1d2c3e-4f5a-4b6c-8d7e-9f0a1b2c3d4e', '8c2e3d4f-5a6b-4c7d-9e8f-0a1b2c3d4e5f'];

const TODAY = '2026-11-20';

async function kennel() {
  const clock = { now: Date.parse('2026-11-20T12:00:00Z') };
  const [store, ports] = [await openTestStore(ME), testPorts({ clock })];
  const log = async (day: string, dogId: string | null, { madeOn = day, sets = ['Recall'] } = {}) => {
    clock.now = Date.parse(`${madeOn}T12:00:00Z`);
    const payload = { title: 'Field', dogId, trainedAt: `${day}T10:00:00.000Z`, trainedZone: 'Europe/London' };
    const { id: videoId } = await mutate(store, ports, 'videos.create', { payload });
    const ids: string[] = [];
    for (const [position, exercise] of sets.entries())
      ids.push((await mutate(store, ports, 'sets.create', { payload: { videoId, position, exercise, startedAt: payload.trainedAt } })).id);
    return { videoId, ids };
  };
  return { store, ports, clock, log };
}

it('lists the sets of a dog, oldest first, with their day and the reps that count', async () => {
  const { store, ports, log } = await kennel();
  await log('2026-11-18', FEN, { sets: ['Send-away', 'Recall'] });
  const { ids } = await log('2026-11-10', FEN, { madeOn: '2026-11-19' });
  await log('2026-11-17', BROCK);
  await log('2026-11-17', null);
  const reps = ['hit', 'miss', 'helped'] as const;
  const made = reps.map((kind, place) => formatRep({ id: `0000000${place}`, kind, at: null, filmMs: null, latencyMs: null }));
  await mutate(store, ports, 'sets.update', { params: { id: ids[0] ?? '' }, payload: { reps: made, struck: ['00000001'] } });
  expect(await listDogSets(store, FEN, TODAY)).toMatchObject([
    { day: '2026-11-10', set: { exercise: 'Recall' }, reps: [{ kind: 'hit' }, { kind: 'helped' }], hits: 1 },
    { day: '2026-11-18', set: { exercise: 'Send-away' }, reps: [], hits: 0 },
    { day: '2026-11-18', set: { exercise: 'Recall' } },
  ]);
});

it('leaves out deleted sets and sessions, and what lies half a year before the last session', async () => {
  const { store, ports, log } = await kennel();
  await log('2025-11-18', FEN);
  await log('2026-05-10', FEN);
  await log('2026-05-23', FEN);
  const { ids } = await log('2026-11-18', FEN);
  const gone = await log('2026-11-17', FEN);
  const { ids: deleted } = await log('2026-11-16', FEN);
  await mutate(store, ports, 'videos.delete', { params: { id: gone.videoId } });
  await mutate(store, ports, 'sets.delete', { id: deleted[0] ?? '' });
  const listed = await listDogSets(store, FEN, TODAY);
  expect(listed.map(({ day }) => day)).toEqual(['2026-05-23', '2026-11-18']);
  expect(listed.at(-1)?.set.id).toBe(ids[0]);
  expect(await listDogSets(store, BROCK, TODAY)).toEqual([]);
});

it('has the sets of a session that was moved to a later day', async () => {
  const { store, ports, clock, log } = await kennel();
  const { videoId } = await log('2025-06-01', FEN);
  await log('2026-11-18', FEN);
  clock.now += 1_000;
  await mutate(store, ports, 'videos.update', { params: { id: videoId }, payload: { trainedAt: '2026-11-01T10:00:00.000Z' } });
  expect((await listDogSets(store, FEN, TODAY)).map(({ day }) => day)).toEqual(['2026-11-01', '2026-11-18']);
  await mutate(store, ports, 'sets.create', { payload: { videoId, position: 1, exercise: 'Hold' } });
  expect((await listDogSets(store, FEN, TODAY)).map(({ set }) => set.exercise)).toEqual(['Recall', 'Hold', 'Recall']);
});

it('ends with the last session that is not later than today', async () => {
  const { store, log } = await kennel();
  await log('2026-11-18', FEN);
  await log('2036-11-18', FEN, { madeOn: '2026-11-18' });
  expect((await listDogSets(store, FEN, TODAY)).map(({ day }) => day)).toEqual(['2026-11-18']);
});

it('looks further back where the last half-year has no reps', async () => {
  const { store, ports, log } = await kennel();
  await log('2025-01-10', FEN);
  const { ids } = await log('2025-11-10', FEN);
  await mutate(store, ports, 'sets.update', { params: { id: ids[0] ?? '' }, payload: { reps: ['00000001 hit'] } });
  await log('2026-11-17', FEN);
  await log('2026-11-18', FEN, { sets: [] });
  expect((await listDogSets(store, FEN, TODAY)).map(({ day }) => day)).toEqual(['2025-11-10']);
});

it('goes by the time of the sessions, whenever their sets were typed', async () => {
  const { store, ports, clock, log } = await kennel();
  const { videoId } = await log('2026-11-18', FEN, { sets: ['Second', 'Third'] });
  clock.now += 1_000;
  const earlier = { title: 'Morning', dogId: FEN, trainedAt: '2026-11-18T08:00:00.000Z', trainedZone: 'Europe/London' };
  const { id } = await mutate(store, ports, 'videos.create', { payload: earlier });
  await mutate(store, ports, 'sets.create', { payload: { videoId: id, exercise: 'First' } });
  await mutate(store, ports, 'sets.create', { payload: { videoId, position: 2, exercise: 'Fourth' } });
  expect((await listDogSets(store, FEN, TODAY)).map(({ set }) => set.exercise)).toEqual(['First', 'Second', 'Third', 'Fourth']);
});

it('reads only the dog’s sessions where very many sets were made at once', async () => {
  const { store, ports, log } = await kennel();
  const { ids: own } = await log('2026-11-18', FEN);
  await mutate(store, ports, 'sets.update', { params: { id: own[0] ?? '' }, payload: { reps: ['00000001 hit'] } });
  const { videoId, ids } = await log('2026-11-17', BROCK);
  const row = await store.view('sets').get(ids[0] ?? '');
  if (!row) throw new Error('No set');
  await store.view('sets').bulkAdd(Array.from({ length: 4_000 }, () => ({ ...row, id: ports.newId(), videoId })));
  const reads = await countingReads(store, 'sets');
  expect(await listDogSets(store, FEN, TODAY)).toHaveLength(1);
  expect(reads.count).toBeLessThan(10);
});

it('reads no sets of earlier years', async () => {
  const { store, ports, log } = await kennel();
  for (let month = 1; month <= 9; month += 1) await log(`2024-0${month}-01`, FEN);
  const { ids } = await log('2026-11-18', FEN);
  await mutate(store, ports, 'sets.update', { params: { id: ids[0] ?? '' }, payload: { reps: ['00000001 hit'] } });
  const reads = await countingReads(store, 'sets');
  await listDogSets(store, FEN, TODAY);
  // The set, and a look whether there are many.
  expect(reads.count).toBe(2);
});
