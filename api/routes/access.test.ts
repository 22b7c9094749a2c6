import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Method } from '../contract/call.ts';
import { callPath, MUTATIONS } from '../contract/mutations.ts';
import { ONLINE_CALLS } from '../contract/online-calls.ts';
import { readAccessTable } from '../testing/access-tables.ts';
import { createTestApp, type TestApp, type TestPerson } from '../testing/create-test-app.ts';
import { describeOnBothDatabases } from '../testing/describe-on-both-databases.ts';
import { becomePartners } from '../testing/pulling-device.ts';
import { type Served, serveTestApp } from '../testing/serve-test-app.ts';

const CALLS: Record<string, { method: Method; path: string }> = { ...MUTATIONS, ...ONLINE_CALLS };
const DOG = { name: 'Fly', breed: 'Border Collie', birthdate: '2021-04-03' };

/** What each call sends when it is made on nothing special. */
const PAYLOADS: Record<string, () => unknown> = {
  'videos.create': () => ({ title: 'Heelwork' }),
  'videos.update': () => ({ title: 'Heelwork, again' }),
  'comments.create': () => ({ content: 'Good' }),
  'dogs.create': () => DOG,
  'dogs.update': () => ({ notes: 'Shy' }),
  'cues.create': () => ({ name: 'Here' }),
  'cues.update': () => ({ description: 'Once only' }),
  'programs.create': () => ({ name: 'Spring' }),
  'programs.update': () => ({ goal: 'BH' }),
  'programs.orderCues': () => ({ cueIds: [] }),
  'friendships.accept': () => ({ status: 'accepted' }),
  'profile.update': () => ({ bio: 'Collies' }),
  'objects.upload': () => ({}),
  'videos.finalize': () => ({ videoURL: `/api/objects/upload/${'a'.repeat(43)}` }),
  'sync.pull': () => ({ version: 1, cursors: {} }),
  'sync.batch': () => ({ version: 1, operations: [{ key: randomUUID(), call: 'videos.share', params: { id: randomUUID() } }] }),
  'waitlist.join': () => ({ email: 'new@example.org' }),
  'admin.grant': () => ({ email: 'granted@example.org' }),
};

const untilRows = readAccessTable('Rows of an owner');
const untilPairs = readAccessTable('Requests and partnerships');
const untilCalls = readAccessTable('Calls without a row');

describe('the tables of docs/access.md', () => {
  it('hold every call of the contract', () => {
    const named = new Set([...untilRows, ...untilPairs, ...untilCalls].map(({ call }) => call));
    expect(Object.keys(CALLS).filter((call) => !named.has(call))).toEqual([]);
    expect([...named].filter((call) => !CALLS[call])).toEqual([]);
  });
});

describeOnBothDatabases('who may do what', (open) => {
  let test: TestApp;
  let served: Served;
  let people: Record<string, TestPerson | null>;
  let owner: TestPerson;
  let partner: TestPerson;
  let strangers = 0;
  beforeAll(async () => {
    test = await createTestApp(await open(), { env: { adminEmails: ['admin@example.org'] } });
    served = await serveTestApp(test);
    const join = (name: string, beta = true) => test.signIn(`${name}@example.org`, { beta });
    owner = await join('owner');
    partner = await join('partner');
    const [pending, tester, outsider, admin] = [await join('pending'), await join('tester'), await join('outsider', false), await join('admin')];
    await becomePartners(owner, partner);
    await pending.call('POST', '/api/friendships', { friendId: owner.userId });
    people = { owner, partner, pending, tester, outsider, visitor: null, admin };
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
    const videoId = await made('/api/videos', { title: 'Heelwork' });
    return { videoId, id: await made(`/api/videos/${videoId}/comments`, { content: 'Good' }, author) };
  };
  const cue = async (visibility: string) => {
    const id = await made('/api/cues', { name: 'Here', visibility });
    return { id, cueId: id };
  };

  /** Makes what a line is about; answers the ids of the path. */
  const SUBJECTS: Record<string, () => Promise<Record<string, string>>> = {
    'a session': async () => {
      const id = await made('/api/videos', { title: 'Heelwork' });
      return { id, videoId: id };
    },
    'a deleted session': () => removed('/api/videos', { title: 'Heelwork' }),
    'a comment of the owner': () => commentBy(owner),
    'a comment of the partner': () => commentBy(partner),
    'a dog': async () => ({ id: await made('/api/dogs', DOG) }),
    'a deleted dog': () => removed('/api/dogs', DOG),
    'a private cue': () => cue('private'),
    'a friends cue': () => cue('friends'),
    'a public cue': () => cue('public'),
    'a deleted cue': () => removed('/api/cues', { name: 'Here', visibility: 'public' }),
    'a program': async () => ({ id: await made('/api/programs', { name: 'Spring' }), cueId: await made('/api/cues', { name: 'Here' }) }),
    'a deleted program': () => removed('/api/programs', { name: 'Spring' }),
    'a conflict': async () => {
      const id = await made('/api/videos', { title: 'Heelwork' });
      for (const title of ['One', 'Two']) await owner.call('PATCH', `/api/videos/${id}`, { title, base: { title: 'Heelwork' } });
      const { body } = await owner.call<{ pages: { entries: { entity: string; id: string }[] }[] }>('POST', '/api/sync', { version: 1, cursors: {} });
      return { id: body.pages.flatMap(({ entries }) => entries).findLast(({ entity }) => entity === 'conflicts')!.id };
    },
    'a private profile': async () => ({ id: owner.userId }),
  };

  async function tryCall(name: string, person: TestPerson | null, ids: Record<string, string>, payload?: unknown) {
    const { method, path } = CALLS[name]!;
    return served.call(person, method, callPath(path, ids), payload ?? PAYLOADS[name]?.());
  }

  it.each(untilRows)('$call on $on', async ({ call, on, statuses }) => {
    const answers: Record<string, number> = {};
    for (const kind of Object.keys(statuses)) {
      const ids = await SUBJECTS[on]!();
      const payload = call === 'programs.addCue' ? { cueId: ids['cueId'], orderIndex: 0 } : undefined;
      const answer = await tryCall(call, people[kind]!, ids, payload);
      answers[kind] = answer.status;
      if (kind === 'outsider') expect(answer.body).toMatchObject({ message: 'Beta access required', code: 'beta_required' });
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
      const payload = call === 'friendships.create' ? { friendId: (await stranger()).userId } : undefined;
      answers[kind] = (await tryCall(call, people[kind]!, { email: 'granted@example.org' }, payload)).status;
    }
    expect(answers).toEqual(statuses);
  });

  function stranger(): Promise<TestPerson> {
    return test.signIn(`stranger-${(strangers += 1)}@example.org`, { beta: true });
  }

  it('answers alike for what one may not know of and what never was', async () => {
    const { id = '' } = await SUBJECTS['a session']!();
    for (const call of ['videos.one', 'videos.update', 'videos.delete', 'videos.share']) {
      const hidden = await tryCall(call, people['tester']!, { id });
      const missing = await tryCall(call, people['tester']!, { id: randomUUID() });
      expect([hidden.status, hidden.body]).toEqual([missing.status, { ...missing.body, requestId: hidden.body.requestId }]);
    }
  });

  it('ends beta access with the next request', async () => {
    const person = await test.signIn('leaving@example.org', { beta: true });
    expect((await tryCall('dogs.list', person, {})).status).toBe(200);
    await tryCall('admin.remove', people['admin']!, { email: 'leaving@example.org' });
    expect(await tryCall('dogs.list', person, {})).toMatchObject({ status: 403, body: { message: 'Beta access required' } });
  });

  it('lets nothing private out in any answer to anyone else', async () => {
    const secret = 'only-for-the-owner';
    await owner.call('POST', '/api/dogs', { ...DOG, notes: `${secret} notes`, breed: `${secret} breed` });
    await owner.call('POST', '/api/cues', { name: `${secret} cue`, visibility: 'private' });
    await owner.call('POST', '/api/programs', { name: `${secret} program` });
    await owner.call('PATCH', '/api/users/profile', { firstName: 'Olive', lastName: 'Owner', bio: `${secret} bio`, profileVisibility: 'private' });
    const reads = Object.entries(ONLINE_CALLS).filter(([, { method }]) => method === 'GET').map(([name]) => name);
    for (const [kind, person] of Object.entries(people)) {
      if (kind === 'owner') continue;
      for (const name of [...reads, 'sync.pull'].filter((call) => call !== 'sync.events')) {
        const search = name === 'users.search' ? '?query=Olive' : '';
        const { method, path } = CALLS[name]!;
        const ids = { id: owner.userId, videoId: owner.userId };
        const { text } = await served.call(person!, method, callPath(path, ids) + search, PAYLOADS[name]?.());
        expect(text, `${name} for ${kind}`).not.toContain(secret);
        const knowsAddress = kind === 'admin' || ((kind === 'partner' || kind === 'pending') && /friendships|sync/.test(name));
        if (!knowsAddress) expect(text, `${name} for ${kind}`).not.toContain(owner.email);
      }
    }
  });

  it('shows the address of the other to partners and recipients, not to senders', async () => {
    const [sender, recipient] = [await stranger(), await stranger()];
    const friendEmail = async (person: TestPerson) => (await person.call<{ friendEmail: string | null }[]>('GET', '/api/friendships')).body[0]?.friendEmail;
    const { body } = await sender.call<{ id: string }>('POST', '/api/friendships', { friendId: recipient.userId });
    expect([await friendEmail(sender), await friendEmail(recipient)]).toEqual([null, sender.email]);
    await recipient.call('PATCH', `/api/friendships/${body.id}`, { status: 'accepted' });
    expect([await friendEmail(sender), await friendEmail(recipient)]).toEqual([recipient.email, sender.email]);
  });
});
