import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BatchAnswer } from '../contract/sync-protocol.ts';
import type { AppEnv } from '../services.ts';
import { createTestApp, type TestApp, type TestPerson } from '../testing/create-test-app.ts';
import { describeOnBothDatabases } from '../testing/describe-on-both-databases.ts';
import { batchRoutes } from './batch.ts';

const FLY = { name: 'Fly', breed: 'Border Collie', birthdate: '2021-04-03' };

describeOnBothDatabases('an envelope', (open) => {
  let test: TestApp;
  let anna: TestPerson;
  beforeAll(async () => {
    test = await createTestApp(await open());
    anna = await test.signIn('anna@example.org', { beta: true });
  });
  afterAll(() => test.close());

  const send = (operations: readonly object[], version = 1) =>
    anna.call<BatchAnswer>('POST', '/api/batch', {
      version,
      operations: operations.map((operation) => ({ key: randomUUID(), params: {}, ...operation })),
    });
  const statuses = ({ body }: { body: BatchAnswer }) => body.answers.map(({ status }) => status);

  it('answers each operation as the single request would, in order', async () => {
    const [dogId, sessionId] = [randomUUID(), randomUUID()];
    const answer = await send([
      { call: 'dogs.create', payload: { ...FLY, id: dogId } },
      { call: 'videos.create', payload: { id: sessionId, title: 'Heelwork', dogId } },
      { call: 'videos.update', params: { id: sessionId }, payload: { title: '' } },
      { call: 'videos.delete', params: { id: randomUUID() } },
      { call: 'videos.share', params: { id: sessionId } },
    ]);
    expect(statuses(answer)).toEqual([201, 201, 400, 404, 200]);
    expect(answer.body.answers[2]?.body).toMatchObject({
      message: 'Please enter a title for your training log',
      code: 'invalid',
      fields: { title: 'Please enter a title for your training log' },
    });
    expect(answer.body.answers[4]?.body).toMatchObject({ id: sessionId, dogId, shared: true });
  });

  it('shares keys with single requests', async () => {
    const key = randomUUID();
    const single = await anna.call('POST', '/api/dogs', FLY, { 'idempotency-key': key });
    const [answer] = (await send([{ key, call: 'dogs.create', payload: FLY }])).body.answers;
    expect(answer).toEqual({ key, status: 201, body: single.body });
  });

  it('skips operations that depend on one that was not applied', async () => {
    const [dogKey, sessionKey] = [randomUUID(), randomUUID()];
    const dogId = randomUUID();
    const answer = await send([
      { key: dogKey, call: 'dogs.create', payload: { ...FLY, id: dogId, name: ' ' } },
      { key: sessionKey, call: 'videos.create', payload: { title: 'Heelwork' }, dependsOn: [dogKey] },
      { call: 'videos.create', payload: { title: 'Recall' }, dependsOn: [sessionKey] },
      { call: 'videos.create', payload: { title: 'Sit' }, dependsOn: [randomUUID()] },
    ]);
    expect(statuses(answer)).toEqual([400, 424, 424, 201]);
    const { body: sessions } = await anna.call<{ title: string }[]>('GET', '/api/videos');
    expect(sessions.map(({ title }) => title)).not.toContain('Recall');
  });

  it('answers 404 for an unknown call', async () => {
    expect(statuses(await send([{ call: 'dogs.sell' }, { call: 'constructor' }, { call: '__proto__' }]))).toEqual([404, 404, 404]);
  });

  it('stops at the first 5xx, which is its last answer', async () => {
    const { db } = test.services;
    const failing = {
      ...test.services,
      db: Object.create(db, { transaction: { value: () => Promise.reject(new Error('the disk is full of hair')) } }),
    };
    const app = new Hono<AppEnv>()
      .use(async (c, next) => {
        c.set('signedIn', { userId: anna.userId, email: anna.email, isAdmin: false, hasBetaAccess: true });
        c.set('requestId', 'r');
        await next();
      })
      .route('/', batchRoutes(failing));
    const operations = [1, 2].map(() => ({ key: randomUUID(), call: 'dogs.create', params: {}, payload: FLY }));
    const answer = await app.request('/api/batch', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ version: 1, operations }),
    });
    const text = await answer.text();
    expect(JSON.parse(text)).toMatchObject({ answers: [{ key: operations[0]?.key, status: 500, body: { code: 'internal' } }] });
    expect(text).not.toContain('hair');
  });

  it('accepts 1 to 50 operations of a supported version', async () => {
    const operation = { call: 'videos.unshare', params: { id: randomUUID() } };
    expect((await send([])).status).toBe(400);
    expect((await send(Array.from({ length: 51 }, () => operation))).status).toBe(400);
    expect(statuses(await send(Array.from({ length: 50 }, () => operation)))).toHaveLength(50);
    expect((await send([operation], 0)).status).toBe(426);
  });

  it('is refused as a whole from another person’s outbox, as is a single change', async () => {
    const request = { version: 1, operations: [{ key: randomUUID(), call: 'dogs.create', params: {}, payload: FLY }] };
    expect((await anna.call('POST', '/api/batch', request, { 'x-longline-user': randomUUID() })).status).toBe(401);
    expect((await anna.call('POST', '/api/dogs', FLY, { 'x-longline-user': randomUUID() })).status).toBe(401);
    expect((await anna.call('POST', '/api/dogs', FLY, { 'x-longline-user': anna.userId })).status).toBe(201);
  });
});
