import { describe, expect, it } from 'vitest';
import { formatRep } from '../api/contract/reps.ts';
import { listCalendarDays } from './queries/calendar-days.ts';
import { getPlan, listOpenPlans, planOfSession } from './queries/plans.ts';
import { dayOfTitle, listDogTrials, listShownTrials, listTrialsWithoutDog } from './queries/trials.ts';
import { markPlanned, startPlan, startPlanned } from './outbox/start-planned.ts';
import { createTestWorld, type TestDevice } from './testing/test-world.ts';

const TODAY = '2026-12-01';
const ZONE = 'Europe/London';

const world = await createTestWorld();

let people = 0;
const person = () => world.person(`anna${(people += 1)}@example.org`);

const exercises = [
  { id: 'exercis0', exercise: 'Send-away', distanceM: 30, repsAsked: 2 },
  { id: 'exercis1', exercise: 'Recall', repsAsked: 2 },
  { id: 'exercis2', exercise: 'send-away', distanceM: 40, repsAsked: 2 },
];
const planFor = (device: TestDevice, more: object = {}) =>
  device.mutate('plans.create', { payload: { day: TODAY, exercises, note: 'Wind from the left', ...more } });
const hits = (from: number, count: number) =>
  Array.from({ length: count }, (_, place) =>
    formatRep({ id: (from + place).toString(36).padStart(8, '0'), kind: 'hit', at: from + place, filmMs: null, latencyMs: null }),
  );
/** Starts the next exercise of the plan as the log does. @returns the set's id */
async function startNext({ store, ports }: TestDevice, planId: string): Promise<string> {
  const { now, later } = await listOpenPlans(store, TODAY);
  const card = [...now, ...later].find(({ plan }) => plan.id === planId)!;
  return (await startPlanned(store, ports, planId, card.left[0]!, { zone: ZONE })).id;
}
const doneIn = async ({ store }: TestDevice, id: string) => (await getPlan(store, id))!.done.map((mark) => mark.slice(0, 8)).toSorted();
/** The session in which a plan was started. */
const sessionOf = async ({ store }: TestDevice, started: Awaited<ReturnType<typeof startPlan>>): Promise<string> =>
  'videoId' in started ? started.videoId : (await store.view('sets').get(started.setId))!.videoId;

const leftOn = async ({ store }: TestDevice) => (await listOpenPlans(store, TODAY)).now.map(({ left }) => left.map(({ id }) => id));

describe('a plan', () => {
  it('makes one session for all its exercises, which keep their criteria, and stays until all are done', async () => {
    const device = await world.device(await person(), 'phone');
    const { id } = await planFor(device);
    const first = await startNext(device, id);
    const plan = (await getPlan(device.store, id))!;
    const session = (await device.store.view('videos').get(plan.videoIds[0]!))!;
    // The note is the person's alone, and partners see a session.
    expect(session).toMatchObject({ title: 'Send-away', description: '', trainedZone: ZONE });
    expect(await device.store.view('sets').get(first)).toMatchObject({ exercise: 'Send-away', distanceM: 30, videoId: session.id });
    expect(await leftOn(device)).toEqual([['exercis0', 'exercis1', 'exercis2']]);

    await device.mutate('sets.update', { id: first, payload: { reps: hits(1, 2) } });
    expect(await leftOn(device)).toEqual([['exercis1', 'exercis2']]);
    const second = await startNext(device, id);
    expect(await device.store.view('sets').get(second)).toMatchObject({ exercise: 'Recall', videoId: session.id, position: 1 });
    await device.mutate('sets.update', { id: second, payload: { reps: hits(11, 2) } });
    await device.mutate('sets.update', { id: await startNext(device, id), payload: { reps: hits(21, 2) } });
    expect(await leftOn(device)).toEqual([]);
    expect(await device.store.view('videos').count()).toBe(1);
  });

  it('started twice goes on with the set that was begun, in one session', async () => {
    const device = await world.device(await person(), 'phone');
    const { store, ports } = device;
    const { id } = await planFor(device);
    const planned = (await getPlan(store, id))!.exercises[0]!;
    const start = async () => (await startPlanned(store, ports, id, planned, { zone: ZONE })).id;
    const begun = await Promise.all([start(), start()]);
    await device.mutate('sets.update', { id: begun[0], payload: { reps: hits(1, 1) } });
    expect([await start(), begun[1]]).toEqual([begun[0], begun[0]]);
    expect([await store.view('videos').count(), await store.view('sets').count()]).toEqual([1, 1]);
  });

  it('counts a set for the exercise with its criterion only, also before its last rep is stored', async () => {
    const device = await world.device(await person(), 'phone');
    const { id } = await planFor(device);
    const setId = await startNext(device, id);
    const { videoId } = (await device.store.view('sets').get(setId))!;
    const left = async (endedId: string | null) => (await planOfSession(device.store, videoId, endedId))!.left.map((each) => each.id);
    expect(await left(null)).toEqual(['exercis0', 'exercis1', 'exercis2']);
    expect(await left(setId)).toEqual(['exercis1', 'exercis2']);
    await device.mutate('sets.update', { id: setId, payload: { reps: hits(1, 2) } });
    expect(await left(setId)).toEqual(['exercis1', 'exercis2']);
    // 'Next set' at the same distance is not the exercise at 40 m.
    await device.mutate('sets.create', { payload: { videoId, exercise: 'Send-away', distanceM: 30, repsAsked: 2, reps: hits(11, 2) } });
    expect(await left(null)).toEqual(['exercis1', 'exercis2']);
  });

  it('keeps what was done after its session is deleted, and makes another then and on another day', async () => {
    const device = await world.device(await person(), 'phone');
    const { store, ports } = device;
    const { id } = await planFor(device);
    await device.mutate('sets.update', { id: await startNext(device, id), payload: { reps: hits(1, 2) } });
    await markPlanned(store, ports, id);
    const lastSession = async () => (await getPlan(store, id))!.videoIds.at(-1)!;
    const sessions = [await lastSession()];
    await device.mutate('videos.delete', { params: { id: sessions[0]! } });
    expect(await leftOn(device)).toEqual([['exercis1', 'exercis2']]);
    await device.mutate('sets.update', { id: await startNext(device, id), payload: { reps: hits(11, 2) } });
    sessions.push(await lastSession());
    const nextDay = { ...ports, now: () => ports.now() + 86_400_000 };
    const { plan, left } = (await listOpenPlans(store, TODAY)).now[0]!;
    await startPlanned(store, nextDay, plan.id, left[0]!, { zone: ZONE });
    sessions.push(await lastSession());
    expect(new Set(sessions).size).toBe(3);
    expect(await doneIn(device, id)).toEqual(['exercis0', 'exercis1']);
  });

  it('without exercises is open until it has a session', async () => {
    const device = await world.device(await person(), 'phone');
    const { id } = await planFor(device, { exercises: [] });
    const names = async () => (await listOpenPlans(device.store, TODAY)).now.length;
    expect(await names()).toBe(1);
    const videoId = await sessionOf(device, await startPlan(device.store, device.ports, id, ZONE));
    expect(await names()).toBe(0);
    await device.mutate('videos.delete', { params: { id: videoId } });
    expect(await names()).toBe(1);
  });

  it('of which nothing is left goes back to its last session, although another device did the rest', async () => {
    const device = await world.device(await person(), 'phone');
    const { id } = await planFor(device, { exercises: [{ id: 'exercis1', exercise: 'Recall' }] });
    const started = await startPlan(device.store, device.ports, id, ZONE);
    if (!('setId' in started)) throw new Error('No set was begun');
    await device.mutate('sets.update', { id: started.setId, payload: { reps: hits(1, 5) } });
    const later = { ...device.ports, now: () => device.ports.now() + 86_400_000 };
    const again = await startPlan(device.store, later, id, ZONE);
    expect(again).toEqual({ videoId: await sessionOf(device, started) });
    expect(await device.store.view('videos').count()).toBe(1);
  });

  it('of a dog that is gone makes a session without a dog, and of a deleted plan none', async () => {
    const device = await world.device(await person(), 'phone');
    const { store, ports } = device;
    const { id: dogId } = await device.mutate('dogs.create', { payload: { name: 'Fen', breed: 'Collie', birthdate: '2022-08-14' } });
    const { id } = await planFor(device, { dogId });
    await device.mutate('dogs.delete', { params: { id: dogId } });
    const videoId = await sessionOf(device, await startPlan(store, ports, id, ZONE));
    expect(await store.view('videos').get(videoId)).toMatchObject({ dogId: null });
    await device.mutate('plans.delete', { params: { id } });
    await expect(startPlan(store, ports, id, ZONE)).rejects.toThrow('The plan is gone');
  });

  it('started on two devices without signal loses no rep, offers no choice, and what both did is done', async () => {
    const anna = await person();
    const [phone, tablet] = [await world.device(anna, 'phone'), await world.device(anna, 'tablet')];
    const { id } = await planFor(phone);
    for (const device of [phone, tablet, phone]) expect(await device.sync()).toBeNull();
    for (const [place, device] of [phone, tablet].entries()) {
      const planned = (await getPlan(device.store, id))!.exercises[place]!;
      const { id: setId } = await startPlanned(device.store, device.ports, id, planned, { zone: ZONE });
      await device.mutate('sets.update', { id: setId, payload: { reps: hits(100 * place + 1, 2) } });
      await markPlanned(device.store, device.ports, id);
    }
    for (const device of [phone, tablet, phone, tablet]) expect(await device.sync()).toBeNull();
    expect((await anna.call<{ reps: string[] }[]>('GET', '/api/sets')).body.flatMap(({ reps }) => reps)).toHaveLength(4);
    for (const device of [phone, tablet]) {
      expect(await doneIn(device, id)).toEqual(['exercis0', 'exercis1']);
      expect(await device.store.view('conflicts').toArray()).toEqual([]);
    }
  });

  it('goes on in the sessions of two devices, also with what neither marked, and counts each set once', async () => {
    const anna = await person();
    const [phone, tablet] = [await world.device(anna, 'phone'), await world.device(anna, 'tablet')];
    const { id } = await planFor(phone);
    for (const device of [phone, tablet, phone]) expect(await device.sync()).toBeNull();
    const setId = await startNext(phone, id);
    await phone.mutate('sets.update', { id: setId, payload: { reps: hits(1, 2) } });
    await startNext(tablet, id);
    for (const device of [phone, tablet, phone]) expect(await device.sync()).toBeNull();
    const { videoId } = (await phone.store.view('sets').get(setId))!;
    expect((await planOfSession(phone.store, videoId, null))!.left.map((each) => each.id)).toEqual(['exercis1', 'exercis2']);
    expect(await leftOn(tablet)).toEqual([['exercis1', 'exercis2']]);
  });

  it('goes on in the session of the last set, whatever the day and the other device, and else with the set that was begun today', async () => {
    const anna = await person();
    const [phone, tablet] = [await world.device(anna, 'phone'), await world.device(anna, 'tablet')];
    const { id } = await planFor(phone);
    for (const device of [phone, tablet, phone]) expect(await device.sync()).toBeNull();
    const setId = await startNext(phone, id);
    const { videoId } = (await phone.store.view('sets').get(setId))!;
    const others = await startNext(tablet, id);
    for (const device of [phone, tablet, phone]) expect(await device.sync()).toBeNull();
    const [first, second] = (await getPlan(phone.store, id))!.exercises;
    const afterMidnight = { ...phone.ports, now: () => phone.ports.now() + 86_400_000 };
    const next = await startPlanned(phone.store, afterMidnight, id, second!, { zone: ZONE, after: { videoId, setId } });
    expect(await phone.store.view('sets').get(next.id)).toMatchObject({ videoId, exercise: 'Recall' });
    expect([setId, others]).toContain((await startPlanned(phone.store, phone.ports, id, first!, { zone: ZONE })).id);
    // Its last reps may not be stored yet.
    const again = await startPlanned(phone.store, phone.ports, id, first!, { zone: ZONE, after: { videoId, setId } });
    expect([setId, others]).not.toContain(again.id);
  });

  it('counts a set for one of two equal exercises only, also once it is marked', async () => {
    const device = await world.device(await person(), 'phone');
    const names = ['Heel', 'Recall', 'Heel'];
    const exercises = names.map((exercise, place) => ({ id: `exercis${place}`, exercise, repsAsked: 2 }));
    const { id } = await planFor(device, { exercises });
    for (const [place] of names.entries()) {
      expect(await leftOn(device)).toEqual([exercises.slice(place).map((each) => each.id)]);
      await device.mutate('sets.update', { id: await startNext(device, id), payload: { reps: hits(10 * place + 1, 2) } });
      await markPlanned(device.store, device.ports, id);
    }
    expect(await leftOn(device)).toEqual([]);
  });

  it('takes sets of one exercise at different steps apart', async () => {
    const device = await world.device(await person(), 'phone');
    const exercises = ['Sit', 'Stay'].map((step, place) => ({ id: `exercis${place}`, exercise: 'Place', step, repsAsked: 2 }));
    const { id } = await planFor(device, { exercises });
    const begun = await startNext(device, id);
    const other = await startPlanned(device.store, device.ports, id, (await getPlan(device.store, id))!.exercises[1]!, { zone: ZONE });
    expect(other.id).not.toBe(begun);
  });

  it('that another device deleted takes what this one did, and has it when it comes back', async () => {
    const anna = await person();
    const [phone, tablet] = [await world.device(anna, 'phone'), await world.device(anna, 'tablet')];
    const { id } = await planFor(phone);
    for (const device of [phone, tablet, phone]) expect(await device.sync()).toBeNull();
    await tablet.mutate('plans.delete', { params: { id } });
    const setId = await startNext(phone, id);
    await phone.mutate('sets.update', { id: setId, payload: { reps: hits(1, 2) } });
    await markPlanned(phone.store, phone.ports, id);
    for (const device of [tablet, phone, tablet, phone]) expect(await device.sync()).toBeNull();
    expect(await phone.store.outbox.toArray()).toEqual([]);
    expect(await getPlan(phone.store, id)).toBeNull();
    await tablet.mutate('plans.restore', { params: { id } });
    expect(await tablet.sync()).toBeNull();
    expect(await leftOn(tablet)).toEqual([['exercis1', 'exercis2']]);
  });

  it('counts both sets of two equal exercises that two devices marked as the same one', async () => {
    const anna = await person();
    const [phone, tablet] = [await world.device(anna, 'phone'), await world.device(anna, 'tablet')];
    const exercises = [0, 1].map((place) => ({ id: `exercis${place}`, exercise: 'Heel', repsAsked: 2 }));
    const { id } = await planFor(phone, { exercises });
    for (const device of [phone, tablet, phone]) expect(await device.sync()).toBeNull();
    for (const [place, device] of [phone, tablet].entries()) {
      await device.mutate('sets.update', { id: await startNext(device, id), payload: { reps: hits(100 * place + 1, 2) } });
      await markPlanned(device.store, device.ports, id);
    }
    for (const device of [phone, tablet, phone]) expect(await device.sync()).toBeNull();
    expect(await leftOn(phone)).toEqual([]);
  });

  it('shows those of today first, then earlier ones, and later ones apart', async () => {
    const device = await world.device(await person(), 'phone');
    for (const day of ['2026-12-03', '2026-11-28', TODAY, '2026-12-02', '2026-11-30']) await planFor(device, { day });
    const { now, later } = await listOpenPlans(device.store, TODAY);
    expect(now.map(({ plan }) => plan.day)).toEqual([TODAY, '2026-11-30', '2026-11-28']);
    expect(later.map(({ plan }) => plan.day)).toEqual(['2026-12-02', '2026-12-03']);
  });
});

describe('a trial', () => {
  it('is ahead until its day is over, and gives a title the day on which it was first won', async () => {
    const device = await world.device(await person(), 'phone');
    const { id: dogId } = await device.mutate('dogs.create', { payload: { name: 'Fen', breed: 'Collie', birthdate: '2022-08-14' } });
    for (const [name, day, titleWon] of [
      ['Spring', '2026-04-01', 'BH'],
      ['Summer', '2026-07-01', 'BH'],
      ['Now', TODAY, null],
      ['Next', '2026-12-20', null],
    ] as const)
      await device.mutate('trials.create', { payload: { name, day, dogId, titleWon } });
    const trials = await listDogTrials(device.store, dogId, TODAY);
    expect(trials.ahead.map(({ trial }) => trial.name)).toEqual(['Now', 'Next']);
    expect(trials.past.map(({ trial }) => trial.name)).toEqual(['Summer', 'Spring']);
    expect([dayOfTitle(trials, 'bh', TODAY), dayOfTitle(trials, 'IGP 1', TODAY)]).toEqual(['2026-04-01', null]);
    expect((await listCalendarDays(device.store)).map(({ summary }) => summary)).toContain('Fen: Next');
  });

  it('of a deleted dog stays within reach', async () => {
    const device = await world.device(await person(), 'phone');
    const { id: dogId } = await device.mutate('dogs.create', { payload: { name: 'Fen', breed: 'Collie', birthdate: '2022-08-14' } });
    await device.mutate('trials.create', { payload: { name: 'Next', day: '2026-12-20', dogId } });
    expect((await listTrialsWithoutDog(device.store, TODAY)).ahead).toEqual([]);
    await device.mutate('dogs.delete', { params: { id: dogId } });
    expect((await listTrialsWithoutDog(device.store, TODAY)).ahead.map(({ trial }) => trial.name)).toEqual(['Next']);
  });

  it('appears on a partner’s device while it is shown, and leaves it afterwards', async () => {
    const [anna, ben] = [await person(), await person()];
    const request = await anna.call<{ id: string }>('POST', '/api/friendships', { friendId: ben.userId });
    await ben.call('PATCH', `/api/friendships/${request.body.id}`, { status: 'accepted' });
    const [hers, his] = [await world.device(anna, 'phone'), await world.device(ben, 'phone')];
    const { id } = await hers.mutate('trials.create', { payload: { name: 'Secret', day: '2026-12-20' } });
    const shown = async () => {
      for (const device of [hers, his]) expect(await device.sync()).toBeNull();
      return (await listShownTrials(his.store, anna.userId, TODAY)).ahead.map(({ trial }) => trial.name);
    };
    expect(await shown()).toEqual([]);
    for (const shownToPartners of [true, false]) {
      await hers.mutate('trials.update', { params: { id }, payload: { shownToPartners } });
      expect(await shown()).toEqual(shownToPartners ? ['Secret'] : []);
    }
  });
});
