import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Method, OnlineCall } from '../contract/call.ts';
import { callPath, MUTATIONS } from '../contract/mutations.ts';
import { ONLINE_CALLS } from '../contract/online-calls.ts';
import type { PushKind } from '../contract/push.ts';
import { adminActions, betaAccess } from '../db/tables/auth.ts';
import { objects } from '../db/tables/media.ts';
import { users } from '../db/tables/people.ts';
import { type AccessLine, readAccessTables } from '../testing/access-tables.ts';
import { APP_PAGE_ONLY } from '../testing/app-page.ts';
import { createTestApp, type TestApp, type TestPerson } from '../testing/create-test-app.ts';
import { describeOnBothDatabases } from '../testing/describe-on-both-databases.ts';
import { becomePartners, deviceOf } from '../testing/pulling-device.ts';
import { newPushKeys, type PushService, startPushService } from '../testing/push-service.ts';
import { type Served, serveTestApp } from '../testing/serve-test-app.ts';
import { settleAllAbsences, settleRecentAbsences } from '../auth/removed-people.ts';
import { sweepAll } from '../sweeping.ts';

const CALLS: Record<string, Pick<OnlineCall, 'access'> & { method: Method; path: string }> = { ...MUTATIONS, ...ONLINE_CALLS };
const [ofRemoved = [], ofOthers = []] = readAccessTables('After beta access was removed');
/** A word in every text that Rhea shares, so that answers can be searched for it. */
const WORD = 'Rheaword';
const EMAIL = 'rhea@example.org';

describeOnBothDatabases('removed beta access', (open) => {
  let test: TestApp;
  let served: Served;
  let service: PushService;
  let admin: TestPerson;
  let rhea: TestPerson;
  let people: Record<string, TestPerson | null>;
  let partner: TestPerson;
  let picture: string;
  beforeAll(async () => {
    service = await startPushService();
    test = await createTestApp(await open(), { env: { adminEmails: ['admin@example.org'], nodeEnv: 'test' }, files: APP_PAGE_ONLY });
    served = await serveTestApp(test);
    const join = (name: string) => test.signIn(`${name}@example.org`, { beta: true });
    [admin, rhea, partner] = [await join('admin'), await join('rhea'), await join('partner')];
    people = { partner, tester: await join('tester'), visitor: null };
    await becomePartners(rhea, partner);
    await rhea.call('POST', '/api/friendships', { friendId: people['tester']!.userId });
    await rhea.call('PATCH', '/api/users/profile', {
      firstName: WORD,
      lastName: 'Removed',
      bio: WORD,
      sports: ['Agility'],
      profileVisibility: 'public',
    });
    picture = await storePicture();
  });
  afterAll(async () => {
    await served.close();
    await test.close();
    await service.close();
  });

  async function storePicture(): Promise<string> {
    const { db, media, now } = test.services;
    const bytes = Buffer.from('picture');
    const name = 'r'.repeat(43);
    await media.store.writeObject(name, bytes);
    const about = { path: `/objects/${name}`, ownerId: rhea.userId, mediaType: 'image/png', sha256: '', createdAt: now() };
    await db.insert(objects).values({ ...about, size: bytes.length, servedSize: bytes.length, servedSha256: '' });
    return about.path;
  }

  const remove = async () => expect((await admin.call('DELETE', `/api/admin/beta-access/${EMAIL}`)).status).toBe(200);
  const grant = async () => expect((await admin.call('POST', '/api/admin/beta-access', { email: EMAIL })).status).toBe(201);
  const made = async (path: string, body: object) => (await rhea.call<{ id: string }>('POST', path, body)).body.id;

  /** Makes rows that Rhea shares with as many people as possible, while she has access. @returns the ids of their paths */
  async function shareAll() {
    const videoId = await made('/api/videos', { title: WORD, videoUrl: picture });
    await rhea.call('POST', `/api/videos/${videoId}/share`);
    const commentId = await made(`/api/videos/${videoId}/comments`, { content: WORD });
    const setId = await made('/api/sets', { videoId, exercise: WORD });
    const planId = await made('/api/plans', { day: '2026-12-01', note: WORD });
    const trialId = await made('/api/trials', { name: WORD, day: '2026-12-20', shownToPartners: true });
    const cueId = await made('/api/cues', { name: WORD, visibility: 'public' });
    await made('/api/cues', { name: WORD, visibility: 'friends' });
    const dogId = await made('/api/dogs', { name: WORD, breed: 'Collie', birthdate: '2020-01-01' });
    const programId = await made('/api/programs', { name: WORD });
    const ids: Record<string, Record<string, string>> = {
      'a session': { id: videoId, videoId },
      'a comment': { id: commentId, videoId },
      'a set': { id: setId },
      'a plan': { id: planId },
      'a trial': { id: trialId },
      'a public cue': { id: cueId, cueId },
      'a dog': { id: dogId },
      'a program': { id: programId },
      'the profile': { id: rhea.userId },
      'the picture of a session': {},
      '': {},
    };
    return ids;
  }

  /**
   * Registers a browser of the partner. Its push service fails, so that each push is tried again later.
   * @returns a function that counts the attempts
   */
  async function listen(kinds: readonly PushKind[]): Promise<() => number> {
    const path = `/${randomUUID()}`;
    const endpoint = service.origin + path;
    service.answer(path, 503);
    const { status } = await partner.call('POST', '/api/push/subscriptions', { endpoint, keys: newPushKeys().keys, kinds });
    expect(status).toBe(201);
    return () => service.received.filter((push) => push.path === path).length;
  }

  const PAYLOADS: Record<string, () => unknown> = {
    'profile.update': () => ({ profileVisibility: 'private' }),
    'cues.update': () => ({ visibility: 'private' }),
    'trials.update': () => ({ shownToPartners: false }),
    'comments.create': () => ({ content: 'Good' }),
    'export.prepare': () => ({ films: true, partBytes: null }),
    'friendships.create': () => ({ friendId: rhea.userId }),
  };

  function tryCall({ call, on }: AccessLine, person: TestPerson | null, ids: Awaited<ReturnType<typeof shareAll>>) {
    if (call === 'objects.get') return served.call(person, 'GET', picture);
    if (call === 'video.page') return served.call(person, 'GET', `/video/${ids['a session']!['id']}`);
    const { method, path } = CALLS[call]!;
    return served.call(person, method, callPath(path, ids[on]!), PAYLOADS[call]?.());
  }

  it('leaves reading one’s own rows, switching links off, going private and deleting, and nothing else', async () => {
    const ids = await shareAll();
    const foreign = (await partner.call<{ id: string }>('POST', '/api/videos', { title: 'Private' })).body.id;
    await remove();
    const answers: Record<string, number> = {};
    for (const line of ofRemoved) answers[`${line.call} ${line.on}`] = (await tryCall(line, rhea, ids)).status;
    expect(answers).toEqual(Object.fromEntries(ofRemoved.map(({ call, on, statuses }) => [`${call} ${on}`, statuses['removed']])));
    expect((await served.call(rhea, 'GET', picture)).status).toBe(200);
    expect(await rhea.call('GET', `/api/users/${rhea.userId}`)).toMatchObject({
      body: { email: EMAIL, bio: WORD, profileVisibility: 'private' },
    });

    const left = new Set(ofRemoved.map(({ call }) => call));
    for (const [name, { method, path, access = 'beta' }] of Object.entries(CALLS)) {
      if (access === 'anyone' || access === 'signed-in') continue;
      // Calls that are left answer 403 for everyone else's rows.
      if (left.has(name) && !path.includes('{')) continue;
      const ofPartner = callPath(path, { id: foreign, videoId: foreign, cueId: foreign, email: 'x@example.org' });
      const answer = await served.call(rhea, method, ofPartner, method === 'GET' ? undefined : {});
      expect([name, answer.status, answer.body]).toMatchObject([name, 403, { message: 'Beta access required', code: 'beta_required' }]);
    }
    for (const [method, path, body] of [
      ['PATCH', '/api/users/profile', { profileVisibility: 'public' }],
      ['PATCH', '/api/users/profile', { profileVisibility: 'private', bio: 'Still here' }],
      ['PATCH', `/api/cues/${ids['a public cue']!['id']}`, { visibility: 'public' }],
      ['GET', `/api/users/${partner.userId}`, undefined],
    ] as const) {
      expect(await rhea.call(method, path, body)).toMatchObject({ status: 403, body: { message: 'Beta access required' } });
    }
    await grant();
    await rhea.call('PATCH', '/api/users/profile', { profileVisibility: 'public' });
  });

  it('makes the person absent for others until access is granted again', async () => {
    const ids = await shareAll();
    const device = deviceOf(partner);
    await device.pullAll();
    expect(JSON.stringify(device.everything())).toContain(WORD);
    const lists = [
      '/api/community/browse',
      '/api/community/browse?sport=Agility',
      `/api/community/browse?search=${WORD}`,
      `/api/users/search?query=${WORD}`,
      '/api/cues/public',
      `/api/cues/public?search=${WORD}`,
      '/api/cues/partners',
      '/api/videos/partners',
      '/api/friendships',
    ];
    const inLists = async () => {
      const found: string[] = [];
      for (const list of lists) if ((await served.call(partner, 'GET', list)).text.includes(WORD)) found.push(list);
      return found;
    };
    expect(await inLists()).toEqual(lists);
    expect((await served.call(null, 'GET', picture)).status).toBe(200);

    await remove();
    expect(await inLists()).toEqual([]);
    expect((await served.call(people['tester']!, 'GET', '/api/friendships')).text).not.toContain(WORD);
    await device.pullAll();
    expect(JSON.stringify(device.everything())).not.toContain(WORD);
    for (const line of ofOthers) {
      const answers: Record<string, number> = {};
      for (const kind of Object.keys(line.statuses)) {
        const { status, text } = await tryCall(line, people[kind]!, ids);
        answers[kind] = status;
        expect(text).not.toContain(WORD);
      }
      expect([line.call, answers]).toEqual([line.call, line.statuses]);
    }

    await grant();
    expect(await inLists()).toEqual(lists);
    await device.pullAll();
    expect(JSON.stringify(device.everything())).toContain(WORD);
    expect((await served.call(null, 'GET', `/api/videos/${ids['a session']!['id']}/share`)).status).toBe(200);
  });

  it('stops pushes, and lets others end a request but not accept it', async () => {
    const tester = people['tester']!;
    const pushes = await listen(['session']);
    await shareAll();
    await test.services.push.settled();
    expect(pushes()).toBe(1);
    const [request] = (await tester.call<{ id: string }[]>('GET', '/api/friendships')).body;
    const [partnership] = (await partner.call<{ id: string }[]>('GET', '/api/friendships')).body;
    await remove();
    test.clock.forward(3_600);
    await test.services.push.settled();
    expect(pushes()).toBe(1);
    expect((await tester.call('PATCH', `/api/friendships/${request!.id}`, { status: 'accepted' })).status).toBe(404);
    expect((await partner.call('PATCH', `/api/friendships/${partnership!.id}`, { status: 'accepted' })).status).toBe(404);
    // The request can be ended, and stays ended when the person is back.
    expect((await tester.call('DELETE', `/api/friendships/${request!.id}`)).status).toBe(200);
    await grant();
    expect((await tester.call('GET', '/api/friendships')).body).toEqual([]);
  });

  it('ends pushes about comments on the person’s session', async () => {
    const other = await test.signIn('other@example.org', { beta: true });
    await becomePartners(rhea, other);
    const videoId = await made('/api/videos', { title: WORD });
    await partner.call('POST', `/api/videos/${videoId}/comments`, { content: 'Good' });
    const pushes = await listen(['comment']);
    await other.call('POST', `/api/videos/${videoId}/comments`, { content: 'Very good' });
    await test.services.push.settled();
    expect(pushes()).toBe(1);
    await remove();
    test.clock.forward(3_600);
    await test.services.push.settled();
    expect(pushes()).toBe(1);
    await grant();
  });

  it('ends pushes about the person’s comments on someone else’s session', async () => {
    const videoId = (await partner.call<{ id: string }>('POST', '/api/videos', { title: 'Of Partner' })).body.id;
    const pushes = await listen(['comment']);
    await made(`/api/videos/${videoId}/comments`, { content: 'Well held' });
    await test.services.push.settled();
    expect(pushes()).toBe(1);
    await remove();
    test.clock.forward(3_600);
    await test.services.push.settled();
    expect(pushes()).toBe(1);
    await grant();
  });

  it('lets authors read and delete their own comments, on whichever session they are', async () => {
    const mate = await test.signIn('mate@example.org', { beta: true });
    const partnershipId = await becomePartners(rhea, mate);
    const ofMate = (await mate.call<{ id: string }>('POST', '/api/videos', { title: 'Of Mate' })).body.id;
    const ofRhea = await made('/api/videos', { title: WORD });
    const comment = async (author: TestPerson, videoId: string) => {
      test.clock.forward(1);
      return (await author.call<{ id: string }>('POST', `/api/videos/${videoId}/comments`, { content: 'Good' })).body.id;
    };
    const mayDelete = async (person: TestPerson, videoId: string, id: string) =>
      (await person.call('DELETE', `/api/videos/${videoId}/comments/${id}`)).status;
    const [first, second, third] = [await comment(rhea, ofMate), await comment(rhea, ofMate), await comment(rhea, ofMate)];
    const atRhea = await comment(mate, ofRhea);

    const own = async (person: TestPerson) =>
      (await person.call<{ id: string; content: string }[]>('GET', '/api/comments')).body
        .filter(({ content }) => content === 'Good')
        .map(({ id }) => id);

    // Each session is absent for the other person, but their words on it are still theirs.
    await remove();
    expect(await own(rhea)).toEqual([first, second, third]);
    expect(await own(mate)).toEqual([atRhea]);
    expect(await mayDelete(rhea, ofMate, first)).toBe(200);
    expect(await mayDelete(mate, ofMate, second)).toBe(200);
    expect(await mayDelete(mate, ofRhea, atRhea)).toBe(200);
    const others = await comment(mate, ofMate);
    expect(await mayDelete(rhea, ofMate, others)).toBe(403);
    expect(await mayDelete(mate, ofRhea, third)).toBe(404);

    await grant();
    await mate.call('DELETE', `/api/friendships/${partnershipId}`);
    expect(await own(rhea)).toEqual([third]);
    expect(await mayDelete(rhea, ofMate, others)).toBe(404);
    expect(await mayDelete(rhea, ofMate, third)).toBe(200);
    expect(await own(rhea)).toEqual([]);
  });

  it('takes effect with the next sweep if a replica of the previous version removed or granted it', async () => {
    const { db, newId, now } = test.services;
    const act = (action: 'remove' | 'grant') =>
      db.insert(adminActions).values({ id: newId(), adminId: admin.userId, action, email: EMAIL, at: now() });
    const partnersOf = async () => JSON.stringify((await partner.call('GET', '/api/friendships')).body).includes(WORD);
    const device = deviceOf(partner);
    await device.pullAll();
    expect(await partnersOf()).toBe(true);

    await db.delete(betaAccess).where(eq(betaAccess.email, EMAIL));
    await act('remove');
    const poked: string[] = [];
    const unsubscribe = test.services.pokes.subscribe([`inbox:${partner.userId}`], (feed) => poked.push(feed));
    await sweepAll(test.services);
    expect(await partnersOf()).toBe(false);
    // On PostgreSQL, the poke arrives as a notice of its own.
    await expect.poll(() => poked).toContain(`inbox:${partner.userId}`);
    unsubscribe();
    await device.pullAll();
    expect(JSON.stringify(device.everything())).not.toContain(WORD);

    await db.insert(betaAccess).values({ id: randomUUID(), email: EMAIL, grantedAt: now() });
    await act('grant');
    await sweepAll(test.services);
    expect(await partnersOf()).toBe(true);
    await device.pullAll();
    expect(JSON.stringify(device.everything())).toContain(WORD);
  });

  describe('that a replica of the previous version removed as the last of 601 changes at once', () => {
    const sweep = (stepMs?: number) => settleRecentAbsences({ ...test.services, ...(stepMs !== undefined && { stepMs }) });
    const isRemoved = async () => (await test.services.db.select().from(users).where(eq(users.email, EMAIL)))[0]?.removedAt !== null;
    beforeEach(async () => {
      const { db, newId, now } = test.services;
      test.clock.forward(25 * 3_600);
      const action = { adminId: admin.userId, action: 'remove' as const, at: now() };
      await db
        .insert(adminActions)
        .values(Array.from({ length: 600 }, (_, index) => ({ ...action, id: newId(), email: `other${index}@example.org` })));
      await db.delete(betaAccess).where(eq(betaAccess.email, EMAIL));
      await db.insert(adminActions).values({ ...action, id: `ffffffff-ffff-4fff-bfff-${randomUUID().slice(24)}`, email: EMAIL });
    });
    afterEach(grant);

    it('takes effect with the next sweep if that has time for all changes', async () => {
      await sweep();
      expect(await isRemoved()).toBe(true);
    });

    it('takes effect with a later sweep, which continues where one without time stopped', async () => {
      await sweep(0);
      expect(await isRemoved()).toBe(false);
      await sweep(0);
      expect(await isRemoved()).toBe(true);
    });
  });

  it('takes effect with the next start if it was removed in another way, and never for admins', async () => {
    const { db } = test.services;
    const isRemoved = async (email: string) => (await db.select().from(users).where(eq(users.email, email)))[0]?.removedAt !== null;
    await db.delete(betaAccess).where(eq(betaAccess.email, EMAIL));
    await settleAllAbsences(test.services);
    expect(await isRemoved(EMAIL)).toBe(true);
    expect((await partner.call('GET', `/api/users/${rhea.userId}`)).status).toBe(404);
    await db.insert(betaAccess).values({ id: randomUUID(), email: EMAIL, grantedAt: test.clock.now });
    await admin.call('PATCH', '/api/users/profile', { profileVisibility: 'public' });
    await admin.call('DELETE', '/api/admin/beta-access/admin@example.org');
    await settleAllAbsences(test.services);
    for (const email of [EMAIL, 'admin@example.org']) expect(await isRemoved(email), email).toBe(false);
  });
});
