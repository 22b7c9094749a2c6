import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TrainingSet } from '../contract/entities/set.ts';
import { SET_REPS_MAX } from '../contract/limits.ts';
import { formatRep } from '../contract/reps.ts';
import type { TestPerson } from '../testing/create-test-app.ts';
import { describeOnBothDatabases } from '../testing/describe-on-both-databases.ts';
import { createListeningApp, type ListeningApp } from '../testing/listening-app.ts';
import { becomePartners, deviceOf } from '../testing/pulling-device.ts';

const rep = (number: number, kind: 'hit' | 'miss' | 'helped' = 'hit') =>
  formatRep({ id: number.toString(36).padStart(8, '0'), kind, at: number, filmMs: null, latencyMs: null });

describeOnBothDatabases('sets', (open) => {
  let app: ListeningApp;
  let ann: TestPerson;
  let ben: TestPerson;
  let session: string;
  beforeAll(async () => {
    app = await createListeningApp(await open());
    [ann, ben] = [await app.signIn('ann@example.org', { beta: true }), await app.signIn('ben@example.org', { beta: true })];
    session = (await made(ann, '/api/videos', { title: 'Track' })).id;
  });
  afterAll(() => app.close());

  const made = async (person: TestPerson, path: string, body: object) => (await person.call<TrainingSet>('POST', path, body)).body;
  const makeSet = (more: object = {}) => made(ann, '/api/sets', { videoId: session, exercise: 'Send-away', ...more });
  const change = (id: string, patch: object) => ann.call<TrainingSet>('PATCH', `/api/sets/${id}`, patch);

  it('have five reps asked for, begin now, and are listed with their session', async () => {
    const set = await makeSet({ distanceM: 30, hitMeans: 'straight to the marker' });
    expect(set).toMatchObject({ repsAsked: 5, startedAt: app.clock.now.toISOString(), distanceM: 30, reps: [], struck: [], version: 1 });
    for (const path of [`/api/videos/${session}/sets`, '/api/sets'])
      expect((await ann.call<TrainingSet[]>('GET', path)).body, path).toContainEqual(set);
  });

  it('only ever grow: a change adds what it has, whatever its author saw', async () => {
    const { id } = await makeSet({ reps: [rep(1)] });
    await change(id, { reps: [rep(2, 'miss')] });
    await change(id, { reps: [], struck: [rep(1).slice(0, 8)], base: { reps: [rep(1), rep(2, 'miss')] } });
    const { body } = await change(id, { reps: [rep(3, 'helped')], struck: [], base: { reps: [] } });
    expect(body.reps).toEqual([rep(1), rep(2, 'miss'), rep(3, 'helped')]);
    expect(body.struck).toEqual([rep(1).slice(0, 8)]);
  });

  it('are not changed by reps that they have', async () => {
    const { id, version } = await makeSet({ reps: [rep(1)] });
    expect((await change(id, { reps: [rep(1)] })).body.version).toBe(version);
  });

  it('get every rep of two devices that add at the same time', async () => {
    const { id } = await makeSet();
    const numbers = Array.from({ length: 20 }, (_, number) => number);
    await Promise.all(numbers.map((number) => change(id, { reps: [rep(number)] })));
    const { body } = await change(id, { reps: [] });
    expect(body.reps.toSorted()).toEqual(numbers.map((number) => rep(number)).toSorted());
  });

  it('refuse more reps than they may hold, as a whole', async () => {
    const full = Array.from({ length: SET_REPS_MAX }, (_, number) => rep(number));
    const { id } = await makeSet({ reps: full.slice(1) });
    const refused = await change(id, { exercise: 'Other', reps: [rep(1_000), rep(1_001)] });
    expect(refused).toMatchObject({ status: 400, body: { fields: { reps: 'A set holds at most 400 repetitions' } } });
    expect((await change(id, { reps: [full[0]] })).body).toMatchObject({ exercise: 'Send-away', version: 2 });
  });

  it.each([
    ['an exercise', { exercise: ' ' }, 'exercise', 'Please enter an exercise'],
    ['reps that are reps', { reps: ['4/5'] }, 'reps.0', 'Must be a repetition'],
    ['each rep once', { reps: [rep(1), rep(1)] }, 'reps', 'Each repetition only once'],
    ['one rep or more', { repsAsked: 0 }, 'repsAsked', 'At least 1'],
    ['a distance on earth', { distanceM: 20_000 }, 'distanceM', 'At most 10,000'],
    ['a session of their person', { videoId: randomUUID() }, 'videoId', 'Please choose one of your own sessions'],
  ])('need %s', async (_what, more, field, message) => {
    const { status, body } = await ann.call<{ fields: object }>('POST', '/api/sets', { videoId: session, exercise: 'Send-away', ...more });
    expect([status, body.fields]).toEqual([400, { [field]: message }]);
  });

  it('keep the exercise, but not a cue of someone else', async () => {
    const [own, theirs] = [await made(ann, '/api/cues', { name: 'Away' }), await made(ben, '/api/cues', { name: 'Away' })];
    expect(await makeSet({ cueId: own.id })).toMatchObject({ cueId: own.id });
    expect(await makeSet({ cueId: theirs.id })).toMatchObject({ cueId: null, exercise: 'Send-away' });
  });

  it('belong to their person: partners read them with the session, and others do not', async () => {
    const set = await makeSet({ reps: [rep(1)] });
    const [partner, stranger] = [await app.signIn('cara@example.org', { beta: true }), ben];
    await becomePartners(ann, partner);
    const listOf = (person: TestPerson) => person.call('GET', `/api/videos/${session}/sets`);
    expect((await listOf(partner)).body).toContainEqual(set);
    expect((await listOf(stranger)).status).toBe(404);
    for (const [person, status] of [
      [partner, 403],
      [stranger, 404],
    ] as const) {
      expect((await person.call('PATCH', `/api/sets/${set.id}`, { exercise: 'Mine' })).status).toBe(status);
      expect((await person.call('POST', '/api/sets', { videoId: session, exercise: 'Mine' })).status).toBe(400);
    }
  });

  describe('on a partner’s device', () => {
    it('arrive, follow the session, and leave with it', async () => {
      const dan = await app.signIn('dan@example.org', { beta: true });
      await becomePartners(ann, dan);
      const device = deviceOf(dan);
      const { id: ofSession } = await made(ann, '/api/videos', { title: 'With sets' });
      const set = await makeSet({ videoId: ofSession, reps: [rep(1)] });
      await device.pullAll();
      const held = () => device.rows('sets').find(({ id }) => id === set.id);
      expect(held()).toMatchObject({ reps: [rep(1)] });
      await change(set.id, { reps: [rep(2)] });
      await device.pullAll();
      expect(held()).toMatchObject({ reps: [rep(1), rep(2)] });
      await ann.call('DELETE', `/api/videos/${ofSession}`);
      await device.pullAll();
      expect(held()).toBeUndefined();
      // A helper's taps that arrive late are kept, and come back with the session.
      expect((await change(set.id, { reps: [rep(3)] })).status).toBe(200);
      await device.pullAll();
      expect(held()).toBeUndefined();
      await ann.call('POST', `/api/videos/${ofSession}/restore`);
      await device.pullAll();
      expect(held()).toMatchObject({ reps: [rep(1), rep(2), rep(3)] });
      await ann.call('DELETE', `/api/sets/${set.id}`);
      await device.pullAll();
      expect(held()).toBeUndefined();
      await ann.call('POST', `/api/sets/${set.id}/restore`);
      await device.pullAll();
      expect(held()).toMatchObject({ deletedAt: null });
    });
  });
});
