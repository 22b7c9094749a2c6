import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dogs, videos } from '../../db/tables/training.ts';
import { friendships, users } from '../../db/tables/people.ts';
import type { TestPerson } from '../../testing/create-test-app.ts';
import { describeOnStores } from '../../testing/describe-on-stores.ts';
import { createListeningApp, type ListeningApp } from '../../testing/listening-app.ts';
import { mp4, png } from '../../testing/sample-media.ts';
import { uploadAs } from '../../testing/upload-as.ts';
import { objectNameOf } from '../store/object-names.ts';

describeOnStores('objects', (open) => {
  const film = mp4({ size: 200_000 });
  let app: ListeningApp;
  let ann: TestPerson;
  let bob: TestPerson;
  let path: string;
  let etag: string;

  beforeAll(async () => {
    app = await createListeningApp(await open());
    ann = await app.signIn('ann@example.org', { beta: true });
    bob = await app.signIn('bob@example.org', { beta: true });
    const { body } = await uploadAs(app, ann, film);
    path = body.objectPath;
    etag = `"${body.sha256}"`;
  });
  afterAll(() => app.close());

  const get = (headers: Record<string, string> = {}, method = 'GET') => app.fetchAs(ann, path, { method, headers });
  const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

  describe('are served', () => {
    test('in full, with headers that keep a browser from rendering them as a page', async () => {
      const answer = await get();
      expect(answer.status).toBe(200);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'video/mp4',
        'content-length': String(film.length),
        'accept-ranges': 'bytes',
        'cache-control': 'private, no-cache',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
        'content-disposition': expect.stringMatching(/^inline; filename="longline-[\w-]{8}\.mp4"$/),
        'cross-origin-resource-policy': 'same-origin',
        etag,
      });
      expect((await bytesOf(answer)).equals(film)).toBe(true);
    });

    test.for([
      ['bytes=0-99', 0, 99],
      ['bytes=199999-', 199_999, 199_999],
      ['bytes=150000-', 150_000, 199_999],
      ['bytes=-100', 199_900, 199_999],
      ['bytes=100000-900000', 100_000, 199_999],
    ] as const)('in the range %s', async ([range, start, end]) => {
      const answer = await get({ Range: range });
      expect([answer.status, answer.headers.get('content-range'), answer.headers.get('content-length')]).toEqual([
        206,
        `bytes ${start}-${end}/200000`,
        String(end - start + 1),
      ]);
      expect((await bytesOf(answer)).equals(film.subarray(start, end + 1))).toBe(true);
    });

    test('to HEAD without a body', async () => {
      const whole = await get({}, 'HEAD');
      expect([whole.status, whole.headers.get('content-length'), (await bytesOf(whole)).length]).toEqual([200, '200000', 0]);
      const piece = await get({ Range: 'bytes=0-9' }, 'HEAD');
      expect([piece.status, piece.headers.get('content-length')]).toEqual([206, '10']);
    });

    test('with 404 when the file is missing, even to HEAD', async () => {
      const { objectPath } = (await uploadAs(app, ann, mp4({ seed: 7 }))).body;
      await app.services.media.store.removeObject(objectNameOf(objectPath));
      for (const method of ['GET', 'HEAD']) expect((await app.fetchAs(ann, objectPath, { method })).status).toBe(404);
    });

    test('with 304 to clients that have them', async () => {
      for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const answer = await get({ 'If-None-Match': tag });
        expect([answer.status, answer.headers.get('etag'), (await bytesOf(answer)).length]).toEqual([304, etag, 0]);
      }
      expect((await get({ 'If-None-Match': '"other"' })).status).toBe(200);
    });

    test('in ranges only if If-Range matches the current file', async () => {
      expect((await get({ Range: 'bytes=0-9', 'If-Range': etag })).status).toBe(206);
      for (const other of ['"other"', `W/${etag}`, 'Sat, 21 Nov 2026 12:00:00 GMT']) {
        expect((await get({ Range: 'bytes=0-9', 'If-Range': other })).status).toBe(200);
      }
    });

    test('after clients have disconnected halfway, again and again', async () => {
      for (let time = 0; time < 20; time++) {
        const hangUp = new AbortController();
        const answer = await app.fetchAs(ann, path, { signal: hangUp.signal });
        await answer.body!.getReader().read();
        hangUp.abort();
      }
      expect((await bytesOf(await get())).equals(film)).toBe(true);
    });
  });

  describe('are seen by', () => {
    let visitor: null;
    let guest: TestPerson;
    let poster: string;
    let session: string;
    let dog: string;

    const statusFor = async (person: TestPerson | null, object = path) => {
      const statuses = await Promise.all([
        app.fetchAs(person, object),
        app.fetchAs(person, object, { method: 'HEAD' }),
        app.fetchAs(person, object, { headers: { Range: 'bytes=0-0' } }),
        app.fetchAs(person, object, { headers: { 'If-None-Match': '*' } }),
      ]);
      await Promise.all(statuses.map((answer) => answer.arrayBuffer()));
      const seen = statuses.map((answer) => answer.status);
      // Access must not depend on the kind of request.
      expect([
        [200, 200, 206, 304],
        [404, 404, 404, 404],
      ]).toContainEqual(seen);
      return seen[0];
    };
    const makePartnership = async (status: 'pending' | 'accepted') => {
      const { db } = app.services;
      await db.delete(friendships);
      await db.insert(friendships).values({ id: randomUUID(), userId: bob.userId, friendId: ann.userId, status, createdAt: app.clock.now });
    };
    const change = (values: Partial<typeof videos.$inferInsert>) =>
      app.services.db.update(videos).set(values).where(eq(videos.id, session));

    beforeAll(async () => {
      visitor = null;
      guest = await app.signIn('guest@example.org');
      poster = (await uploadAs(app, ann, png(8, 8))).body.objectPath;
    });
    beforeEach(async () => {
      const { db } = app.services;
      await db.delete(friendships);
      await db.delete(videos);
      await db.delete(dogs);
      await db.update(users).set({ profileImageUrl: null });
      const { body } = await ann.call<{ id: string }>('POST', '/api/videos', {
        title: 'Recall',
        videoUrl: path,
        thumbnailUrl: poster,
        trainedAt: '2026-11-21T10:00:00Z',
        trainedZone: 'Europe/London',
      });
      session = body.id;
      dog = (await ann.call<{ id: string }>('POST', '/api/dogs', { name: 'Skye', breed: 'Collie', birthdate: '2020-01-01', titles: [] }))
        .body.id;
    });

    test('their owner always, and no one else by default', async () => {
      expect(await statusFor(ann)).toBe(200);
      expect(await statusFor(bob)).toBe(404);
      expect(await statusFor(guest)).toBe(404);
      expect(await statusFor(visitor)).toBe(404);
      await app.services.db.delete(videos);
      expect(await statusFor(ann)).toBe(200);
    });

    test('accepted partners of the owner, only while they are partners', async () => {
      await makePartnership('pending');
      expect(await statusFor(bob)).toBe(404);
      await makePartnership('accepted');
      expect(await statusFor(bob)).toBe(200);
      expect(await statusFor(bob, poster)).toBe(200);
      expect(await statusFor(guest)).toBe(404);
      expect(await statusFor(visitor)).toBe(404);
      await change({ deletedAt: app.clock.now });
      expect(await statusFor(bob)).toBe(404);
      await change({ deletedAt: null, videoUrl: null });
      expect(await statusFor(bob)).toBe(404);
      expect(await statusFor(bob, poster)).toBe(200);
      await app.services.db.delete(friendships);
      expect(await statusFor(bob, poster)).toBe(404);
    });

    test('everyone while the session is shared, and no longer', async () => {
      await change({ shared: true });
      expect(await statusFor(visitor)).toBe(200);
      expect(await statusFor(visitor, poster)).toBe(200);
      expect(await statusFor(guest)).toBe(200);
      expect(await statusFor(bob)).toBe(200);
      await change({ deletedAt: app.clock.now });
      expect(await statusFor(visitor)).toBe(404);
      await change({ deletedAt: null, shared: false });
      expect(await statusFor(visitor)).toBe(404);
      expect(await statusFor(bob)).toBe(404);
    });

    test('no one through the row of a person who only knows the path', async () => {
      await change({ ownerId: bob.userId, shared: true });
      expect(await statusFor(visitor)).toBe(404);
      expect(await statusFor(bob)).toBe(404);
    });

    test('partners, as the picture of a dog that a session names', async () => {
      await makePartnership('accepted');
      await change({ videoUrl: null, thumbnailUrl: '' });
      expect(await statusFor(bob, poster)).toBe(404);
      await app.services.db.update(dogs).set({ image: poster }).where(eq(dogs.id, dog));
      expect(await statusFor(bob, poster)).toBe(404);
      await change({ dogId: dog });
      expect(await statusFor(bob, poster)).toBe(200);
      expect(await statusFor(guest, poster)).toBe(404);
      expect(await statusFor(visitor, poster)).toBe(404);
      await change({ deletedAt: app.clock.now });
      expect(await statusFor(bob, poster)).toBe(404);
      await change({ deletedAt: null });
      expect(await statusFor(bob, poster)).toBe(200);
      await app.services.db.update(dogs).set({ deletedAt: app.clock.now }).where(eq(dogs.id, dog));
      expect(await statusFor(bob, poster)).toBe(404);
    });

    test('people with beta access, as the picture of a profile', async () => {
      await app.services.db.update(users).set({ profileImageUrl: poster }).where(eq(users.id, ann.userId));
      expect(await statusFor(bob, poster)).toBe(200);
      expect(await statusFor(guest, poster)).toBe(404);
      expect(await statusFor(visitor, poster)).toBe(404);
    });
  });
});
