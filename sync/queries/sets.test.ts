import { expect, it } from 'vitest';
import { formatRep } from '../../api/contract/reps.ts';
import { mutate } from '../outbox/mutate.ts';
import { openTestStore } from '../testing/open-test-store.ts';
import { testPorts } from '../testing/test-ports.ts';
import { countingReads } from '../testing/counting-reads.ts';
import { listSessions } from './sessions.ts';
import { listExercises, listSets } from './sets.ts';

const ME = '6a4f2c1e-3b5d-4e7f-8a9b-0c1d2e3f4a5b';
const rep = (id: string, kind: 'hit' | 'miss' | 'helped') =>
  formatRep({ id: id.padStart(8, '0'), kind, at: null, filmMs: null, latencyMs: null });

it('lists the sets of a session in order, with the reps that count', async () => {
  const [store, ports] = [await openTestStore(ME), testPorts()];
  const { id: videoId } = await mutate(store, ports, 'videos.create', { payload: { title: 'Field' } });
  const { id: other } = await mutate(store, ports, 'videos.create', { payload: { title: 'Other' } });
  const add = (payload: object) => mutate(store, ports, 'sets.create', { payload: { videoId, exercise: 'Send-away', ...payload } });
  await add({ position: 1, exercise: 'Recall' });
  await add({ position: 0, reps: [rep('1', 'hit'), rep('2', 'miss'), rep('3', 'helped')], struck: ['00000002'] });
  const { id: deleted } = await add({ position: 2 });
  await mutate(store, ports, 'sets.delete', { id: deleted });
  await add({ videoId: other });
  expect(await listSets(store, videoId)).toMatchObject([
    { set: { exercise: 'Send-away' }, reps: [{ kind: 'hit' }, { kind: 'helped' }], hits: 1, sync: { state: 'saved' } },
    { set: { exercise: 'Recall' }, reps: [], hits: 0 },
  ]);
});

it('gives each session of the log its sets, and reads no others', async () => {
  const clock = { now: Date.UTC(2026, 4, 1) };
  const [store, ports] = [await openTestStore(ME), testPorts({ clock })];
  for (const title of ['Oldest', 'Middle', 'Newest']) {
    clock.now += 1_000;
    const { id: videoId } = await mutate(store, ports, 'videos.create', { payload: { title } });
    for (const position of [0, 1])
      await mutate(store, ports, 'sets.create', { payload: { videoId, position, exercise: `${title} ${position}` } });
  }
  const reads = await countingReads(store, 'sets');
  const cards = await listSessions(store, { scope: 'mine', limit: 2 });
  expect(cards.map(({ sets }) => sets.map(({ set }) => set.exercise))).toEqual([
    ['Newest 0', 'Newest 1'],
    ['Middle 0', 'Middle 1'],
  ]);
  expect(reads.count).toBe(4);
});

it('offers the latest exercises, then the other cues, each once', async () => {
  const clock = { now: Date.UTC(2026, 4, 1) };
  const [store, ports] = [await openTestStore(ME), testPorts({ clock })];
  const { id: videoId } = await mutate(store, ports, 'videos.create', { payload: { title: 'Field' } });
  const { id: away } = await mutate(store, ports, 'cues.create', { payload: { name: 'Send away', steps: ['At the marker'] } });
  const { id: hold } = await mutate(store, ports, 'cues.create', { payload: { name: 'Hold' } });
  for (const exercise of ['Recall', 'SEND AWAY', 'Send away']) {
    clock.now += 1_000;
    await mutate(store, ports, 'sets.create', { payload: { videoId, exercise } });
  }
  expect(await listExercises(store, null)).toEqual([
    { name: 'Send away', cueId: away, steps: ['At the marker'] },
    { name: 'Recall', cueId: null, steps: [] },
    { name: 'Hold', cueId: hold, steps: [] },
  ]);
});

it('offers the exercises of the dog before newer ones of another', async () => {
  const clock = { now: Date.UTC(2026, 4, 1) };
  const [store, ports] = [await openTestStore(ME), testPorts({ clock })];
  const { id: fen } = await mutate(store, ports, 'dogs.create', {
    payload: { name: 'Fen', breed: 'Border Collie', birthdate: '2022-05-01' },
  });
  for (const [dogId, exercise] of [
    [fen, 'Hold'],
    [null, 'Recall'],
  ] as const) {
    clock.now += 1_000;
    const { id: videoId } = await mutate(store, ports, 'videos.create', { payload: { title: exercise, dogId } });
    await mutate(store, ports, 'sets.create', { payload: { videoId, exercise } });
  }
  expect((await listExercises(store, fen)).map(({ name }) => name)).toEqual(['Hold', 'Recall']);
});
