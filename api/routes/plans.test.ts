import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Dog } from '../contract/entities/dog.ts';
import type { Plan } from '../contract/entities/plan.ts';
import { PLANNED_DONE_MAX, PLANNED_MAX, PLANNED_SESSIONS_MAX } from '../contract/limits.ts';
import type { TestPerson } from '../testing/create-test-app.ts';
import { describeOnBothDatabases } from '../testing/describe-on-both-databases.ts';
import { createListeningApp, type ListeningApp } from '../testing/listening-app.ts';
import { becomePartners, deviceOf } from '../testing/pulling-device.ts';

const SET = '0193e0a1-1c5d-4c3e-9d0f-2b7a6c1d4e5f';
/** That an exercise was done in a set. */
const mark = (number: number) => `${idOf(number)} ${SET}`;
const idOf = (number: number) => number.toString(36).padStart(8, '0');

describeOnBothDatabases('plans', (open) => {
  let app: ListeningApp;
  let ann: TestPerson;
  let ben: TestPerson;
  beforeAll(async () => {
    app = await createListeningApp(await open());
    [ann, ben] = [await app.signIn('ann@example.org', { beta: true }), await app.signIn('ben@example.org', { beta: true })];
    await becomePartners(ann, ben);
  });
  afterAll(() => app.close());

  const plan = async (more: object = {}) => (await ann.call<Plan>('POST', '/api/plans', { day: '2026-12-01', ...more })).body;
  const change = (id: string, patch: object) => ann.call<Plan>('PATCH', `/api/plans/${id}`, patch);

  it('complete their exercises with an open criterion of five reps, and are listed for their owner only', async () => {
    const made = await plan({ exercises: [{ id: idOf(1), exercise: 'Send-away', distanceM: 30 }], note: 'Wind from the left' });
    expect(made).toMatchObject({ day: '2026-12-01', dogId: null, videoIds: [], done: [], note: 'Wind from the left', version: 1 });
    expect(made.exercises).toEqual([
      {
        id: idOf(1),
        exercise: 'Send-away',
        cueId: null,
        step: null,
        distanceM: 30,
        durationS: null,
        count: null,
        countWord: null,
        distraction: null,
        hitMeans: null,
        repsAsked: 5,
      },
    ]);
    expect((await ann.call<Plan[]>('GET', '/api/plans')).body).toContainEqual(made);
    expect((await ben.call<Plan[]>('GET', '/api/plans')).body).toEqual([]);
    for (const method of ['PATCH', 'DELETE'] as const)
      expect((await ben.call(method, `/api/plans/${made.id}`, method === 'PATCH' ? { note: 'Mine' } : undefined)).status).toBe(404);
  });

  it('reach their owner’s devices, and no partner, training days or sessions', async () => {
    const dogId = (await ann.call<Dog>('POST', '/api/dogs', { name: 'Gyp', breed: 'Collie', birthdate: '2021-04-03' })).body.id;
    const { id } = await plan({ note: 'Secret plan', dogId, exercises: [{ id: idOf(1), exercise: 'Secretexercise' }] });
    const [hers, his] = [deviceOf(ann), deviceOf(ben)];
    for (const device of [hers, his]) await device.pullAll();
    expect(hers.rows<Plan>('plans').map((row) => row.id)).toContain(id);
    expect(JSON.stringify(his.everything())).not.toContain('Secret plan');
    expect((await ann.call<object[]>('GET', '/api/videos')).body).toEqual([]);
    const { body: dogs } = await ann.call<Dog[]>('GET', '/api/dogs');
    expect(dogs.find((dog) => dog.id === dogId)).toMatchObject({ trainingDays: 0 });
    for (const path of ['/api/cues/public', '/api/cues/partners', '/api/videos/partners', '/api/community/browse', '/api/users/search'])
      expect(JSON.stringify((await ben.call('GET', `${path}?search=secret`)).body), path).not.toMatch(/secret/i);
  });

  it('only ever gain exercises that were done', async () => {
    const { id } = await plan({ exercises: [1, 2].map((number) => ({ id: idOf(number), exercise: 'Sit' })) });
    await change(id, { done: [mark(1)] });
    const { body } = await change(id, { done: [mark(2)], base: { done: [] } });
    expect(body.done).toEqual([mark(1), mark(2)]);
    expect((await change(id, { done: [idOf(1)] })).status).toBe(400);
  });

  it('refuse more exercises than they may hold, one twice, and what another person has', async () => {
    const many = Array.from({ length: PLANNED_MAX + 1 }, (_, number) => ({ id: idOf(number), exercise: 'Sit' }));
    const twice = [idOf(1), idOf(1)].map((id) => ({ id, exercise: 'Sit' }));
    for (const exercises of [many, twice, [{ id: idOf(1), exercise: ' ' }]])
      expect((await ann.call('POST', '/api/plans', { day: '2026-12-01', exercises })).status).toBe(400);
    expect((await ann.call('POST', '/api/plans', { day: 'tomorrow' })).body).toMatchObject({ fields: { day: 'Please enter a date' } });
    const dog = { name: 'Fly', breed: 'Collie', birthdate: '2021-04-03' };
    const dogId = (await ben.call<{ id: string }>('POST', '/api/dogs', dog)).body.id;
    expect((await ann.call('POST', '/api/plans', { day: '2026-12-01', dogId })).body).toMatchObject({
      fields: { dogId: 'Please choose one of your own dogs' },
    });
  });

  it('hold a bounded number of sets that were done and of sessions, whatever they hold now', async () => {
    const { id } = await plan();
    const videoIds = Array.from({ length: PLANNED_SESSIONS_MAX }, () => randomUUID());
    expect((await change(id, { videoIds })).status).toBe(200);
    expect((await change(id, { videoIds: [randomUUID()] })).status).toBe(400);
    for (let from = 0; from < PLANNED_DONE_MAX; from += PLANNED_MAX)
      expect((await change(id, { done: Array.from({ length: PLANNED_MAX }, (_, place) => mark(from + place)) })).status).toBe(200);
    expect((await change(id, { done: [mark(PLANNED_DONE_MAX)] })).status).toBe(400);
  });

  it('outlive their dog and their session, and come back when restored', async () => {
    const dogId = (await ann.call<Plan>('POST', '/api/dogs', { name: 'Fly', breed: 'Collie', birthdate: '2021-04-03' })).body.id;
    const videoId = (await ann.call<Plan>('POST', '/api/videos', { title: 'Field' })).body.id;
    const { id } = await plan({ dogId, videoIds: [videoId] });
    await ann.call('DELETE', `/api/dogs/${dogId}`);
    await ann.call('DELETE', `/api/videos/${videoId}`);
    expect((await change(id, { note: 'Still on' })).body).toMatchObject({ dogId, videoIds: [videoId], note: 'Still on' });
    await ann.call('DELETE', `/api/plans/${id}`);
    expect((await change(id, { note: 'Too late' })).status).toBe(409);
    expect((await ann.call<Plan>('POST', `/api/plans/${id}/restore`)).body).toMatchObject({ note: 'Still on', deletedAt: null });
  });
});
