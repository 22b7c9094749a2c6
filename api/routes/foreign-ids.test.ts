import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { derivedId } from '../contract/derived-id.ts';
import type { Cue } from '../contract/entities/cue.ts';
import { type MutationName, MUTATIONS } from '../contract/mutations.ts';
import { friendships } from '../db/tables/people.ts';
import { comments, cues, videos } from '../db/tables/training.ts';
import { createTestApp, type TestApp, type TestPerson } from '../testing/create-test-app.ts';
import { describeOnBothDatabases, describeOnPostgres } from '../testing/describe-on-both-databases.ts';
import { becomePartners } from '../testing/pulling-device.ts';

const CREATES: Partial<Record<MutationName, object>> = {
  'dogs.create': { name: 'Fly', breed: 'Border Collie', birthdate: '2021-04-03' },
  'videos.create': { title: 'Heelwork' },
  'cues.create': { name: 'Here' },
  'programs.create': { name: 'Spring' },
  'plans.create': { day: '2026-12-01' },
  'trials.create': { name: 'Spring trial', day: '2026-12-20' },
  'comments.create': { content: 'Good' },
  'friendships.create': {},
};
const REFUSED = { message: expect.any(String), code: 'invalid', fields: { id: 'Must be a random UUID' } };

describeOnBothDatabases('ids that clients make', (open) => {
  let test: TestApp;
  let anna: TestPerson;
  let mallory: TestPerson;
  beforeAll(async () => {
    test = await createTestApp(await open());
    [anna, mallory] = [await test.signIn('anna@example.org', { beta: true }), await test.signIn('mallory@example.org', { beta: true })];
  });
  afterAll(() => test.close());

  const publicCue = async () => (await mallory.call<Cue>('POST', '/api/cues', { name: 'Bait', visibility: 'public' })).body;
  const inEnvelope = async (person: TestPerson, call: MutationName, params: object, payload: unknown) => {
    const operations = [{ key: randomUUID(), call, params, payload }];
    const { body } = await person.call<{ answers: { status: number; body: Record<string, unknown> }[] }>('POST', '/api/batch', {
      version: 1,
      operations,
    });
    return body.answers[0]!;
  };

  it.each(Object.entries(CREATES) as [MutationName, object][])('are refused in %s if anyone can derive them', async (name, fields) => {
    const { body: session } = await mallory.call<{ id: string }>('POST', '/api/videos', { title: 'Own' });
    const params = { videoId: session.id };
    const payload = {
      ...fields,
      id: derivedId(anna.userId, randomUUID()),
      ...(name === 'friendships.create' && { friendId: anna.userId }),
    };
    const path = MUTATIONS[name].path.replace('{videoId}', session.id);
    expect(await mallory.call('POST', path, payload)).toMatchObject({ status: 400, body: REFUSED });
    expect(await inEnvelope(mallory, name, name === 'comments.create' ? params : {}, payload)).toMatchObject({
      status: 400,
      body: REFUSED,
    });
  });

  it('do not reveal whether someone imported a cue', async () => {
    const [taken, free] = [await publicCue(), await publicCue()];
    await anna.call('POST', `/api/cues/${taken.id}/import`);
    const answers = [];
    for (const { id } of [taken, free]) {
      for (const importedFromId of [undefined, id]) {
        const payload = { name: 'Probe', id: derivedId(anna.userId, id), importedFromId };
        const { status, body } = await mallory.call<{ code: string; message: string }>('POST', '/api/cues', payload);
        answers.push([status, body.code, body.message]);
      }
    }
    expect(new Set(answers.map(String)).size).toBe(1);
  });

  it('of a row that the sender has seen get the same answer, whatever became of the row', async () => {
    const cue = async () => (await anna.call<Cue>('POST', '/api/cues', { name: 'Here', visibility: 'public' })).body.id;
    const [shown, hidden, deleted] = [await cue(), await cue(), await cue()];
    await anna.call('PATCH', `/api/cues/${hidden}`, { visibility: 'private' });
    await anna.call('DELETE', `/api/cues/${deleted}`);
    for (const id of [shown, hidden, deleted]) {
      const answer = await mallory.call<{ requestId: string }>('POST', '/api/cues', { id, name: 'Probe' });
      expect(answer).toMatchObject({ status: 409, body: { code: 'conflict', message: 'This id is already in use' } });
      expect(Object.keys(answer.body).toSorted()).toEqual(['code', 'message', 'requestId']);
    }
  });

  it('taken before derived ids were refused neither reach nor block an import', async () => {
    const { db } = test.services;
    const source = await publicCue();
    const { body: planted } = await mallory.call<Cue>('POST', '/api/cues', { name: 'PLANTED' });
    await db
      .update(cues)
      .set({ id: derivedId(anna.userId, source.id) })
      .where(eq(cues.id, planted.id));
    const first = await anna.call<Cue>('POST', `/api/cues/${source.id}/import`);
    expect(first).toMatchObject({ status: 201, body: { ownerId: anna.userId, name: 'Bait', importedFromId: source.id } });
    expect(await anna.call('POST', `/api/cues/${source.id}/import`)).toMatchObject({ status: 200, body: first.body });
    expect(await db.$count(cues, eq(cues.name, 'PLANTED'))).toBe(1);
  });

  it('are accepted again for one’s own copy that a restored server has lost', async () => {
    const source = await publicCue();
    const id = derivedId(anna.userId, source.id);
    const offered = await anna.call<Cue>('POST', '/api/cues', { id, name: 'Edited copy', importedFromId: source.id });
    expect(offered).toMatchObject({ status: 201, body: { id, importedFromId: source.id } });
    expect(await anna.call('POST', `/api/cues/${source.id}/import`)).toMatchObject({ status: 200, body: { name: 'Edited copy' } });
  });
});

describeOnPostgres('a row of another person', (open) => {
  it('is read without its lock, so strangers neither wait for its owner nor delay them', async () => {
    const test = await createTestApp(await open());
    const { db } = test.services;
    const [anna, mallory] = [
      await test.signIn('anna@example.org', { beta: true }),
      await test.signIn('mallory@example.org', { beta: true }),
    ];
    const friendship = await becomePartners(anna, mallory);
    const eve = await test.signIn('eve@example.org', { beta: true });
    const { id: videoId } = (await anna.call<{ id: string }>('POST', '/api/videos', { title: 'Heelwork' })).body;
    const { id: commentId } = (await anna.call<{ id: string }>('POST', `/api/videos/${videoId}/comments`, { content: 'Good' })).body;
    const { id: cueId } = (await anna.call<Cue>('POST', '/api/cues', { name: 'Here', visibility: 'public' })).body;
    await db.transaction(async (tx) => {
      for (const table of [videos, comments, cues, friendships]) await tx.select().from(table).for('update');
      expect((await mallory.call('PATCH', `/api/videos/${videoId}`, { title: 'Mine' })).status).toBe(403);
      expect((await mallory.call('DELETE', `/api/videos/${videoId}/comments/${commentId}`)).status).toBe(403);
      expect((await mallory.call('PATCH', `/api/cues/${cueId}`, { name: 'Mine' })).status).toBe(403);
      expect((await eve.call('DELETE', `/api/friendships/${friendship}`)).status).toBe(404);
    });
    await test.close();
  });
});
