import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Dog } from '../contract/entities/dog.ts';
import type { Video } from '../contract/entities/video.ts';
import { DELETED_KEPT_DAYS, KEY_KEPT_DAYS, TOMBSTONE_KEPT_DAYS } from '../contract/limits.ts';
import type { PullAnswer } from '../contract/sync-protocol.ts';
import { comments, videos } from '../db/tables/training.ts';
import { feedEntries, idempotencyKeys } from '../db/tables/sync.ts';
import { createTestApp, type TestApp } from '../testing/create-test-app.ts';
import { describeOnBothDatabases } from '../testing/describe-on-both-databases.ts';
import { deviceOf } from '../testing/pulling-device.ts';
import { sweepFeeds } from './sweep-feeds.ts';

const DAY_SECONDS = 86_400;

describeOnBothDatabases('the feed sweep', (open) => {
  let test: TestApp;
  beforeAll(async () => {
    test = await createTestApp(await open());
  });
  afterAll(() => test.close());

  it(`deletes a deleted row after ${DELETED_KEPT_DAYS} days, and its tombstone after ${TOMBSTONE_KEPT_DAYS} more`, async () => {
    const { db } = test.services;
    const anna = await test.signIn('anna@example.org', { beta: true });
    const { body: dog } = await anna.call<Dog>('POST', '/api/dogs', { name: 'Fly', breed: 'Collie', birthdate: '2020-01-01' });
    const { body: session } = await anna.call<Video>('POST', '/api/videos', { title: 'Heelwork' });
    await anna.call('POST', `/api/videos/${session.id}/comments`, { content: 'Good' });
    const { body: kept } = await anna.call<Video>('POST', '/api/videos', { title: 'Recall' });
    await anna.call('DELETE', `/api/videos/${session.id}`);
    await anna.call('DELETE', `/api/dogs/${dog.id}`);
    const device = deviceOf(anna);
    await device.pullAll();
    const away = await anna.call<PullAnswer>('POST', '/api/sync', { version: 1, cursors: {} });
    const cursors = Object.fromEntries(away.body.pages.map(({ feed, cursor }) => [feed, cursor]));

    test.clock.forward((DELETED_KEPT_DAYS - 1) * DAY_SECONDS);
    await sweepFeeds(test.services, test.clock.now);
    expect(await db.select().from(videos)).toHaveLength(2);
    expect((await anna.call('POST', `/api/dogs/${dog.id}/restore`)).status).toBe(200);
    await anna.call('DELETE', `/api/dogs/${dog.id}`);

    test.clock.forward((DELETED_KEPT_DAYS + 2) * DAY_SECONDS);
    expect(await anna.call('POST', `/api/videos/${session.id}/restore`)).toMatchObject({ status: 409 });
    await sweepFeeds(test.services, test.clock.now);
    expect((await db.select().from(videos)).map(({ id }) => id)).toEqual([kept.id]);
    expect(await db.select().from(comments)).toEqual([]);
    await device.pullAll();
    expect(device.rows<Video>('videos').map(({ id }) => id)).toEqual([kept.id]);
    expect(device.rows('comments')).toEqual([]);
    expect(device.rows('dogs')).toEqual([]);

    // Stay signed in: a sign-in expires 90 days after its last use.
    const half = (TOMBSTONE_KEPT_DAYS / 2 + 1) * DAY_SECONDS;
    test.clock.forward(half);
    await anna.call('GET', '/api/dogs');
    test.clock.forward(half);
    await sweepFeeds(test.services, test.clock.now);
    await sweepFeeds(test.services, test.clock.now);
    expect(await db.select().from(feedEntries).where(eq(feedEntries.gone, true))).toEqual([]);
    const back = await anna.call<PullAnswer>('POST', '/api/sync', { version: 1, cursors });
    const own = back.body.pages.find(({ feed }) => feed === `own:${anna.userId}`)!;
    expect(own).toMatchObject({ fromStart: true, cursor: { horizon: expect.any(Number) } });
    expect(own.entries.map(({ id }) => id).toSorted()).toEqual([anna.userId, kept.id].toSorted());
    // A read that began after the tombstones were deleted continues from its position.
    const begun = { ...own.cursor, position: 0 };
    const on = await anna.call<PullAnswer>('POST', '/api/sync', { version: 1, cursors: { [own.feed]: begun } });
    expect(on.body.pages.find(({ feed }) => feed === own.feed)).toMatchObject({ fromStart: false });
  });

  it(`deletes stored answers after ${KEY_KEPT_DAYS} days`, async () => {
    const { db } = test.services;
    const ben = await test.signIn('ben@example.org', { beta: true });
    await ben.call('POST', '/api/videos', { title: 'Heelwork' }, { 'idempotency-key': randomUUID() });
    test.clock.forward((KEY_KEPT_DAYS - 1) * DAY_SECONDS);
    await sweepFeeds(test.services, test.clock.now);
    expect(await db.select().from(idempotencyKeys)).toHaveLength(1);
    test.clock.forward(2 * DAY_SECONDS);
    await sweepFeeds(test.services, test.clock.now);
    expect(await db.select().from(idempotencyKeys)).toEqual([]);
  });
});
