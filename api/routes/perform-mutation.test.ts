import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Dog } from '../contract/entities/dog.ts';
import type { Video } from '../contract/entities/video.ts';
import { createTestApp, type TestApp, type TestPerson } from '../testing/create-test-app.ts';
import { describeOnBothDatabases } from '../testing/describe-on-both-databases.ts';

const FLY = { name: 'Fly', breed: 'Border Collie', birthdate: '2021-04-03' };

describeOnBothDatabases('a mutation under an idempotency key', (open) => {
  let test: TestApp;
  let anna: TestPerson;
  beforeAll(async () => {
    test = await createTestApp(await open());
    anna = await test.signIn('anna@example.org', { beta: true });
  });
  afterAll(() => test.close());

  it('is applied once, and a repeat gets the first answer', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const first = await anna.call<Dog>('POST', '/api/dogs', FLY, key);
    await anna.call('PATCH', `/api/dogs/${first.body.id}`, { name: 'Flynn' });
    const repeat = await anna.call<Dog>('POST', '/api/dogs', FLY, key);
    expect(repeat).toMatchObject({ status: 201, body: first.body });
    const { body: dogs } = await anna.call<Dog[]>('GET', '/api/dogs');
    expect(dogs.filter(({ id }) => id === first.body.id)).toHaveLength(1);
  });

  it('recognises a repeat with fields in any order', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const first = await anna.call<Dog>('POST', '/api/dogs', FLY, key);
    const { birthdate, breed, name } = FLY;
    const repeat = await anna.call<Dog>('POST', '/api/dogs', { birthdate, breed, name }, key);
    expect(repeat).toMatchObject({ status: 201, body: { id: first.body.id } });
  });

  it('is refused with 422 if the key belongs to another request', async () => {
    const key = { 'idempotency-key': randomUUID() };
    await anna.call('POST', '/api/dogs', FLY, key);
    const other = await anna.call('POST', '/api/dogs', { ...FLY, name: 'Jess' }, key);
    expect(other).toMatchObject({ status: 422, body: { code: 'key_reused' } });
    const elsewhere = await anna.call('POST', '/api/videos', { title: 'Heelwork' }, key);
    expect(elsewhere.status).toBe(422);
  });

  it('frees the key when it is refused', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const dogId = randomUUID();
    const session = { title: 'Heelwork', dogId };
    expect(await anna.call('POST', '/api/videos', session, key)).toMatchObject({
      status: 400,
      body: { fields: { dogId: expect.any(String) } },
    });
    await anna.call('POST', '/api/dogs', { ...FLY, id: dogId });
    expect(await anna.call('POST', '/api/videos', session, key)).toMatchObject({ status: 201, body: { dogId } });
  });

  it('lets two people use the same key', async () => {
    const ben = await test.signIn('ben@example.org', { beta: true });
    const key = { 'idempotency-key': randomUUID() };
    expect((await anna.call('POST', '/api/dogs', FLY, key)).status).toBe(201);
    expect((await ben.call('POST', '/api/dogs', { ...FLY, name: 'Jess' }, key)).status).toBe(201);
  });

  it('refuses a key that is not a UUID', async () => {
    expect((await anna.call('POST', '/api/dogs', FLY, { 'idempotency-key': 'again' })).status).toBe(400);
  });

  it('answers 409 for an id that anyone has used already', async () => {
    const ben = await test.signIn('ben@example.org', { beta: true });
    const id = randomUUID();
    await anna.call('POST', '/api/dogs', { ...FLY, id });
    for (const person of [anna, ben]) {
      expect(await person.call('POST', '/api/dogs', { ...FLY, id })).toMatchObject({ status: 409, body: { code: 'conflict' } });
    }
  });
});

describeOnBothDatabases('ten repeats of one key at once', (open) => {
  it('create one row and get one answer, from two replicas', async () => {
    const database = await open();
    const replicas = [await createTestApp(database), await createTestApp(database)];
    const anna = await replicas[0]!.signIn('anna@example.org', { beta: true });
    const headers = {
      cookie: [...anna.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    };
    const answers = await Promise.all(
      Array.from({ length: 10 }, async (_, place) => {
        const { app } = replicas[place % 2]!;
        const answer = await app.request('/api/dogs', { method: 'POST', headers, body: JSON.stringify(FLY) });
        return { status: answer.status, body: (await answer.json()) as Dog };
      }),
    );
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    expect((await anna.call<Dog[]>('GET', '/api/dogs')).body).toHaveLength(1);
    for (const replica of replicas) await replica.close();
  });
});

describeOnBothDatabases('edits from two devices', (open) => {
  let test: TestApp;
  let anna: TestPerson;
  let session: Video;
  beforeAll(async () => {
    test = await createTestApp(await open());
    anna = await test.signIn('anna@example.org', { beta: true });
  });
  beforeEach(async () => {
    session = (await anna.call<Video>('POST', '/api/videos', { title: 'Heelwork', description: 'warm\nup\nheel' })).body;
  });
  afterAll(() => test.close());

  const edit = (patch: object, base?: object) => anna.call<Video>('PATCH', `/api/videos/${session.id}`, { ...patch, base });
  const conflicts = async () => {
    const { body } = await anna.call<{ pages: { entries: { entity: string; row: { entityId: string } | null }[] }[] }>(
      'POST',
      '/api/sync',
      {
        version: 1,
        cursors: {},
      },
    );
    return body.pages
      .flatMap(({ entries }) => entries)
      .filter(({ entity, row }) => entity === 'conflicts' && row?.entityId === session.id)
      .map(({ row }) => row);
  };

  it('are both kept when they touch different fields', async () => {
    await edit({ title: 'Heelwork, left turns' }, { title: 'Heelwork' });
    const { body } = await edit({ trainedZone: 'Europe/London' }, { trainedZone: 'UTC' });
    expect(body).toMatchObject({ title: 'Heelwork, left turns', trainedZone: 'Europe/London', version: 3 });
    expect(await conflicts()).toEqual([]);
  });

  it('of the same field store the displaced value as a conflict of the author', async () => {
    await edit({ title: 'From the phone' }, { title: 'Heelwork' });
    const { body } = await edit({ title: 'From the laptop' }, { title: 'Heelwork' });
    expect(body.title).toBe('From the laptop');
    expect(await conflicts()).toMatchObject([
      { ownerId: anna.userId, entity: 'videos', field: 'title', kept: 'From the laptop', other: 'From the phone' },
    ]);
  });

  it('merge notes by line', async () => {
    const base = { description: 'warm\nup\nheel' };
    await edit({ description: 'warm\nup\nheel\nsit' }, base);
    const { body } = await edit({ description: 'WARM\nup\nheel' }, base);
    expect(body.description).toBe('WARM\nup\nheel\nsit');
    expect(await conflicts()).toEqual([]);
  });

  it('apply unchanged without a base', async () => {
    await edit({ title: 'One' });
    expect((await edit({ title: 'Two' })).body.title).toBe('Two');
    expect(await conflicts()).toEqual([]);
  });

  it('write nothing when they change nothing', async () => {
    expect((await edit({ title: 'Heelwork' })).body).toEqual(session);
  });

  it('leave a conflict that its owner, and no one else, can settle', async () => {
    await edit({ title: 'From the phone' }, { title: 'Heelwork' });
    await edit({ title: 'From the laptop' }, { title: 'Heelwork' });
    const [conflict] = (await conflicts()) as unknown as { id: string }[];
    const settled = await anna.call('DELETE', `/api/conflicts/${conflict!.id}`);
    expect(settled).toMatchObject({ status: 200, body: { deletedAt: expect.any(String), version: 2 } });
    const ben = await test.signIn('ben@example.org', { beta: true });
    expect((await ben.call('DELETE', `/api/conflicts/${conflict!.id}`)).status).toBe(404);
  });

  it('get 409 for a row that was deleted meanwhile, and succeed once it is restored', async () => {
    await anna.call('DELETE', `/api/videos/${session.id}`);
    expect(await edit({ title: 'Too late' })).toMatchObject({ status: 409, body: { code: 'conflict' } });
    await anna.call('POST', `/api/videos/${session.id}/restore`);
    expect((await edit({ title: 'In time' })).body.title).toBe('In time');
  });
});
