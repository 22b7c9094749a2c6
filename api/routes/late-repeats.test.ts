import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DELETED_KEPT_DAYS } from '../contract/limits.ts';
import { idempotencyKeys } from '../db/tables/sync.ts';
import { sweepFeeds } from '../feeds/sweep-feeds.ts';
import { createTestApp, type TestApp, type TestPerson } from '../testing/create-test-app.ts';
import { describeOnBothDatabases } from '../testing/describe-on-both-databases.ts';
import { becomePartners } from '../testing/pulling-device.ts';

const DAY_SECONDS = 86_400;
const FLY = { name: 'Fly', breed: 'Border Collie', birthdate: '2021-04-03' };
type Row = { id: string; version: number; content?: string };

describeOnBothDatabases('a repeat more than a day after the first request', (open) => {
  let test: TestApp;
  let anna: TestPerson;
  let ben: TestPerson;
  let friendship: string;
  beforeAll(async () => {
    test = await createTestApp(await open());
    anna = await test.signIn('anna@example.org', { beta: true });
    ben = await test.signIn('ben@example.org', { beta: true });
    friendship = await becomePartners(anna, ben);
  });
  afterAll(() => test.close());

  /** Sends a request with a key. @returns its answer, and a function that repeats it */
  async function send(method: string, path: string, body?: object, by = anna) {
    const key = randomUUID();
    const repeat = () => by.call<Row>(method, path, body, { 'idempotency-key': key });
    return { key, first: await repeat(), repeat };
  }
  const storedBody = async (key: string, by = anna) => {
    const found = await test.services.db
      .select()
      .from(idempotencyKeys)
      .where(and(eq(idempotencyKeys.userId, by.userId), eq(idempotencyKeys.key, key)));
    return JSON.stringify(found[0]?.body);
  };
  const sweep = () => sweepFeeds(test.services, test.clock.now);
  const laterThanADay = () => test.clock.forward(DAY_SECONDS + 1);

  it('gets the row as it is now, with the first status, and the stored body is gone', async () => {
    const { key, first, repeat } = await send('POST', '/api/dogs', FLY);
    const { body: changed } = await anna.call<Row>('PATCH', `/api/dogs/${first.body.id}`, { name: 'Flynn' });
    await sweep();
    expect(await repeat()).toMatchObject({ status: 201, body: first.body });
    expect(await storedBody(key)).toContain('Border Collie');
    laterThanADay();
    // Before and after the sweep.
    expect(await repeat()).toMatchObject({ status: 201, body: changed });
    await sweep();
    expect(await storedBody(key)).not.toContain('Border Collie');
    expect(await repeat()).toMatchObject({ status: 201, body: changed });
    expect(await anna.call('POST', '/api/dogs', { ...FLY, name: 'Jess' }, { 'idempotency-key': key })).toMatchObject({ status: 422 });
  });

  it('gets the same as a read of the row, for each entity', async () => {
    const { body: session } = await anna.call<Row>('POST', '/api/videos', { title: 'Heelwork' });
    const sent = [
      await send('POST', '/api/videos', { title: 'Track' }),
      await send('POST', '/api/cues', { name: 'Here' }),
      await send('POST', '/api/programs', { name: 'Spring' }),
      await send('PATCH', '/api/users/profile', { bio: 'Collies' }),
      await send('POST', `/api/videos/${session.id}/share`),
      await send('POST', `/api/videos/${session.id}/comments`, { content: 'Mine' }),
      await send('POST', `/api/videos/${session.id}/comments`, { content: 'Theirs' }, ben),
      await send('PATCH', `/api/friendships/${friendship}`, { status: 'accepted' }, ben),
    ];
    laterThanADay();
    await sweep();
    for (const { first, repeat } of sent) expect(await repeat()).toMatchObject({ status: first.status, body: first.body });
  });

  it('gets only id and version of a row that is purged, or that the person may no longer see', async () => {
    const dog = await send('POST', '/api/dogs', FLY);
    const removal = await send('DELETE', `/api/dogs/${dog.first.body.id}`);
    const { body: session } = await anna.call<Row>('POST', '/api/videos', { title: 'Heelwork' });
    const comment = await send('POST', `/api/videos/${session.id}/comments`, { content: 'Good' }, ben);
    const ended = await send('DELETE', `/api/friendships/${friendship}`, undefined, ben);
    expect(await removal.repeat()).toMatchObject({ status: 200, body: removal.first.body });
    test.clock.forward((DELETED_KEPT_DAYS + 1) * DAY_SECONDS);
    await sweep();
    const { id } = dog.first.body;
    expect(await dog.repeat()).toMatchObject({ status: 201, body: { id, version: 1 } });
    expect((await dog.repeat()).body).toEqual({ id, version: 1 });
    expect((await removal.repeat()).body).toEqual({ id, version: 2 });
    expect((await comment.repeat()).body).toEqual({ id: comment.first.body.id, version: 1 });
    expect(await ended.repeat()).toMatchObject({ status: 200, body: {} });
  });

  it('gets the row from an answer stored in the form of an older version', async () => {
    const { key, first, repeat } = await send('POST', '/api/dogs', FLY);
    await test.services.db
      .update(idempotencyKeys)
      .set({ body: { value: first.body } })
      .where(eq(idempotencyKeys.key, key));
    laterThanADay();
    await sweep();
    expect(await repeat()).toMatchObject({ status: 201, body: first.body });
  });
});
