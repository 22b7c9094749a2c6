import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Friendship } from '../contract/entities/friendship.ts';
import { createTestApp, type TestApp, type TestPerson } from '../testing/create-test-app.ts';
import { describeOnBothDatabases } from '../testing/describe-on-both-databases.ts';
import { type Served, serveTestApp } from '../testing/serve-test-app.ts';

describeOnBothDatabases('concurrent actions on two replicas', (open) => {
  let replicas: TestApp[];
  let servers: Served[];
  let people = 0;
  beforeAll(async () => {
    const database = await open();
    replicas = [await createTestApp(database), await createTestApp(database)];
    servers = await Promise.all(replicas.map(serveTestApp));
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.close()));
    await Promise.all(replicas.map((replica) => replica.close()));
  });
  const newPerson = () => replicas[0]!.signIn(`racer-${(people += 1)}@example.org`, { beta: true });
  const tally = (answers: { status: number }[]) => answers.map(({ status }) => status).toSorted((a, b) => a - b);
  const on = (place: number) => servers[place % servers.length]!;
  const friendships = async (person: TestPerson) => (await person.call<Friendship[]>('GET', '/api/friendships')).body;
  const ten = <Result>(act: (place: number) => Promise<Result>) => Promise.all(Array.from({ length: 10 }, (_, place) => act(place)));

  it('create one partnership from ten requests', async () => {
    const [anna, ben] = [await newPerson(), await newPerson()];
    const answers = await ten((place) => on(place).call(anna, 'POST', '/api/friendships', { friendId: ben.userId }));
    expect(tally(answers)).toEqual([201, ...Array<number>(9).fill(409)]);
    expect(await friendships(ben)).toHaveLength(1);
  });

  it('create one partnership from requests in both directions', async () => {
    const [anna, ben] = [await newPerson(), await newPerson()];
    const answers = await ten((place) =>
      place % 2
        ? on(place).call(anna, 'POST', '/api/friendships', { friendId: ben.userId })
        : on(place).call(ben, 'POST', '/api/friendships', { friendId: anna.userId }),
    );
    expect(tally(answers)).toEqual([201, ...Array<number>(9).fill(409)]);
    expect(await friendships(anna)).toHaveLength(1);
  });

  it('accept once when ten accept', async () => {
    const [anna, ben] = [await newPerson(), await newPerson()];
    const { body: request } = await anna.call<Friendship>('POST', '/api/friendships', { friendId: ben.userId });
    const answers = await ten((place) => on(place).call(ben, 'PATCH', `/api/friendships/${request.id}`, { status: 'accepted' }));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.version}`))).toEqual(new Set(['200 2']));
  });

  it('end in one state when one accepts and another declines or withdraws', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [anna, ben] = [await newPerson(), await newPerson()];
      const { body: request } = await anna.call<Friendship>('POST', '/api/friendships', { friendId: ben.userId });
      const [accepted, withdrawn] = await Promise.all([
        on(0).call(ben, 'PATCH', `/api/friendships/${request.id}`, { status: 'accepted' }),
        on(1).call(anna, 'POST', `/api/friendships/${request.id}/withdraw`),
      ]);
      expect(['200 409', '404 200']).toContain(`${accepted.status} ${withdrawn.status}`);
      expect((await friendships(anna)).map(({ status }) => status)).toEqual(accepted.status === 200 ? ['accepted'] : []);
      const declined = await Promise.all([
        on(0).call(ben, 'DELETE', `/api/friendships/${request.id}`),
        on(1).call(anna, 'DELETE', `/api/friendships/${request.id}`),
      ]);
      expect(tally(declined)).toEqual(accepted.status === 200 ? [200, 404] : [404, 404]);
    }
  });

  it('end without a partnership when the recipient accepts and declines, in either order', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [anna, ben] = [await newPerson(), await newPerson()];
      const { body: request } = await anna.call<Friendship>('POST', '/api/friendships', { friendId: ben.userId });
      const [accepted, declined] = await Promise.all([
        on(round).call(ben, 'PATCH', `/api/friendships/${request.id}`, { status: 'accepted' }),
        on(round + 1).call(ben, 'DELETE', `/api/friendships/${request.id}`),
      ]);
      // If the accept is first, the decline ends the partnership. Otherwise there is nothing left to accept.
      expect(['200 200', '404 200']).toContain(`${accepted.status} ${declined.status}`);
      expect(await friendships(anna)).toEqual([]);
      expect(await friendships(ben)).toEqual([]);
    }
  });

  it('end in one state when one accepts and the sender tries to decline', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [anna, ben] = [await newPerson(), await newPerson()];
      const { body: request } = await anna.call<Friendship>('POST', '/api/friendships', { friendId: ben.userId });
      const [accepted, ended] = await Promise.all([
        on(round).call(ben, 'PATCH', `/api/friendships/${request.id}`, { status: 'accepted' }),
        on(round + 1).call(anna, 'DELETE', `/api/friendships/${request.id}`),
      ]);
      // A sender cannot decline, but either may end an accepted partnership.
      expect(accepted.status).toBe(200);
      expect([200, 403]).toContain(ended.status);
      const left = ended.status === 200 ? [] : ['accepted'];
      expect((await friendships(anna)).map(({ status }) => status)).toEqual(left);
      expect((await friendships(ben)).map(({ status }) => status)).toEqual(left);
    }
  });

  it('import a cue once from ten calls', async () => {
    const [anna, ben] = [await newPerson(), await newPerson()];
    const { body: cue } = await anna.call<{ id: string }>('POST', '/api/cues', { name: 'Here', visibility: 'public' });
    const answers = await ten((place) => on(place).call(ben, 'POST', `/api/cues/${cue.id}/import`));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect((await ben.call<object[]>('GET', '/api/cues')).body).toHaveLength(1);
  });

  it('create one row from ten creates with one id', async () => {
    const anna = await newPerson();
    const id = randomUUID();
    const answers = await ten((place) => on(place).call(anna, 'POST', '/api/videos', { id, title: `${place}` }));
    expect(tally(answers)).toEqual([201, ...Array<number>(9).fill(409)]);
  });

  it('keep every line when ten devices edit the same notes', async () => {
    const anna = await newPerson();
    const { body: session } = await anna.call<{ id: string }>('POST', '/api/videos', { title: 'Heelwork', description: '' });
    const base = { description: '' };
    const answers = await ten((place) =>
      on(place).call(anna, 'PATCH', `/api/videos/${session.id}`, { description: `line ${place}`, base }),
    );
    expect(tally(answers)).toEqual(Array<number>(10).fill(200));
    const { body } = await anna.call<{ description: string; version: number }>('GET', `/api/videos/${session.id}`);
    for (let place = 0; place < 10; place += 1) expect(body.description).toContain(`line ${place}`);
    expect(body.version).toBe(11);
  });

  it('never leave a session with a deleted dog', async () => {
    for (let round = 0; round < 10; round += 1) {
      const anna = await newPerson();
      const { body: dog } = await anna.call<{ id: string }>('POST', '/api/dogs', { name: 'Fly', breed: 'Collie', birthdate: '2020-01-01' });
      await Promise.all([
        on(0).call(anna, 'DELETE', `/api/dogs/${dog.id}`),
        ...[1, 2, 3].map((place) => on(place).call(anna, 'POST', '/api/videos', { title: 'x', dogId: dog.id })),
      ]);
      const { body: sessions } = await anna.call<{ dogId: string | null }[]>('GET', '/api/videos');
      expect(sessions.map(({ dogId }) => dogId)).toEqual([null, null, null]);
    }
  });
});
