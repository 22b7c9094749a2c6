import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ExportState } from '../contract/data-export.ts';
import type { KeepKeyAnswer, SignIn } from '../contract/online-calls.ts';
import type { NewPartnerLink } from '../contract/partner-links.ts';
import type { TestPerson } from './create-test-app.ts';
import { createDescribedClient, type DescribedClient } from './described-client.ts';
import { installation } from '../db/tables/installation.ts';
import type { OpenFresh } from './describe-on-both-databases.ts';
import { makeAll } from '../export/exports.ts';
import { createListeningApp, type ListeningApp } from './listening-app.ts';
import { newPushKeys } from './push-service.ts';
import { png } from './sample-media.ts';

interface Row {
  id: string;
}

/** What may look at a call: it must run it, and answer as it does. */
export type WatchCall = <Body>(operationId: string, person: TestPerson | null, run: () => Promise<Body>) => Promise<Body>;

export interface DescribedCalls {
  app: () => ListeningApp;
  /** Ids of all described operations. */
  operationIds: () => string[];
  /** Those that the tests have called. */
  called: ReadonlySet<string>;
}

/**
 * Defines tests that make every described call as a client would that knows only docs/openapi.json, in the order of a first
 * day. Anna is an admin; she and Ben become partners.
 * @param prepare runs before Anna and Ben sign in
 */
export function describedCalls(
  open: OpenFresh,
  { watch = (_operationId, _person, run) => run(), prepare }: { watch?: WatchCall; prepare?: (app: ListeningApp) => Promise<void> } = {},
): DescribedCalls {
  let app: ListeningApp;
  let anna: DescribedClient;
  let ben: DescribedClient;
  let annasId: string;
  let bensId: string;
  const called = new Set<string>();
  const clientOf = (person: TestPerson | null): DescribedClient => {
    const client = createDescribedClient((path, init) => app.fetchAs(person, path, init));
    return {
      ...client,
      call: (operationId, sent) => (called.add(operationId), watch(operationId, person, () => client.call(operationId, sent))),
    };
  };
  beforeAll(async () => {
    app = await createListeningApp(await open(), { adminEmails: ['anna@example.org'] });
    await prepare?.(app);
    const people = [await app.signIn('anna@example.org'), await app.signIn('ben@example.org', { beta: true })] as const;
    [anna, ben] = [clientOf(people[0]), clientOf(people[1])];
    [annasId, bensId] = [people[0].userId, people[1].userId];
  });
  afterAll(() => app.close());

  it('manages dogs, with an uploaded picture', async () => {
    const { uploadURL } = await anna.call<{ uploadURL: string }>('objects.upload', { body: { type: 'image/png' } });
    const uploadId = uploadURL.split('/').at(-1)!;
    await anna.call('objects.put', { parameters: { id: uploadId }, body: png(40, 30) });
    const { objectPath, sha256 } = await anna.call<{ objectPath: string; sha256: string }>('videos.finalize', {
      body: { videoURL: uploadURL },
    });
    expect(sha256).toMatch(/^[0-9a-f]{64}$/);
    const name = objectPath.split('/').at(-1)!;
    await anna.call('objects.get', { parameters: { name } });
    // A picture this narrow is its own narrow copy.
    await anna.call('objects.derived', { parameters: { name, kind: 'w480' } });

    const dog = { name: 'Fly', breed: 'Border Collie', birthdate: '2021-04-03', titles: ['BH'], image: objectPath };
    const key = randomUUID();
    const { id } = await anna.call<Row>('dogs.create', { parameters: { 'Idempotency-Key': key }, body: dog });
    expect(await anna.call<Row>('dogs.create', { parameters: { 'Idempotency-Key': key }, body: dog })).toMatchObject({ id });
    await anna.call('dogs.update', { parameters: { id }, body: { notes: 'Left turns' } });
    expect(await anna.call('dogs.list')).toMatchObject([{ ...dog, notes: 'Left turns', trainingDays: 0, achievements: 1 }]);
    await anna.call('dogs.delete', { parameters: { id } });
    expect(await anna.call('dogs.list', { parameters: { limit: 10 } })).toEqual([]);
    await anna.call('dogs.restore', { parameters: { id } });
  });

  it('uploads in parts by tus, and abandons an upload', async () => {
    const open = async () => (await anna.call<{ uploadURL: string }>('objects.upload', { body: { size: 6 } })).uploadURL.split('/').at(-1)!;
    const tus = { 'Tus-Resumable': '1.0.0' };
    const id = await open();
    await anna.call('objects.append', { parameters: { id, ...tus, 'Upload-Offset': 0 }, body: 'abc' });
    await anna.call('objects.offset', { parameters: { id, ...tus } });
    await anna.call('objects.append', { parameters: { id, ...tus, 'Upload-Offset': 3 }, body: 'def' });
    const abandoned = await open();
    await anna.call('objects.abandon', { parameters: { id: abandoned, ...tus } });
    await expect(anna.call('objects.offset', { parameters: { id: abandoned, ...tus } })).rejects.toThrow('404');
  });

  it('logs and shares sessions, and reads a partner’s', async () => {
    const [dog] = await anna.call<Row[]>('dogs.list');
    const { id } = await anna.call<Row>('videos.create', {
      body: { title: 'Heelwork', description: '', dogId: dog!.id, videoUrl: null, thumbnailUrl: '' },
    });
    await anna.call('videos.update', { parameters: { id }, body: { title: 'Heelwork, again', dogId: null } });
    await anna.call('videos.share', { parameters: { id } });
    expect(await clientOf(null).call('videos.shared', { parameters: { id } })).toMatchObject({
      id,
      title: 'Heelwork, again',
      dogName: null,
    });
    expect(await clientOf(null).call<string>('video.page', { parameters: { id } })).toContain('<h1>Heelwork, again</h1>');
    await anna.call('videos.unshare', { parameters: { id } });
    expect(await anna.call('videos.one', { parameters: { id } })).toMatchObject({ title: 'Heelwork, again', dogId: null, shared: false });
    await anna.call('videos.delete', { parameters: { id } });
    await anna.call('videos.restore', { parameters: { id } });
    expect(await anna.call('videos.own')).toMatchObject([{ id }]);
  });

  it('says once whether one is 18 or older', async () => {
    await ben.call('profile.sayAge', { body: { isAdult: true } });
    await ben.call('profile.sayAge', { body: { isAdult: true } });
    await expect(ben.call('profile.sayAge', { body: { isAdult: false } })).rejects.toThrow('409');
  });

  it('searches people, and sends, accepts, declines and withdraws requests', async () => {
    await ben.call('profile.update', {
      body: { firstName: 'Ben', lastName: 'Hurdle', bio: '', location: 'Kent', sports: ['Agility'], profileVisibility: 'public' },
    });
    expect(await anna.call('users.search', { parameters: { query: 'ben' } })).toMatchObject([{ id: bensId }]);
    expect(await anna.call('community.browse', { parameters: { search: 'hurdle', county: 'Kent', sport: 'Agility' } })).toMatchObject([
      { id: bensId },
    ]);
    expect(await anna.call('users.one', { parameters: { id: bensId } })).toMatchObject({ firstName: 'Ben' });
    const sendRequest = () => anna.call<Row>('friendships.create', { body: { friendId: bensId } });
    await anna.call('friendships.withdraw', { parameters: { id: (await sendRequest()).id } });
    await ben.call('friendships.delete', { parameters: { id: (await sendRequest()).id } });
    const { id } = await ben.call<Row>('friendships.create', { body: { friendId: annasId } });
    await anna.call('friendships.accept', { parameters: { id }, body: { status: 'accepted' } });
    expect(await anna.call('friendships.list')).toMatchObject([{ id, status: 'accepted', friendFirstName: 'Ben' }]);
  });

  it('makes, opens, keeps and revokes links to become partners, and uses one', async () => {
    const carl = await app.signIn('carl-by-link@example.org', { beta: true });
    const dora = clientOf(await app.signIn('dora-by-link@example.org'));
    const link = () => anna.call<NewPartnerLink>('partnerLinks.create');
    const { id, secrets } = await link();
    expect(await anna.call('partnerLinks.list')).toMatchObject([{ id }]);
    expect(await clientOf(carl).call('partnerLinks.open', { body: { secret: secrets.partner } })).toMatchObject({ isDirect: true });
    await clientOf(carl).call('friendships.join', { body: { secret: secrets.partner } });
    expect(await dora.call('partnerLinks.keep', { body: { secret: (await link()).secrets.request } })).toMatchObject({ isDirect: false });
    await anna.call('partnerLinks.revoke', { parameters: { id: (await link()).id } });
    expect(await anna.call('partnerLinks.list')).toMatchObject([{ isKept: true }]);
  });

  it('blocks a person, and unblocks them', async () => {
    const { userId } = await app.signIn('carl@example.org', { beta: true });
    const { id } = await anna.call<Row>('blocks.create', { body: { blockedId: userId } });
    expect(await anna.call('blocks.list')).toMatchObject([{ id, blockedId: userId }]);
    await anna.call('blocks.delete', { parameters: { id } });
    expect(await anna.call('blocks.list')).toEqual([]);
  });

  it('reports a session, and an admin decides', async () => {
    const dora = clientOf(await app.signIn('dora-reports@example.org', { beta: true }));
    const [session] = await anna.call<Row[]>('videos.own');
    await anna.call('videos.share', { parameters: { id: session!.id } });
    const { id } = await dora.call<Row>('reports.create', {
      body: { subject: 'video', subjectId: session!.id, reason: 'cruelty', note: 'At the gate' },
    });
    expect(await anna.call('admin.reportCounts')).toEqual({ open: 1, appeals: 0 });
    expect(await anna.call('admin.reports', { parameters: { list: 'open' } })).toMatchObject([{ id, isPaused: true }]);
    await anna.call('admin.decideReport', { parameters: { id }, body: { outcome: 'kept', answer: 'No harm done' } });
    await dora.call('reports.appeal', { parameters: { id }, body: { note: 'Look again' } });
    expect(await dora.call('reports.list')).toMatchObject([{ id, outcome: 'kept', answer: 'No harm done', appealNote: 'Look again' }]);
    await anna.call('admin.decideReport', { parameters: { id }, body: { outcome: 'kept', answer: 'We did' } });
    await anna.call('admin.correctAge', { body: { email: 'dora-reports@example.org', isAdult: true, note: 'She wrote to us' } });
    expect(await anna.call('admin.decisions', { parameters: { limit: 10 } })).toHaveLength(4);
    await anna.call('videos.unshare', { parameters: { id: session!.id } });
  });

  it('comments on a partner’s session', async () => {
    const [session] = await ben.call<Row[]>('videos.partners');
    const videoId = session!.id;
    const { id } = await ben.call<Row>('comments.create', { parameters: { videoId }, body: { content: 'Good' } });
    expect(await anna.call('comments.list', { parameters: { videoId } })).toMatchObject([{ id, userId: bensId, content: 'Good' }]);
    expect(await ben.call('comments.own')).toMatchObject([{ id, videoId }]);
    await ben.call('comments.delete', { parameters: { videoId, id } });
    expect(await anna.call('comments.list', { parameters: { videoId } })).toEqual([]);
  });

  it('counts repetitions, which a partner reads', async () => {
    const [session] = await anna.call<Row[]>('videos.own');
    const videoId = session!.id;
    const { id } = await anna.call<Row>('sets.create', { body: { videoId, exercise: 'Recall', reps: ['rep00001 hit'] } });
    await anna.call('sets.update', { parameters: { id }, body: { reps: ['rep00002 miss'], struck: ['rep00001'] } });
    await anna.call('sets.delete', { parameters: { id } });
    await anna.call('sets.restore', { parameters: { id } });
    const set = { id, reps: ['rep00001 hit', 'rep00002 miss'], struck: ['rep00001'], deletedAt: null };
    expect(await ben.call('sets.list', { parameters: { videoId } })).toMatchObject([set]);
    expect(await anna.call('sets.own')).toMatchObject([set]);
  });

  it('plans sessions, enters trials, and gives both to a calendar', async () => {
    const done = ['sendaway 0193e0a1-1c5d-4c3e-9d0f-2b7a6c1d4e5f'];
    const exercises = [{ id: 'sendaway', exercise: 'Send-away', distanceM: 30 }];
    const plan = await anna.call<Row>('plans.create', { body: { day: '2026-12-01', exercises } });
    await anna.call('plans.update', { parameters: { id: plan.id }, body: { note: 'Indoors', done } });
    await anna.call('plans.delete', { parameters: { id: plan.id } });
    await anna.call('plans.restore', { parameters: { id: plan.id } });
    expect(await anna.call('plans.list')).toMatchObject([{ id: plan.id, note: 'Indoors', done, exercises }]);
    const trial = await anna.call<Row>('trials.create', { body: { name: 'Spring trial', day: '2026-12-20' } });
    await anna.call('trials.update', { parameters: { id: trial.id }, body: { points: 92.5, shownToPartners: true } });
    await anna.call('trials.delete', { parameters: { id: trial.id } });
    await anna.call('trials.restore', { parameters: { id: trial.id } });
    expect(await anna.call('trials.list')).toMatchObject([{ id: trial.id, points: 92.5, shownToPartners: true }]);
    const { url } = await anna.call<{ url: string }>('calendar.publish');
    const file = url.split('/').at(-1)!;
    expect(await clientOf(null).call<string>('calendar.file', { parameters: { file } })).toContain('SUMMARY:Spring trial');
    expect(await anna.call('calendar.state')).toMatchObject({ madeAt: expect.any(String) });
    await anna.call('calendar.revoke');
    await expect(clientOf(null).call('calendar.file', { parameters: { file } })).rejects.toThrow('404');
  });

  it('makes an export of a person’s own data', async () => {
    expect(await anna.call('export.state')).toEqual({ filmBytes: 0, export: null });
    const { export: asked } = await anna.call<ExportState>('export.prepare', { body: { films: true, partBytes: null } });
    expect(asked).toMatchObject({ state: 'preparing', parts: [] });
    await makeAll({ ...app.services, store: app.services.media.store }, new AbortController().signal);
    const { export: made } = await anna.call<ExportState>('export.state');
    expect(made).toMatchObject({ state: 'ready', lost: 0 });
    expect(await anna.call<string>('export.file', { parameters: { part: '1' } })).toMatch(/^PK[^]*SHA256SUMS/);
    await anna.call('export.discard');
    await expect(anna.call('export.file', { parameters: { part: '1' } })).rejects.toThrow('404');
  });

  it('deletes an account after a week, or at once', async () => {
    const email = 'leaving@example.org';
    const leaving = clientOf(await app.signIn(email, { beta: true }));
    expect(await leaving.call('account.deletion')).toMatchObject({ goes: { sessions: 0 }, deleteAt: null });
    expect(await leaving.call('account.delete', { body: { when: 'later', email } })).toMatchObject({ receipt: null });
    await leaving.call('account.keep');
    expect(await leaving.call('account.delete', { body: { when: 'now', email } })).toMatchObject({ deleteAt: null });
    await expect(leaving.call('account.deletion')).rejects.toThrow('410');
  });

  it('creates and imports cues, and builds a program from them', async () => {
    const cue = {
      name: 'Here',
      sport: 'Obedience',
      difficulty: 'beginner',
      description: 'Come',
      steps: ['Call once'],
      visibility: 'public',
    };
    const { id: cueId } = await ben.call<Row>('cues.create', { body: cue });
    await ben.call('cues.update', { parameters: { id: cueId }, body: { ...cue, description: 'Come at once' } });
    const { id: shown } = await ben.call<Row>('cues.create', { body: { ...cue, visibility: 'friends' } });
    expect(await anna.call('cues.public', { parameters: { search: 'here', sport: 'Obedience', difficulty: 'beginner' } })).toMatchObject([
      { id: cueId },
    ]);
    expect(await anna.call('cues.partners')).toMatchObject([{ id: shown }]);
    const { id: copy } = await anna.call<Row>('cues.import', { parameters: { cueId } });
    expect(await anna.call('cues.own')).toMatchObject([{ id: copy, importedFromId: cueId, visibility: 'private' }]);
    const { id: other } = await anna.call<Row>('cues.create', { body: { ...cue, name: 'Down', visibility: 'private' } });

    const { id } = await anna.call<Row>('programs.create', { body: { name: 'Spring', dogId: null, goal: null } });
    await anna.call('programs.update', { parameters: { id }, body: { name: 'Spring trial', dogId: null, goal: 'BH' } });
    await anna.call('programs.addCue', { parameters: { id }, body: { cueId: copy, orderIndex: 0 } });
    await anna.call('programs.addCue', { parameters: { id }, body: { cueId: other, orderIndex: 1 } });
    await anna.call('programs.orderCues', { parameters: { id }, body: { cueIds: [other, copy] } });
    expect(await anna.call('programs.cues', { parameters: { id } })).toEqual([
      { cueId: other, orderIndex: 0 },
      { cueId: copy, orderIndex: 1 },
    ]);
    await anna.call('programs.removeCue', { parameters: { id, cueId: other } });
    expect(await anna.call('programs.list')).toMatchObject([{ id, name: 'Spring trial', goal: 'BH', cues: [{ cueId: copy }] }]);
    for (const [kind, row] of [
      ['programs', id],
      ['cues', other],
    ] as const) {
      await anna.call(`${kind}.delete`, { parameters: { id: row } });
      await anna.call(`${kind}.restore`, { parameters: { id: row } });
    }
  });

  it('joins the waitlist, grants and removes access', async () => {
    const email = 'carla@example.org';
    await clientOf(null).call('waitlist.join', { body: { email } });
    expect(await anna.call('admin.betaAccess')).toMatchObject({ waitlist: [{ email }] });
    await anna.call('admin.grant', { body: { email } });
    expect(await anna.call('admin.betaAccess')).toMatchObject({
      waitlist: [],
      betaAccess: expect.arrayContaining([expect.objectContaining({ email })]),
    });
    await anna.call('admin.remove', { parameters: { email } });
  });

  it('looks after the server', async () => {
    expect(await anna.call('admin.server')).toMatchObject({ people: { total: expect.any(Number) } });
    expect(await anna.call('admin.mistakes')).toEqual({ mistakes: expect.any(Array) });
    expect(await anna.call<object[]>('admin.people')).toContainEqual(expect.objectContaining({ id: annasId }));
    // Ages count after a steady day.
    await app.services.db.update(installation).set({ sweptAt: app.clock.now, steadySince: new Date(0) });
    expect(await anna.call('admin.reclaim', { body: { what: 'setAside' } })).toEqual({ files: 0 });
    expect(await anna.call('admin.retry')).toEqual({ jobs: expect.any(Number) });
  });

  it('reads its own record, sends queued changes and pulls new ones', async () => {
    expect(await anna.call('auth.user')).toMatchObject({ id: annasId, isAdmin: true });
    const { publicKey, wrapped, ...keys } = await anna.call<KeepKeyAnswer>('auth.keepKey');
    expect(keys).toMatchObject({ userId: annasId });
    expect(await anna.call('auth.returnKeepKey', { body: { publicKey, wrapped } })).toMatchObject({ publicKey });
    const id = randomUUID();
    const operations = [
      { key: randomUUID(), call: 'videos.create', params: {}, payload: { id, title: 'Tracking' } },
      ...['One', 'Two'].map((title) => ({
        key: randomUUID(),
        call: 'videos.update',
        params: { id },
        payload: { title, base: { title: 'Tracking' } },
      })),
    ];
    const { answers } = await anna.call<{ answers: { status: number }[] }>('sync.batch', { body: { version: 1, operations } });
    expect(answers.map(({ status }) => status)).toEqual([201, 200, 200]);
    const pull = await anna.call<{ pages: { feed: string; cursor: object; entries: { entity: string; id: string }[] }[] }>('sync.pull', {
      body: { version: 1, cursors: {} },
    });
    const entries = pull.pages.flatMap((page) => page.entries);
    expect(entries).toContainEqual(expect.objectContaining({ entity: 'videos', id }));
    await anna.call('conflicts.settle', { parameters: { id: entries.find(({ entity }) => entity === 'conflicts')!.id } });
    const cursors = Object.fromEntries(pull.pages.map(({ feed, cursor }) => [feed, cursor]));
    const next = await anna.call<typeof pull>('sync.pull', { body: { version: 1, cursors } });
    expect(next.pages.flatMap((page) => page.entries)).toHaveLength(1);
  });

  it('subscribes a browser to pushes and unsubscribes it', async () => {
    expect(await anna.call('push.key')).toMatchObject({ publicKey: expect.stringMatching(/^[\w-]{87}$/) });
    const subscription = { endpoint: 'https://push.example.org/anna', keys: newPushKeys().keys, kinds: ['comment'] };
    const { id } = await anna.call<Row>('push.subscribe', { body: subscription });
    await anna.call('push.unsubscribe', { parameters: { id } });
  });

  it('sees whose account it uses and where it is signed in, and ends its other sign-ins', async () => {
    expect(await anna.call('auth.access')).toMatchObject({ hasBetaAccess: true, onWaitlist: false });
    const earlier = { userId: '5b1d2c3e-4f5a-4b6c-8d7e-9f0a1b2c3d4e', email: 'anna@example.org' };
    expect(await anna.call('auth.earlierAccount', { body: earlier })).toEqual({ isYours: expect.any(Boolean) });
    const [here] = await anna.call<SignIn[]>('auth.signIns');
    expect(here).toMatchObject({ current: true });
    await anna.call('auth.endOtherSignIns');
    const [bens] = await ben.call<SignIn[]>('auth.signIns');
    await expect(anna.call('auth.endSignIn', { parameters: { id: bens!.id } })).rejects.toThrow('404');
  });

  it('signs in and out with a browser', async () => {
    expect(await clientOf(null).call<string>('login', { parameters: { return: '/my-dogs' } })).toContain('name="email"');
    await ben.call('logout');
    await expect(ben.call('dogs.list')).rejects.toThrow('401');
  });

  return { app: () => app, operationIds: () => anna.operationIds, called };
}
