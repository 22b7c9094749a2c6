import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { AGE_SAID, type Profile, UNDER_18 } from '../contract/entities/user.ts';
import type { Cue } from '../contract/entities/cue.ts';
import type { Friendship } from '../contract/entities/friendship.ts';
import type { Video } from '../contract/entities/video.ts';
import type { NewPartnerLink } from '../contract/partner-links.ts';
import { createTestApp, type TestApp, type TestPerson } from '../testing/create-test-app.ts';
import { describeOnBothDatabases } from '../testing/describe-on-both-databases.ts';
import { becomePartners, deviceOf } from '../testing/pulling-device.ts';

const CUE = { name: 'Away', visibility: 'public' };
const say = (person: TestPerson, isAdult: unknown) => person.call<Profile>('POST', '/api/users/profile/age', { isAdult });
const ask = (from: TestPerson, to: TestPerson) => from.call<Friendship>('POST', '/api/friendships', { friendId: to.userId });
const accept = (person: TestPerson, id: string) => person.call('PATCH', `/api/friendships/${id}`, { status: 'accepted' });
const linkOf = async (person: TestPerson) => (await person.call<NewPartnerLink>('POST', '/api/partner-links')).body;
const refused = (message: string) => ({ status: 403, body: { code: 'forbidden', message } });
const named = (body: { id: string }[]) => body.map(({ id }) => id);

let turn = 0;

describeOnBothDatabases('the age of a person', (openDatabase) => {
  let test: TestApp;
  let young: TestPerson;
  let ann: TestPerson;
  let ben: TestPerson;
  beforeAll(async () => {
    test = await createTestApp(await openDatabase());
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    turn += 1;
    const person = (name: string) => test.signIn(`${name}${turn}@example.org`, { beta: true });
    [young, ann, ben] = [await person('young'), await person('ann'), await person('ben')];
    const about = { firstName: `Young${turn}`, lastName: 'Berg', profileVisibility: 'public', sports: ['Agility'] };
    await young.call('PATCH', '/api/users/profile', about);
  });

  it('is said once, and the same answer again changes nothing', async () => {
    expect((await young.call<Profile>('GET', '/api/auth/user')).body).toMatchObject({ isAdult: null });
    for (const isAdult of [undefined, null, 'yes', 18]) expect((await say(young, isAdult)).status, `${isAdult}`).toBe(400);
    const first = await say(young, true);
    expect(first).toMatchObject({ status: 200, body: { isAdult: true, profileVisibility: 'public' } });
    expect((await say(young, true)).body).toEqual(first.body);
    expect(await say(young, false)).toMatchObject({ status: 409, body: { message: AGE_SAID } });
    expect((await young.call<Profile>('GET', '/api/auth/user')).body).toMatchObject({ isAdult: true });
    const { body } = await ann.call<object>('GET', `/api/users/${young.userId}`);
    expect(body).not.toHaveProperty('isAdult');
  });

  it('switches off what was public, also what is deleted, on all devices', async () => {
    const { body: cue } = await young.call<Cue>('POST', '/api/cues', CUE);
    const { body: gone } = await young.call<Cue>('POST', '/api/cues', CUE);
    await young.call('DELETE', `/api/cues/${gone.id}`);
    const { body: session } = await young.call<Video>('POST', '/api/videos', { title: 'Heelwork' });
    await young.call('POST', `/api/videos/${session.id}/share`);
    await becomePartners(young, ben);
    const [youngs, bens] = [deviceOf(young), deviceOf(ben)];
    await Promise.all([youngs.pullAll(), bens.pullAll()]);
    const found = async () => [
      named((await ann.call<{ id: string }[]>('GET', `/api/community/browse?search=young${turn}`)).body).length,
      named((await ann.call<{ id: string }[]>('GET', `/api/users/search?query=young${turn}`)).body).length,
      named((await ann.call<{ id: string }[]>('GET', '/api/cues/public')).body).filter((id) => id === cue.id).length,
      (await test.browser().send(`/api/videos/${session.id}/share`, {})).status,
    ];
    expect(await found()).toEqual([1, 1, 1, 200]);

    expect((await say(young, false)).body).toMatchObject({ isAdult: false, profileVisibility: 'private' });
    expect(await found()).toEqual([0, 0, 0, 404]);
    await Promise.all([youngs.pullAll(), bens.pullAll()]);
    expect(youngs.rows('profile')).toMatchObject([{ isAdult: false, profileVisibility: 'private' }]);
    expect(youngs.rows<Cue>('cues').map(({ visibility }) => visibility)).toEqual(['private', 'private']);
    expect(youngs.rows('videos')).toMatchObject([{ shared: false, version: session.version + 2 }]);
    expect(bens.rows('videos')).toMatchObject([{ shared: false }]);
    expect(bens.rows('people')).toMatchObject([{ bio: null, sports: null, profileVisibility: 'private' }]);
    const { body: restored } = await young.call<Cue>('POST', `/api/cues/${gone.id}/restore`);
    expect(restored.visibility).toBe('private');
  });

  it('keeps a person under 18 from making anything public, also in an envelope', async () => {
    const { body: session } = await young.call<Video>('POST', '/api/videos', { title: 'Heelwork' });
    const { body: cue } = await young.call<Cue>('POST', '/api/cues', { ...CUE, visibility: 'friends' });
    await say(young, false);
    expect(await young.call('PATCH', '/api/users/profile', { profileVisibility: 'public' })).toMatchObject(refused(UNDER_18.profile));
    expect(await young.call('POST', '/api/cues', CUE)).toMatchObject(refused(UNDER_18.cue));
    expect(await young.call('PATCH', `/api/cues/${cue.id}`, { visibility: 'public' })).toMatchObject(refused(UNDER_18.cue));
    expect(await young.call('POST', `/api/videos/${session.id}/share`)).toMatchObject(refused(UNDER_18.link));
    const operations = [
      { call: 'profile.update', params: {}, payload: { profileVisibility: 'public' } },
      { call: 'cues.update', params: { id: cue.id }, payload: { visibility: 'public', base: { visibility: 'friends' } } },
      { call: 'videos.share', params: { id: session.id }, payload: {} },
    ].map((operation) => ({ ...operation, key: test.services.newId() }));
    const { body } = await young.call<{ answers: { status: number }[] }>('POST', '/api/batch', { version: 1, operations });
    expect(body.answers.map(({ status }) => status)).toEqual([403, 403, 403]);
    // What partners see, and everything else, stays.
    expect((await young.call('PATCH', `/api/cues/${cue.id}`, { description: 'Straight' })).status).toBe(200);
    expect((await young.call('PATCH', '/api/users/profile', { bio: 'One dog' })).status).toBe(200);
  });

  it('leaves partners by link only', async () => {
    const [sent, received] = [await ask(young, ann), await ask(ben, young)];
    expect([sent.status, received.status]).toEqual([201, 201]);
    await say(young, false);
    for (const person of [young, ann, ben]) expect((await person.call('GET', '/api/friendships')).body).toEqual([]);
    expect((await accept(ann, sent.body.id)).status).toBe(404);
    expect(await ask(young, ann)).toMatchObject(refused(UNDER_18.asks));
    expect(await ask(ann, young)).toMatchObject({ status: 404 });

    const joined = await ann.call('POST', '/api/friendships/join', { secret: (await linkOf(young)).secrets.partner });
    expect(joined).toMatchObject({ status: 201, body: { status: 'accepted' } });
    const { body: asked } = await young.call<Friendship>('POST', '/api/friendships/join', { secret: (await linkOf(ben)).secrets.request });
    expect(asked.status).toBe('pending');
    expect((await accept(ben, asked.id)).status).toBe(200);
  });

  it('keeps partners, and requests that a link made before the answer', async () => {
    await becomePartners(young, ann);
    const { body: asked } = await ben.call<Friendship>('POST', '/api/friendships/join', { secret: (await linkOf(young)).secrets.request });
    await say(young, false);
    expect((await young.call<Friendship[]>('GET', '/api/friendships')).body.map(({ status }) => status).toSorted()).toEqual([
      'accepted',
      'pending',
    ]);
    expect((await accept(young, asked.id)).status).toBe(200);
  });

  it('lets no change that was made at the same moment slip through', async () => {
    const { body: session } = await young.call<Video>('POST', '/api/videos', { title: 'Heelwork' });
    await Promise.all([
      say(young, false),
      young.call('POST', `/api/videos/${session.id}/share`),
      young.call('POST', '/api/cues', CUE),
      young.call('PATCH', '/api/users/profile', { profileVisibility: 'public', bio: 'One dog' }),
      ask(ann, young),
    ]);
    expect((await young.call<Video>('GET', `/api/videos/${session.id}`)).body.shared).toBe(false);
    expect((await young.call<Cue[]>('GET', '/api/cues')).body.filter(({ visibility }) => visibility === 'public')).toEqual([]);
    expect((await young.call<Profile>('GET', '/api/auth/user')).body.profileVisibility).toBe('private');
    // A request of the same moment may be left, but no one can accept it.
    for (const { id } of (await young.call<Friendship[]>('GET', '/api/friendships')).body) {
      expect(await accept(young, id)).toMatchObject(refused(UNDER_18.asks));
    }
  });
});
