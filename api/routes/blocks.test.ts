import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Block } from '../contract/entities/block.ts';
import type { Comment } from '../contract/entities/comment.ts';
import { ASKED_BEFORE } from '../contract/entities/friendship.ts';
import { ASK_AGAIN_DAYS } from '../contract/limits.ts';
import { deleteRowsOf } from '../erasure/delete-rows-of.ts';
import { signIns } from '../db/tables/auth.ts';
import { createTestApp, type TestApp, type TestPerson } from '../testing/create-test-app.ts';
import { describeOnBothDatabases } from '../testing/describe-on-both-databases.ts';
import { becomePartners, deviceOf } from '../testing/pulling-device.ts';

const DAY_SECONDS = 86_400;

describeOnBothDatabases('blocked people', (open) => {
  let test: TestApp;
  let turn = 0;
  let [ann, ben, cara]: TestPerson[] = [];
  /** In what each of them writes. */
  let word: string;
  let ids: Record<'session' | 'carasSession' | 'publicCue', string>;
  beforeAll(async () => {
    test = await createTestApp(await open());
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    turn += 1;
    word = `Blockword${turn}`;
    [ann, ben, cara] = await Promise.all(['ann', 'ben', 'cara'].map((name) => test.signIn(`${name}${turn}@example.org`, { beta: true })));
    for (const [person, name] of [
      [ann, 'Ann'],
      [ben, 'Ben'],
    ] as const)
      await person!.call('PATCH', '/api/users/profile', { firstName: name, lastName: word, profileVisibility: 'public' });
    await becomePartners(ann!, ben!);
    for (const partner of [ann!, ben!]) await becomePartners(cara!, partner);
    const made = async (person: TestPerson, path: string, body: object) => (await person.call<{ id: string }>('POST', path, body)).body.id;
    ids = {
      session: await made(ann!, '/api/videos', { title: 'Track' }),
      carasSession: await made(cara!, '/api/videos', { title: 'Recall' }),
      publicCue: await made(ann!, '/api/cues', { name: word, visibility: 'public' }),
    };
    await made(ben!, `/api/videos/${ids.session}/comments`, { content: `${word} of Ben` });
    await made(ann!, `/api/videos/${ids.carasSession}/comments`, { content: `${word} of Ann` });
    await made(ben!, `/api/videos/${ids.carasSession}/comments`, { content: `${word} of Ben` });
  });

  const block = (by: TestPerson, who: TestPerson) => by.call<Block>('POST', '/api/blocks', { blockedId: who.userId });
  const commentsOf = async (reader: TestPerson, session: string) =>
    (await reader.call<Comment[]>('GET', `/api/videos/${session}/comments`)).body.map(({ userId }) => userId);
  /** People, and owners of cues, that a reader finds by the word. */
  const found = async (reader: TestPerson): Promise<string[]> => {
    const lists = [`/api/users/search?query=${word}`, `/api/community/browse?search=${word}`, `/api/cues/public?search=${word}`];
    const answers = await Promise.all(lists.map((path) => reader.call<{ id: string; ownerId?: string }[]>('GET', path)));
    return answers.flatMap(({ body }) => body.map(({ id, ownerId }) => ownerId ?? id));
  };

  it.each(['the one who blocks', 'the one who is blocked'])('find nothing of each other: %s', async (who) => {
    const [blocker, blocked] = [ann!, ben!];
    const answer = await block(blocker, blocked);
    expect(answer).toMatchObject({ status: 201, body: { userId: blocker.userId, blockedId: blocked.userId, name: `Ben ${word}` } });
    const [reader, other] = who === 'the one who blocks' ? [blocker, blocked] : [blocked, blocker];
    expect((await reader.call('GET', `/api/users/${other.userId}`)).status).toBe(404);
    expect((await reader.call('POST', '/api/friendships', { friendId: other.userId })).status).toBe(404);
    expect((await reader.call<{ friendId: string; userId: string }[]>('GET', '/api/friendships')).body).toHaveLength(1);
    expect(await commentsOf(reader, ids.carasSession)).toEqual([reader.userId]);
    expect(await found(reader)).not.toContain(other.userId);
    expect(await found(cara!)).toEqual(expect.arrayContaining([reader.userId, other.userId]));
    expect((await commentsOf(cara!, ids.carasSession)).toSorted()).toEqual([ann!.userId, ben!.userId].toSorted());
  });

  it('hides old comments from the owner of a session who blocks their author', async () => {
    await block(ann!, ben!);
    expect(await commentsOf(ann!, ids.session)).toEqual([]);
    expect(await commentsOf(cara!, ids.session)).toEqual([ben!.userId]);
    expect((await ben!.call('GET', `/api/videos/${ids.session}`)).status).toBe(404);
    expect((await ben!.call('POST', `/api/videos/${ids.session}/comments`, { content: 'Still here' })).status).toBe(404);
    expect((await ben!.call('POST', `/api/cues/${ids.publicCue}/import`)).status).toBe(404);
  });

  it('drops their comments from each other’s devices, and brings them back once it ends', async () => {
    const devices = [deviceOf(ann!), deviceOf(ben!)] as const;
    for (const device of devices) await device.pullAll();
    const before = devices.map((device) => JSON.stringify(device.everything()));
    expect(before.every((held) => held.includes(`${word} of Ann`) && held.includes(`${word} of Ben`))).toBe(true);
    const { body } = await block(ann!, ben!);
    for (const device of devices) await device.pullAll();
    const [ofAnn, ofBen] = devices.map((device) => JSON.stringify(device.everything()));
    expect([ofAnn!.includes(`${word} of Ben`), ofBen!.includes(`${word} of Ann`)]).toEqual([false, false]);
    // Nothing on his devices names the block.
    expect(ofBen).not.toContain(body.id);
    expect((await ann!.call('DELETE', `/api/blocks/${body.id}`)).status).toBe(200);
    for (const device of devices) await device.pullAll();
    const after = devices.map((device) => JSON.stringify(device.everything()));
    expect([after[0]!.includes(`${word} of Ben`), after[1]!.includes(`${word} of Ann`)]).toEqual([true, true]);
    expect((await ann!.call<unknown[]>('GET', '/api/friendships')).body).toHaveLength(1);
  });

  it('learn nothing by blocking: every id gets the same answer', async () => {
    await ann!.call('PATCH', '/api/users/profile', { firstName: 'Renamed' });
    await block(ann!, ben!);
    const hidden = await block(ben!, ann!);
    const unknown = await ben!.call<Block>('POST', '/api/blocks', { blockedId: randomUUID() });
    for (const { status, body } of [hidden, unknown]) expect([status, body.name]).toEqual([201, '']);
    expect((await block(ben!, cara!)).status).toBe(201);
  });

  it('are counted among no comments of each other, and cannot tell a hidden one from one that is gone', async () => {
    const countFor = async (reader: TestPerson) =>
      (await reader.call<{ commentCount: number }>('GET', `/api/videos/${ids.carasSession}`)).body.commentCount;
    const [comment] = (await ben!.call<Comment[]>('GET', `/api/videos/${ids.carasSession}/comments`)).body.filter(
      ({ userId }) => userId === ann!.userId,
    );
    const remove = async (id: string) => (await ben!.call('DELETE', `/api/videos/${ids.carasSession}/comments/${id}`)).status;
    expect([await countFor(ben!), await remove(comment!.id), await remove(randomUUID())]).toEqual([2, 403, 404]);
    await block(ann!, ben!);
    expect([await countFor(ben!), await countFor(ann!), await countFor(cara!)]).toEqual([1, 1, 2]);
    expect(await remove(comment!.id)).toBe(404);
  });

  it('have no request beside a block, however close they are', async () => {
    const people = await Promise.all(
      Array.from({ length: 8 }, (_, place) => test.signIn(`close${turn}-${place}@example.org`, { beta: true })),
    );
    const answers = await Promise.all(
      people.flatMap((person) => [person.call('POST', '/api/friendships', { friendId: ann!.userId }), block(ann!, person)]),
    );
    expect(answers.filter(({ status }) => ![201, 404].includes(status))).toEqual([]);
    for (const person of people) expect((await person.call<unknown[]>('GET', '/api/friendships')).body).toEqual([]);
  });

  it('do not keep an account from being erased', async () => {
    await block(ann!, ben!);
    await block(cara!, ann!);
    const { db, now, newId, serverRun, media, pokes } = test.services;
    const leaving = await test.signIn(`leaving${turn}@example.org`, { beta: true });
    await block(cara!, leaving);
    // The block came after the step that ends what is between people.
    await db.delete(signIns).where(eq(signIns.userId, leaving.userId));
    await deleteRowsOf({ db, now, newId, serverRun, store: media.store, pokes }, leaving.userId);
    expect((await cara!.call<Block[]>('GET', '/api/blocks')).body.map(({ blockedId }) => blockedId)).toEqual([ann!.userId]);
  });

  it('are listed for the one who blocked, once, and for no one else', async () => {
    const first = await block(ann!, ben!);
    expect(await block(ann!, ben!)).toMatchObject({ status: 200, body: { id: first.body.id } });
    expect((await ann!.call<Block[]>('GET', '/api/blocks')).body).toEqual([first.body]);
    expect((await ben!.call<Block[]>('GET', '/api/blocks')).body).toEqual([]);
    expect((await ben!.call('DELETE', `/api/blocks/${first.body.id}`)).status).toBe(404);
    expect((await block(ann!, ann!)).body).toMatchObject({ fields: { blockedId: 'You cannot block yourself' } });
  });

  it('stay apart until both have unblocked', async () => {
    const [ofAnn, ofBen] = [await block(ann!, ben!), await block(ben!, ann!)];
    await ann!.call('DELETE', `/api/blocks/${ofAnn.body.id}`);
    expect((await ann!.call('GET', `/api/users/${ben!.userId}`)).status).toBe(404);
    await ben!.call('DELETE', `/api/blocks/${ofBen.body.id}`);
    expect((await ann!.call('GET', `/api/users/${ben!.userId}`)).status).toBe(200);
  });

  it('whose request was declined may not ask the same person again for a while', async () => {
    const stranger = await test.signIn(`stranger${turn}@example.org`, { beta: true });
    const ask = () => stranger.call<{ id: string; message?: string }>('POST', '/api/friendships', { friendId: ann!.userId });
    const { body } = await ask();
    await ann!.call('DELETE', `/api/friendships/${body.id}`);
    expect(await ask()).toMatchObject({ status: 409, body: { message: ASKED_BEFORE } });
    // The other way round is no repetition.
    const other = await ann!.call<{ id: string }>('POST', '/api/friendships', { friendId: stranger.userId });
    expect(other.status).toBe(201);
    await ann!.call('POST', `/api/friendships/${other.body.id}/withdraw`);
    test.clock.forward(ASK_AGAIN_DAYS * DAY_SECONDS - 1);
    expect((await ask()).status).toBe(409);
    test.clock.forward(1);
    expect((await ask()).status).toBe(201);
  });
});
