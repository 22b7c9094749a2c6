import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PARTNER_SESSIONS_HELD, PULL_PAGE_BYTES, PULL_PAGE_ENTRIES, STEP_MAX, STEPS_MAX, TEXT_MAX } from '../contract/limits.ts';
import type { Comment } from '../contract/entities/comment.ts';
import type { Cue } from '../contract/entities/cue.ts';
import type { Dog } from '../contract/entities/dog.ts';
import type { Video } from '../contract/entities/video.ts';
import type { Cursor, PullAnswer } from '../contract/sync-protocol.ts';
import { rowsOf } from '../db/rows-of.ts';
import { createTestApp, type TestApp, type TestPerson } from '../testing/create-test-app.ts';
import { describeOnBothDatabases } from '../testing/describe-on-both-databases.ts';
import { becomePartners, createPullingDevice, deviceOf } from '../testing/pulling-device.ts';

const FLY = { name: 'Fly', breed: 'Border Collie', birthdate: '2021-04-03', notes: 'Shy of men in hats' };

/** The day of a session by number, oldest first. */
const day = (number: number) => new Date(Date.UTC(2026, 0, 1) + number * 3_600_000).toISOString();

async function log(person: TestPerson, sessions: readonly object[]): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < sessions.length; at += 50) {
    const operations = sessions.slice(at, at + 50).map((session) => {
      const id = randomUUID();
      ids.push(id);
      return { key: randomUUID(), call: 'videos.create', params: {}, payload: { id, ...session } };
    });
    await person.call('POST', '/api/batch', { version: 1, operations });
  }
  return ids;
}

describeOnBothDatabases('the pull', (open) => {
  let test: TestApp;
  let people = 0;
  beforeAll(async () => {
    test = await createTestApp(await open());
  });
  afterAll(() => test.close());
  const newPerson = () => test.signIn(`person-${(people += 1)}@example.org`, { beta: true });

  /** The page of a person's own feed for a device with these cursors. */
  async function ownPage(person: TestPerson, cursors: Record<string, Cursor>) {
    const { body } = await person.call<PullAnswer>('POST', '/api/sync', { version: 1, cursors });
    return body.pages.find(({ feed }) => feed === `own:${person.userId}`)!;
  }

  it('returns what is new above the cursor, and nothing twice', async () => {
    const anna = await newPerson();
    const device = deviceOf(anna);
    await device.pullAll();
    expect(device.rows('profile')).toMatchObject([{ id: anna.userId, email: anna.email }]);
    const { body: dog } = await anna.call<Dog>('POST', '/api/dogs', FLY);
    await device.pullAll();
    expect(device.rows('dogs')).toMatchObject([{ id: dog.id, notes: FLY.notes, version: 1 }]);
    await anna.call('PATCH', `/api/dogs/${dog.id}`, { name: 'Flynn' });
    await device.pullAll();
    expect(device.rows('dogs')).toMatchObject([{ id: dog.id, name: 'Flynn', version: 2 }]);
  });

  it('returns no page if nothing is new', async () => {
    const anna = await newPerson();
    const { body: first } = await anna.call<PullAnswer>('POST', '/api/sync', { version: 1, cursors: {} });
    const cursors = Object.fromEntries(first.pages.map(({ feed, cursor }) => [feed, cursor]));
    const { body: second } = await anna.call<PullAnswer>('POST', '/api/sync', { version: 1, cursors });
    expect(second).toEqual({ readable: first.readable, pages: [] });
  });

  it('reads long feeds in pages, parents first, and misses no row', async () => {
    const anna = await newPerson();
    const { body: dog } = await anna.call<Dog>('POST', '/api/dogs', FLY);
    const ids = await log(
      anna,
      Array.from({ length: PULL_PAGE_ENTRIES + 20 }, (_, number) => ({ title: `${number}`, dogId: dog.id })),
    );
    const { body: first } = await anna.call<PullAnswer>('POST', '/api/sync', { version: 1, cursors: {} });
    expect(first.pages.flatMap(({ entries }) => entries)).toHaveLength(PULL_PAGE_ENTRIES);
    const own = first.pages.find(({ feed }) => feed.startsWith('own:'))!;
    expect(own.entries.slice(0, 3).map(({ entity }) => entity)).toEqual(['profile', 'dogs', 'videos']);
    const device = deviceOf(anna);
    expect(await device.pullAll()).toBe(2);
    expect(new Set(device.rows<Video>('videos').map(({ id }) => id))).toEqual(new Set(ids));
  });

  it('ends a page of long rows before it is too large, and misses no row', async () => {
    const anna = await newPerson();
    // Each of these characters takes six bytes of JSON.
    const longest = (length: number) => '\u0001'.repeat(length);
    const cue = { description: longest(TEXT_MAX), steps: Array.from({ length: STEPS_MAX }, () => longest(STEP_MAX)) };
    const ids: string[] = [];
    for (let made = 0; made < 25; made += 1)
      ids.push((await anna.call<{ id: string }>('POST', '/api/cues', { name: `${made}`, ...cue })).body.id);
    const rowBytes = 6 * (TEXT_MAX + STEPS_MAX * STEP_MAX) + 1_000;
    const answers: PullAnswer[] = [];
    const device = createPullingDevice(async (cursors) => {
      const { body } = await anna.call<PullAnswer>('POST', '/api/sync', { version: 1, cursors });
      answers.push(body);
      return body;
    });
    await device.pullAll();
    expect(new Set(device.rows<Cue>('cues').map(({ id }) => id))).toEqual(new Set(ids));
    const sizes = answers.map((answer) => JSON.stringify(answer).length);
    expect(Math.max(...sizes)).toBeLessThan(PULL_PAGE_BYTES + rowBytes);
    // All but the last are full.
    expect(Math.min(...sizes.slice(0, -1))).toBeGreaterThan(PULL_PAGE_BYTES - rowBytes);
    expect(answers.map(({ pages }) => pages.some(({ more }) => more))).toEqual(answers.map((_, at) => at < answers.length - 1));
  });

  it('starts over if the epoch differs', async () => {
    const anna = await newPerson();
    const own = await ownPage(anna, {});
    expect(await ownPage(anna, { [own.feed]: { ...own.cursor, epoch: randomUUID() } })).toMatchObject({
      fromStart: true,
      cursor: own.cursor,
    });
  });

  it('starts a new history for a feed that a device has read beyond its head, including a partner’s', async () => {
    const [anna, ben] = [await newPerson(), await newPerson()];
    await becomePartners(anna, ben);
    const own = await ownPage(anna, {});
    const ahead = { ...own.cursor, position: own.cursor.position + 5 };
    const afresh = await ownPage(anna, { [own.feed]: ahead });
    expect(afresh).toMatchObject({ fromStart: true, cursor: { position: own.cursor.position } });
    expect(afresh.cursor.epoch).not.toBe(own.cursor.epoch);
    expect(await ownPage(anna, { [own.feed]: ahead })).toMatchObject({ fromStart: true, cursor: afresh.cursor });

    const shown = `shown:${anna.userId}`;
    const read = async (cursor?: Cursor) => {
      const { body } = await ben.call<PullAnswer>('POST', '/api/sync', { version: 1, cursors: cursor ? { [shown]: cursor } : {} });
      return body.pages.find(({ feed }) => feed === shown)!;
    };
    const { cursor } = await read();
    const again = await read({ ...cursor, position: cursor.position + 5 });
    expect(again).toMatchObject({ fromStart: true, cursor: { position: cursor.position } });
    expect(again.cursor.epoch).not.toBe(cursor.epoch);
  });

  it('refuses an outbox filled on another history', async () => {
    const anna = await newPerson();
    const { cursor } = await ownPage(anna, {});
    const send = (epoch: string) => {
      const operations = [{ key: randomUUID(), call: 'dogs.create', params: {}, payload: FLY }];
      return anna.call('POST', '/api/batch', { version: 1, epoch, operations });
    };
    expect(await send(randomUUID())).toMatchObject({ status: 409, body: { code: 'other_history' } });
    expect((await anna.call('GET', '/api/dogs')).body).toEqual([]);
    expect((await send(cursor.epoch)).status).toBe(200);
  });

  it('shows a partner the person, the dog’s name and picture, and the sessions; removes all when the partnership ends', async () => {
    const [anna, ben] = [await newPerson(), await newPerson()];
    const { body: dog } = await anna.call<Dog>('POST', '/api/dogs', FLY);
    const [session] = await log(anna, [{ title: 'Heelwork', dogId: dog.id }]);
    const { body: request } = await anna.call<{ id: string }>('POST', '/api/friendships', { friendId: ben.userId });
    const device = deviceOf(ben);
    await device.pullAll();
    // The recipient of a request cannot see anything else yet.
    expect(device.rows('friendships')).toMatchObject([{ id: request.id, status: 'pending', friendEmail: anna.email }]);
    expect(device.rows('videos')).toEqual([]);

    await ben.call('PATCH', `/api/friendships/${request.id}`, { status: 'accepted' });
    await device.pullAll();
    expect(device.readable()).toContain(`shown:${anna.userId}`);
    expect(device.rows('people')).toMatchObject([{ id: anna.userId, bio: null }]);
    expect(device.rows('partnerDogs')).toEqual([{ id: dog.id, ownerId: anna.userId, name: 'Fly', image: null, version: 1 }]);
    expect(device.rows('videos')).toMatchObject([{ id: session, title: 'Heelwork' }]);
    expect(device.rows('dogs')).toEqual([]);

    await anna.call('DELETE', `/api/friendships/${request.id}`);
    await device.pullAll();
    expect(device.readable()).not.toContain(`shown:${anna.userId}`);
    for (const entity of ['videos', 'people', 'friendships'] as const) expect(device.rows(entity), entity).toEqual([]);
  });

  it('shows deletions to the owner as restorable rows, to partners as gone', async () => {
    const [anna, ben] = [await newPerson(), await newPerson()];
    await becomePartners(anna, ben);
    const [session] = await log(anna, [{ title: 'Heelwork' }]);
    const [annas, bens] = [deviceOf(anna), deviceOf(ben)];
    await bens.pullAll();
    await anna.call('DELETE', `/api/videos/${session}`);
    await Promise.all([annas.pullAll(), bens.pullAll()]);
    expect(annas.rows('videos')).toMatchObject([{ id: session, deletedAt: test.clock.now.toISOString() }]);
    expect(bens.rows('videos')).toEqual([]);
    await anna.call('POST', `/api/videos/${session}/restore`);
    await Promise.all([annas.pullAll(), bens.pullAll()]);
    expect(annas.rows('videos')).toMatchObject([{ id: session, deletedAt: null }]);
    expect(bens.rows('videos')).toMatchObject([{ id: session }]);
  });

  it('holds exactly the newest sessions of a partner with their comments after any change', async () => {
    const [anna, ben] = [await newPerson(), await newPerson()];
    await becomePartners(anna, ben);
    const more = 3;
    const ids = await log(
      anna,
      Array.from({ length: PARTNER_SESSIONS_HELD + more }, (_, number) => ({ title: `${number}`, trainedAt: day(number) })),
    );
    const device = deviceOf(ben);
    const heldIs = async (expected: readonly (string | undefined)[]) => {
      await device.pullAll();
      const fresh = deviceOf(ben);
      await fresh.pullAll();
      const shown = `shown:${anna.userId}`;
      expect(new Set(device.rows<Video>('videos', shown).map(({ id }) => id))).toEqual(new Set(expected));
      expect(device.everything()).toEqual(fresh.everything());
    };
    const comment = async (number: number) =>
      (await ben.call<Comment>('POST', `/api/videos/${ids[number]}/comments`, { content: `On ${number}` })).body;

    await heldIs(ids.slice(more));
    const onOldest = await comment(more);
    const onOutside = await comment(more - 1);
    await heldIs(ids.slice(more));
    expect(device.rows<Comment>('comments').map(({ id }) => id)).toEqual([onOldest.id]);

    await anna.call('DELETE', `/api/videos/${ids[100]}`);
    await heldIs(ids.slice(more - 1).filter((id) => id !== ids[100]));
    expect(
      device
        .rows<Comment>('comments')
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual([onOldest.id, onOutside.id].toSorted());

    await anna.call('POST', `/api/videos/${ids[100]}/restore`);
    await heldIs(ids.slice(more));
    expect(device.rows<Comment>('comments').map(({ id }) => id)).toEqual([onOldest.id]);

    // The oldest session of all moves to the front and pushes out the oldest one held.
    await anna.call('PATCH', `/api/videos/${ids[0]}`, { trainedAt: day(10_000) });
    await heldIs([ids[0], ...ids.slice(more + 1)]);
    await anna.call('PATCH', `/api/videos/${ids[0]}`, { trainedAt: day(0) });
    await heldIs(ids.slice(more));
    await anna.call('DELETE', `/api/videos/${ids[more]}/comments/${onOldest.id}`);
    await heldIs(ids.slice(more));
    expect(device.rows('comments')).toEqual([]);
  });

  it('shows a partner exactly the dogs that the held sessions name, after any change', async () => {
    const [anna, ben] = [await newPerson(), await newPerson()];
    await becomePartners(anna, ben);
    const dogNamed = async (name: string) => (await anna.call<Dog>('POST', '/api/dogs', { ...FLY, name })).body;
    const [fly, jess] = [await dogNamed('Fly'), await dogNamed('Jess')];
    const device = deviceOf(ben);
    const shownIs = async (...names: string[]) => {
      await device.pullAll();
      expect(
        device
          .rows<Dog>('partnerDogs')
          .map(({ name }) => name)
          .toSorted(),
      ).toEqual(names);
      const fresh = deviceOf(ben);
      await fresh.pullAll();
      expect(device.everything()).toEqual(fresh.everything());
    };
    await shownIs();

    const [first, second] = await log(
      anna,
      [0, 1].map((number) => ({ title: `${number}`, dogId: fly.id, trainedAt: day(number) })),
    );
    await shownIs('Fly');
    await anna.call('PATCH', `/api/dogs/${fly.id}`, { name: 'Flynn' });
    await anna.call('PATCH', `/api/dogs/${jess.id}`, { name: 'Jessie' });
    await shownIs('Flynn');
    await anna.call('PATCH', `/api/videos/${second}`, { dogId: jess.id });
    await shownIs('Flynn', 'Jessie');

    await anna.call('DELETE', `/api/videos/${first}`);
    await shownIs('Jessie');
    await anna.call('POST', `/api/videos/${first}/restore`);
    await shownIs('Flynn', 'Jessie');
    await anna.call('DELETE', `/api/dogs/${jess.id}`);
    await shownIs('Flynn');
    await anna.call('POST', `/api/dogs/${jess.id}/restore`);
    await shownIs('Flynn', 'Jessie');

    // These two are the oldest, and drop out one after the other.
    const newer = await log(
      anna,
      Array.from({ length: PARTNER_SESSIONS_HELD - 1 }, (_, number) => ({ title: 'Newer', trainedAt: day(10 + number) })),
    );
    await shownIs('Jessie');
    await log(anna, [{ title: 'Newest', trainedAt: day(10_000) }]);
    await shownIs();
    await anna.call('DELETE', `/api/videos/${newer[0]}`);
    await shownIs('Jessie');
  });

  it('removes dogs that no session names from devices that got them from an earlier version', async () => {
    const [anna, ben] = [await newPerson(), await newPerson()];
    await becomePartners(anna, ben);
    const dogs: string[] = [];
    for (const name of ['Fly', 'Jess', 'Moss']) dogs.push((await anna.call<Dog>('POST', '/api/dogs', { ...FLY, name })).body.id);
    await log(anna, [{ title: 'Heelwork', dogId: dogs[0] }]);
    const shown = `shown:${anna.userId}`;
    const { db } = test.services;
    for (const dog of dogs.slice(1)) {
      await rowsOf(db, sql`update feeds set head = head + 1 where name = ${shown}`);
      await rowsOf(
        db,
        sql`insert into feed_entries (feed, entity, row_id, position, gone, at) select name, 'partnerDogs', ${dog}::uuid, head, false, now() from feeds where name = ${shown}`,
      );
    }
    const device = deviceOf(ben);
    await device.pullAll();
    expect(device.rows('partnerDogs')).toHaveLength(3);

    await rowsOf(db, sql.raw(readFileSync(new URL('../db/migrations/0010_partners_see_dogs_of_sessions.sql', import.meta.url), 'utf8')));
    await device.pullAll();
    expect(device.rows('partnerDogs')).toMatchObject([{ id: dogs[0] }]);
    // The next write gets a position after theirs.
    await log(anna, [{ title: 'Recall', dogId: dogs[1] }]);
    await device.pullAll();
    expect(device.rows('partnerDogs')).toHaveLength(2);
  });

  it('links a deleted dog’s sessions to it again when it is restored', async () => {
    const anna = await newPerson();
    const { body: dog } = await anna.call<Dog>('POST', '/api/dogs', FLY);
    const [kept, moved] = await log(anna, [
      { title: 'Kept', dogId: dog.id },
      { title: 'Moved', dogId: dog.id },
    ]);
    await anna.call('DELETE', `/api/dogs/${dog.id}`);
    const device = deviceOf(anna);
    await device.pullAll();
    expect(device.rows<Video>('videos').map(({ dogId }) => dogId)).toEqual([null, null]);
    const { body: other } = await anna.call<Dog>('POST', '/api/dogs', { ...FLY, name: 'Jess' });
    await anna.call('PATCH', `/api/videos/${moved}`, { dogId: other.id });
    await anna.call('POST', `/api/dogs/${dog.id}/restore`);
    await device.pullAll();
    const dogOf = Object.fromEntries(device.rows<Video>('videos').map(({ id, dogId }) => [id, dogId]));
    expect(dogOf).toEqual({ [kept!]: dog.id, [moved!]: other.id });
  });

  it('sends the programs of a dog when it is deleted and when it is restored', async () => {
    const anna = await newPerson();
    const { body: dog } = await anna.call<Dog>('POST', '/api/dogs', FLY);
    await anna.call('POST', '/api/programs', { name: 'Spring', dogId: dog.id });
    const device = deviceOf(anna);
    await device.pullAll();
    expect(device.rows('programs')).toMatchObject([{ dogId: dog.id, version: 1 }]);
    await anna.call('DELETE', `/api/dogs/${dog.id}`);
    await device.pullAll();
    expect(device.rows('programs')).toMatchObject([{ dogId: null, version: 2 }]);
    await anna.call('POST', `/api/dogs/${dog.id}/restore`);
    await device.pullAll();
    expect(device.rows('programs')).toMatchObject([{ dogId: dog.id, version: 3 }]);
  });

  it('keeps a session whose dog was deleted on another device meanwhile', async () => {
    const anna = await newPerson();
    const { body: dog } = await anna.call<Dog>('POST', '/api/dogs', FLY);
    await anna.call('DELETE', `/api/dogs/${dog.id}`);
    const session = await anna.call<Video>('POST', '/api/videos', { title: 'Logged in the field', dogId: dog.id });
    expect(session).toMatchObject({ status: 201, body: { dogId: null } });
  });

  it('sends a new name to partners and to people with a pending request', async () => {
    const [anna, ben, cleo] = [await newPerson(), await newPerson(), await newPerson()];
    await becomePartners(anna, ben);
    await anna.call('POST', '/api/friendships', { friendId: cleo.userId });
    const [bens, cleos] = [deviceOf(ben), deviceOf(cleo)];
    await Promise.all([bens.pullAll(), cleos.pullAll()]);
    await anna.call('PATCH', '/api/users/profile', { firstName: 'Anna', lastName: 'Heel' });
    await Promise.all([bens.pullAll(), cleos.pullAll()]);
    expect(bens.rows('people')).toMatchObject([{ firstName: 'Anna' }]);
    for (const device of [bens, cleos])
      expect(device.rows('friendships')).toMatchObject([{ friendFirstName: 'Anna', friendLastName: 'Heel' }]);
  });

  it('refuses a device with another person’s outbox, and an outdated app', async () => {
    const [anna, ben] = [await newPerson(), await newPerson()];
    const request = { version: 1, cursors: {} };
    expect((await anna.call('POST', '/api/sync', request, { 'x-longline-user': ben.userId })).status).toBe(401);
    expect((await anna.call('POST', '/api/sync', request, { 'x-longline-user': anna.userId })).status).toBe(200);
    expect(await anna.call('POST', '/api/sync', { version: 0 })).toMatchObject({ status: 426, body: { code: 'upgrade_required' } });
  });
});
