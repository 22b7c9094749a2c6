import { expect, it } from 'vitest';
import { mutate } from '../outbox/mutate.ts';
import { openTestStore } from '../testing/open-test-store.ts';
import { testPorts } from '../testing/test-ports.ts';
import { listCountedSessions } from './counted-sessions.ts';

it('lists all sessions of a dog that have sets, oldest first, and nothing of other dogs or deleted', async () => {
  const [store, ports] = [await openTestStore('5c3e1d2f-7a6b-4c8d-9e0f-1a2b3c4d5e6f'), testPorts()];
  const dog = async (name: string) =>
    (await mutate(store, ports, 'dogs.create', { payload: { name, breed: 'Collie', birthdate: '2022-05-01' } })).id;
  const [fen, brock] = [await dog('Fen'), await dog('Brock')];
  const log = async (title: string, dogId: string, exercises: readonly string[]) => {
    const trainedAt = `2026-05-0${title.length}T10:00:00.000Z`;
    const { id: videoId } = await mutate(store, ports, 'videos.create', { payload: { title, dogId, trainedAt, trainedZone: 'UTC' } });
    const ids: string[] = [];
    for (const [place, exercise] of exercises.entries()) {
      const payload = {
        videoId,
        exercise,
        position: exercises.length - place,
        reps: ['00000001 hit', '00000002 miss'],
        struck: ['00000002'],
      };
      ids.push((await mutate(store, ports, 'sets.create', { payload })).id);
    }
    return { videoId, ids };
  };
  await log('Latest', fen, ['Second', 'First']);
  await log('Old', fen, ['Recall', 'Sit']);
  await log('None', fen, []);
  await log('Other', brock, ['Hold']);
  const gone = await log('Deleted', fen, ['Heel']);
  await mutate(store, ports, 'videos.delete', { params: { id: gone.videoId } });
  const { ids } = await log('Part', fen, ['Gone', 'Left']);
  await mutate(store, ports, 'sets.delete', { params: { id: ids[0]! } });

  const sessions = await listCountedSessions(store, fen);
  expect(sessions.map(({ video, sets }) => [video.title, sets.map(({ set }) => set.exercise)])).toEqual([
    ['Old', ['Sit', 'Recall']],
    ['Part', ['Left']],
    ['Latest', ['First', 'Second']],
  ]);
  expect(sessions[0]?.sets[0]?.reps.map(({ id, kind }) => [id, kind])).toEqual([['00000001', 'hit']]);
});
