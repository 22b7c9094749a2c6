import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Method } from '../contract/call.ts';
import { callPath, MUTATIONS } from '../contract/mutations.ts';
import { ONLINE_CALLS } from '../contract/online-calls.ts';
import type { NewPartnerLink } from '../contract/partner-links.ts';
import { APP_PAGE_ONLY } from '../testing/app-page.ts';
import { readAccessTable } from '../testing/access-tables.ts';
import { createTestApp, type TestApp, type TestPerson } from '../testing/create-test-app.ts';
import { describeOnBothDatabases } from '../testing/describe-on-both-databases.ts';
import { becomePartners } from '../testing/pulling-device.ts';
import { newPushKeys } from '../testing/push-service.ts';
import { png } from '../testing/sample-media.ts';
import { type Answered, type Served, serveTestApp } from '../testing/serve-test-app.ts';

const CALLS: Record<string, { method: Method; path: string }> = { ...MUTATIONS, ...ONLINE_CALLS };
const DOG = { name: 'Fly', breed: 'Border Collie', birthdate: '2021-04-03' };

/** Default payload of each call. */
const PAYLOADS: Record<string, () => unknown> = {
  'videos.create': () => ({ title: 'Heelwork' }),
  'videos.update': () => ({ title: 'Heelwork, again' }),
  'comments.create': () => ({ content: 'Good' }),
  'sets.update': () => ({ exercise: 'Recall' }),
  'plans.create': () => ({ day: '2026-12-01' }),
  // Of another address: the account stays.
  'account.delete': () => ({ when: 'now', email: 'other@example.org' }),
  'export.prepare': () => ({ films: true, partBytes: null }),
  'plans.update': () => ({ note: 'Indoors' }),
  'trials.create': () => ({ name: 'Spring trial', day: '2026-12-20' }),
  'trials.update': () => ({ level: 'IGP 2' }),
  'dogs.create': () => DOG,
  'dogs.update': () => ({ notes: 'Shy' }),
  'cues.create': () => ({ name: 'Here' }),
  'cues.update': () => ({ description: 'Once only' }),
  'programs.create': () => ({ name: 'Spring' }),
  'programs.update': () => ({ goal: 'BH' }),
  'programs.orderCues': () => ({ cueIds: [] }),
  'friendships.accept': () => ({ status: 'accepted' }),
  'profile.update': () => ({ bio: 'Collies' }),
  'profile.sayAge': () => ({ isAdult: true }),
  'reports.appeal': () => ({ note: 'It was wrong' }),
  'admin.decideReport': () => ({ outcome: 'kept', answer: 'It is fine' }),
  'admin.correctAge': () => ({ email: 'no-one@example.org', isAdult: true, note: 'She wrote to us' }),
  'objects.upload': () => ({}),
  'videos.finalize': () => ({ videoURL: `/api/objects/upload/${'a'.repeat(43)}` }),
  'sync.pull': () => ({ version: 1, cursors: {} }),
  'sync.batch': () => ({ version: 1, operations: [{ key: randomUUID(), call: 'videos.share', params: { id: randomUUID() } }] }),
  'push.subscribe': () => ({ endpoint: `https://push.example.org/${randomUUID()}`, keys: newPushKeys().keys, kinds: ['request'] }),
  'waitlist.join': () => ({ email: 'new@example.org' }),
  'admin.grant': () => ({ email: 'granted@example.org' }),
  // Refused on the first day of a server.
  'admin.reclaim': () => ({ what: 'setAside' }),
};

const untilRows = readAccessTable('Rows of an owner');
const untilPairs = readAccessTable('Requests and partnerships');
const untilCalls = readAccessTable('Calls without a row');
const untilBytes = readAccessTable('Bytes and pages');

/** Text in all of the owner's rows that others must not see, and in those that only partners may see. */
const OWNER_ONLY = 'only-for-the-owner';
const PARTNERS_ONLY = 'only-for-partners';
const SECRET_DOG = { ...DOG, breed: `${OWNER_ONLY} breed`, notes: `${OWNER_ONLY} notes` };
const PICTURE = png(40, 30);
const SESSION = { title: `${PARTNERS_ONLY} title`, description: `${PARTNERS_ONLY} notes` };
/** What a report calls the last word of a table row's subject; all others are comments. */
const REPORTED: Record<string, string> = { session: 'video', cue: 'cue', profile: 'profile' };
/** Calls that leave their bytes or page unchanged. */
const READS_BYTES = new Set(['upload.head', 'objects.get', 'objects.derived', 'video.page']);
/** Calls that show addresses: to admins, and to partners and recipients of a request that of the other person (R71). */
const TELLS_ADMIN = /^admin\.(betaAccess|people)$/;
/** Calls that show administrators what was reported, and by whom (R380). */
const TELLS_REPORTS = /^admin\.(reports|decideReport)$/;
const TELLS_ADDRESS = /^(friendships|sync)/;

describe('the tables of docs/access.md', () => {
  it('contain every call of the contract', () => {
    const named = new Set([...untilRows, ...untilPairs, ...untilCalls].map(({ call }) => call));
    expect(Object.keys(CALLS).filter((call) => !named.has(call))).toEqual([]);
    expect([...named].filter((call) => !CALLS[call])).toEqual([]);
  });
});

describeOnBothDatabases('access by role', (open) => {
  let test: TestApp;
  let served: Served;
  let people: Record<string, TestPerson | null>;
  let owner: TestPerson;
  let partner: TestPerson;
  let strangers = 0;
  beforeAll(async () => {
    test = await createTestApp(await open(), { env: { adminEmails: ['admin@example.org'] }, files: APP_PAGE_ONLY });
    served = await serveTestApp(test);
    const join = (name: string, beta = true) => test.signIn(`${name}@example.org`, { beta });
    owner = await join('owner');
    partner = await join('partner');
    const [pending, tester, outsider, admin] = [
      await join('pending'),
      await join('tester'),
      await join('outsider', false),
      await join('admin'),
    ];
    const [blocked, blocker] = [await join('blocked'), await join('blocker')];
    for (const each of [partner, blocked, blocker]) await becomePartners(owner, each);
    await owner.call('POST', '/api/blocks', { blockedId: blocked.userId });
    await blocker.call('POST', '/api/blocks', { blockedId: owner.userId });
    await pending.call('POST', '/api/friendships', { friendId: owner.userId });
    people = { owner, partner, pending, tester, outsider, visitor: null, admin, blocked, blocker };
    await owner.call('PATCH', '/api/users/profile', {
      firstName: 'Olive',
      lastName: 'Owner',
      bio: `${OWNER_ONLY} bio`,
      profileVisibility: 'private',
    });
  });
  afterAll(async () => {
    await served.close();
    await test.close();
  });

  const made = async (path: string, body: object, by = owner) => (await by.call<{ id: string }>('POST', path, body)).body.id;
  const removed = async (path: string, body: object) => {
    const id = await made(path, body);
    await owner.call('DELETE', `${path}/${id}`);
    return { id, videoId: id, cueId: id };
  };
  const commentBy = async (author: TestPerson) => {
    const videoId = await made('/api/videos', SESSION);
    return { videoId, id: await made(`/api/videos/${videoId}/comments`, { content: `${PARTNERS_ONLY} comment` }, author) };
  };
  const cue = async (visibility: string) => {
    const hidden = { private: OWNER_ONLY, friends: PARTNERS_ONLY }[visibility] ?? 'Here';
    const id = await made('/api/cues', { name: hidden, description: hidden, steps: [hidden], visibility });
    return { id, cueId: id };
  };

  /** Creates the subject of a table row. @returns the ids of the path */
  const SUBJECTS: Record<string, () => Promise<Record<string, string>>> = {
    'a session': async () => {
      const id = await made('/api/videos', SESSION);
      return { id, videoId: id };
    },
    'a shared session': async () => {
      const id = await made('/api/videos', { title: 'Shown to all', description: 'Also the notes' });
      await owner.call('POST', `/api/videos/${id}/share`);
      return { id };
    },
    'a deleted session': () => removed('/api/videos', { title: OWNER_ONLY }),
    'a comment of the owner': () => commentBy(owner),
    'a comment of the partner': () => commentBy(partner),
    'a set': async () => {
      const videoId = await made('/api/videos', SESSION);
      return { id: await made('/api/sets', { videoId, exercise: `${PARTNERS_ONLY} exercise` }) };
    },
    'a deleted set': async () => {
      const videoId = await made('/api/videos', SESSION);
      return removed('/api/sets', { videoId, exercise: OWNER_ONLY });
    },
    'a plan': async () => ({ id: await made('/api/plans', { day: '2026-12-01', note: OWNER_ONLY }) }),
    'a deleted plan': () => removed('/api/plans', { day: '2026-12-01', note: OWNER_ONLY }),
    'a private trial': async () => ({ id: await made('/api/trials', { name: OWNER_ONLY, day: '2026-12-20' }) }),
    'a shown trial': async () => ({ id: await made('/api/trials', { name: PARTNERS_ONLY, day: '2026-12-20', shownToPartners: true }) }),
    'a deleted trial': () => removed('/api/trials', { name: OWNER_ONLY, day: '2026-12-20', shownToPartners: true }),
    'a dog': async () => ({ id: await made('/api/dogs', SECRET_DOG) }),
    'a deleted dog': () => removed('/api/dogs', SECRET_DOG),
    'a private cue': () => cue('private'),
    'a friends cue': () => cue('friends'),
    'a public cue': () => cue('public'),
    'a deleted cue': () => removed('/api/cues', { name: OWNER_ONLY, visibility: 'public' }),
    'a program': async () => ({
      id: await made('/api/programs', { name: OWNER_ONLY, goal: OWNER_ONLY }),
      cueId: await made('/api/cues', { name: OWNER_ONLY }),
    }),
    'a deleted program': () => removed('/api/programs', { name: OWNER_ONLY }),
    'a conflict': async () => {
      const id = await made('/api/videos', { title: 'Heelwork' });
      for (const title of ['One', `${PARTNERS_ONLY} title`])
        await owner.call('PATCH', `/api/videos/${id}`, { title, base: { title: 'Heelwork' } });
      const { body } = await owner.call<{ pages: { entries: { entity: string; id: string }[] }[] }>('POST', '/api/sync', {
        version: 1,
        cursors: {},
      });
      return { id: body.pages.flatMap(({ entries }) => entries).findLast(({ entity }) => entity === 'conflicts')!.id };
    },
    'a block': async () => ({ id: await made('/api/blocks', { blockedId: (await stranger()).userId }) }),
    'a link to become partners': async () => {
      const { body } = await owner.call<NewPartnerLink>('POST', '/api/partner-links');
      return { id: body.id, secret: body.secrets.request };
    },
    'a private profile': async () => ({ id: owner.userId }),
    'a report': async () => {
      const { id } = await commentBy(partner);
      return { id: await made('/api/reports', { subject: 'comment', subjectId: id, reason: 'other' }) };
    },
  };

  /** The payload of a call that names its subject there; undefined for others. */
  function payloadOf({ call, on }: { call: string; on: string }, { id, cueId, secret }: Record<string, string>): object | undefined {
    if (call === 'reports.create') return { subject: REPORTED[on.split(' ').at(-1)!] ?? 'comment', subjectId: id, reason: 'other' };
    if (call === 'programs.addCue') return { cueId, orderIndex: 0 };
    return secret === undefined ? undefined : { secret };
  }

  async function tryCall(name: string, person: TestPerson | null, ids: Record<string, string>, payload?: unknown, search = '') {
    const { method, path } = CALLS[name]!;
    const answer = await served.call(person, method, callPath(path, ids) + search, payload ?? PAYLOADS[name]?.());
    mustKeepSecrets(name, person, answer);
    return answer;
  }

  /** Checks each answer of the tests below: it must not show others what only the owner or the partners may see. */
  function mustKeepSecrets(name: string, person: TestPerson | null, { text, headers }: Pick<Answered, 'text' | 'headers'>) {
    if (person === owner || (person === people['admin'] && TELLS_REPORTS.test(name))) return;
    const answer = `${text} ${JSON.stringify([...headers])}`;
    const who = `${name} for ${person?.email ?? 'a visitor'}`;
    expect(answer, who).not.toContain(OWNER_ONLY);
    if (person !== partner) expect(answer, who).not.toContain(PARTNERS_ONLY);
    const knowsAddress = person === people['admin'] ? TELLS_ADMIN.test(name) : person === partner && TELLS_ADDRESS.test(name);
    if (!knowsAddress) expect(answer, who).not.toContain(owner.email);
  }

  it.each(untilRows)('$call on $on', async ({ call, on, statuses }) => {
    const answers: Record<string, number> = {};
    const subject = CALLS[call]!.method === 'GET' ? once(SUBJECTS[on]!) : SUBJECTS[on]!;
    for (const kind of Object.keys(statuses)) {
      const ids = await subject();
      const payload = payloadOf({ call, on }, ids);
      const answer = await tryCall(call, people[kind]!, ids, payload);
      answers[kind] = answer.status;
      // Delete it again: only its owner may see the text of a deleted row.
      if (kind === 'owner' && call.endsWith('.restore')) await tryCall(call.replace('.restore', '.delete'), owner, ids);
      if (kind === 'outsider' && answer.status === 403)
        expect(answer.body).toMatchObject({ message: 'Beta access required', code: 'beta_required' });
    }
    expect(answers).toEqual(statuses);
  });

  it.each(untilPairs)('$call on $on', async ({ call, on, statuses }) => {
    const answers: Record<string, number> = {};
    for (const kind of Object.keys(statuses)) {
      const [sender, recipient] = [await stranger(), await stranger()];
      const { body } = await sender.call<{ id: string }>('POST', '/api/friendships', { friendId: recipient.userId });
      if (on === 'a partnership') await recipient.call('PATCH', `/api/friendships/${body.id}`, { status: 'accepted' });
      const person = kind === 'sender' ? sender : kind === 'recipient' ? recipient : people[kind]!;
      answers[kind] = (await tryCall(call, person, { id: body.id })).status;
    }
    expect(answers).toEqual(statuses);
  });

  it.each(untilCalls)('$call', async ({ call, statuses }) => {
    const answers: Record<string, number> = {};
    for (const kind of Object.keys(statuses)) {
      const person = async () => (await stranger()).userId;
      const payload =
        call === 'friendships.create' ? { friendId: await person() } : call === 'blocks.create' ? { blockedId: await person() } : undefined;
      answers[kind] = (await tryCall(call, people[kind]!, { email: 'granted@example.org', id: randomUUID() }, payload)).status;
    }
    expect(answers).toEqual(statuses);
  });

  const openUpload = async () => {
    const { uploadURL } = (
      await owner.call<{ uploadURL: string }>('POST', '/api/objects/upload', { size: PICTURE.length, type: 'image/png' })
    ).body;
    return new URL(uploadURL).pathname;
  };
  const send = (person: TestPerson | null, method: string, path: string, headers: Record<string, string> = {}, body?: Uint8Array) =>
    fetch(served.origin + path, {
      method,
      redirect: 'manual',
      headers: { cookie: [...(person?.cookies ?? [])].map(([name, value]) => `${name}=${value}`).join('; '), ...headers },
      ...(body && { body: body as BodyInit }),
    });
  const received = async () => {
    const path = await openUpload();
    await send(owner, 'PUT', path, {}, PICTURE);
    return path;
  };
  const pictured = async (after: (id: string) => Promise<unknown> = async () => {}) => {
    const { objectPath } = (await owner.call<{ objectPath: string }>('PUT', '/api/videos/finalize', { videoURL: await received() })).body;
    await after(await made('/api/videos', { title: 'Heelwork', videoUrl: objectPath }));
    return objectPath;
  };
  const BYTES_ON: Record<string, () => Promise<string>> = {
    'an upload of the owner': openUpload,
    'a received upload of the owner': received,
    'an object of no session': async () =>
      (await owner.call<{ objectPath: string }>('PUT', '/api/videos/finalize', { videoURL: await received() })).body.objectPath,
    'the picture of a session': () => pictured(),
    'the picture of a shared session': () => pictured((id) => owner.call('POST', `/api/videos/${id}/share`)),
    'the picture of a deleted session': () => pictured((id) => owner.call('DELETE', `/api/videos/${id}`)),
    'a session': async () => `/video/${(await SUBJECTS['a session']!())['id']}`,
    'a shared session': async () => `/video/${(await SUBJECTS['a shared session']!())['id']}`,
    'a page': async () => '',
  };
  const TUS = { 'tus-resumable': '1.0.0' };
  const BYTE_CALLS: Record<string, (person: TestPerson | null, path: string) => Promise<Response>> = {
    'upload.put': (person, path) => send(person, 'PUT', path, {}, PICTURE),
    'upload.head': (person, path) => send(person, 'HEAD', path, TUS),
    'upload.patch': (person, path) =>
      send(person, 'PATCH', path, { ...TUS, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }, PICTURE),
    'upload.delete': (person, path) => send(person, 'DELETE', path, TUS),
    'upload.finalize': (person, path) =>
      send(
        person,
        'PUT',
        '/api/videos/finalize',
        { 'content-type': 'application/json' },
        new TextEncoder().encode(JSON.stringify({ videoURL: path })),
      ),
    'objects.get': (person, path) => send(person, 'GET', path),
    'objects.derived': (person, path) => send(person, 'GET', `${path}/w480`),
    'video.page': (person, path) => send(person, 'GET', path, { accept: 'text/html' }),
    login: (person) => send(person, 'GET', '/api/login'),
    logout: async (person) => send(person && (await test.signIn(person.email)), 'GET', '/api/logout'),
  };

  it.each(untilBytes)('$call on $on', async ({ call, on, statuses }) => {
    const answers: Record<string, number> = {};
    const subject = READS_BYTES.has(call) ? once(BYTES_ON[on]!) : BYTES_ON[on]!;
    for (const kind of Object.keys(statuses)) {
      const answer = await BYTE_CALLS[call]!(people[kind]!, await subject());
      answers[kind] = answer.status;
      const text = await answer.text();
      mustKeepSecrets(call, people[kind]!, { text, headers: answer.headers });
      if (answer.status >= 400 && !['upload.head', 'video.page'].includes(call))
        expect(JSON.parse(text)).toMatchObject({ code: expect.any(String), requestId: expect.any(String) });
    }
    expect(answers).toEqual(statuses);
  });

  function stranger(): Promise<TestPerson> {
    return test.signIn(`stranger-${(strangers += 1)}@example.org`, { beta: true });
  }

  it('gives the same answer for hidden and for unknown rows', async () => {
    const { id = '' } = await SUBJECTS['a session']!();
    for (const call of ['videos.one', 'videos.update', 'videos.delete', 'videos.share']) {
      const hidden = await tryCall(call, people['tester']!, { id });
      const missing = await tryCall(call, people['tester']!, { id: randomUUID() });
      expect(hidden.status, call).toBe(missing.status);
      expect(hidden.body, call).toEqual({ ...missing.body, requestId: hidden.body.requestId });
    }
  });

  it('ends beta access with the next request', async () => {
    const person = await test.signIn('leaving@example.org', { beta: true });
    expect((await tryCall('videos.partners', person, {})).status).toBe(200);
    await tryCall('admin.remove', people['admin']!, { email: 'leaving@example.org' });
    expect(await tryCall('videos.partners', person, {})).toMatchObject({ status: 403, body: { message: 'Beta access required' } });
  });

  it('leaks nothing private in any list, search or pull', async () => {
    const subjects = await Promise.all(
      ['a session', 'a deleted session', 'a dog', 'a private cue', 'a friends cue', 'a program', 'a comment of the owner'].map((on) =>
        SUBJECTS[on]!(),
      ),
    );
    const reads = Object.entries(ONLINE_CALLS)
      .filter(([name, { method }]) => method === 'GET' && name !== 'sync.events')
      .map(([name]) => name);
    const searches = ['', '?query=Olive', '?search=olive', `?search=${OWNER_ONLY}`, `?search=${PARTNERS_ONLY}`, `?query=${OWNER_ONLY}`];
    for (const person of Object.values(people)) {
      for (const name of [...reads, 'sync.pull']) {
        for (const search of /search|browse|public/.test(name) ? searches : ['']) {
          await tryCall(name, person, { id: owner.userId, videoId: owner.userId }, undefined, search);
        }
      }
      for (const ids of subjects) for (const name of reads.filter((read) => /\{/.test(CALLS[read]!.path))) await tryCall(name, person, ids);
    }
    const { text } = await served.call(partner, 'POST', '/api/sync', PAYLOADS['sync.pull']!());
    expect(text).toContain(PARTNERS_ONLY);
  });

  it('allows and reveals no more in an envelope than in single calls', async () => {
    const mutations = untilRows.filter(({ call }) => call in MUTATIONS && call !== 'cues.import');
    // A refused change leaves its subject as it was, for the next person too.
    const subjects = new Map(mutations.map((line) => [line, once(SUBJECTS[line.on]!)]));
    for (const [kind, person] of Object.entries(people).filter(([name]) => name !== 'owner')) {
      const lines = mutations.filter(({ statuses }) => (statuses[kind] ?? 0) >= 400);
      const operations = [];
      for (const line of lines) {
        const { call } = line;
        const ids = await subjects.get(line)!();
        operations.push({ key: randomUUID(), call, params: ids, payload: payloadOf(line, ids) ?? PAYLOADS[call]?.() });
      }
      const envelope = await tryCall('sync.batch', person, {}, { version: 1, operations });
      if (envelope.status !== 200) expect(envelope.status).toBe(person ? 403 : 401);
      else
        expect((envelope.body['answers'] as { status: number }[]).map(({ status }) => status)).toEqual(
          lines.map(({ statuses }) => statuses[kind]),
        );
    }
  });

  it('shows the other person’s address to partners and recipients, not to senders', async () => {
    const [sender, recipient] = [await stranger(), await stranger()];
    const friendEmail = async (person: TestPerson) =>
      (await person.call<{ friendEmail: string | null }[]>('GET', '/api/friendships')).body[0]?.friendEmail;
    const { body } = await sender.call<{ id: string }>('POST', '/api/friendships', { friendId: recipient.userId });
    expect(await friendEmail(sender)).toBeNull();
    expect(await friendEmail(recipient)).toBe(sender.email);
    await recipient.call('PATCH', `/api/friendships/${body.id}`, { status: 'accepted' });
    expect(await friendEmail(sender)).toBe(recipient.email);
    expect(await friendEmail(recipient)).toBe(sender.email);
  });
});

/** Makes something at the first call and returns it at every call. */
function once<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined;
  return () => (made ??= make());
}
