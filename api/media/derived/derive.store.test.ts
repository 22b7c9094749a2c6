import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DELETED_KEPT_DAYS } from '../../contract/limits.ts';
import type { PullAnswer } from '../../contract/sync-protocol.ts';
import { videos } from '../../db/tables/training.ts';
import { objects } from '../../db/tables/media.ts';
import { friendships } from '../../db/tables/people.ts';
import { logAs, untilDerived } from '../../testing/await-derivation.ts';
import type { TestPerson } from '../../testing/create-test-app.ts';
import { describeOnStores } from '../../testing/describe-on-stores.ts';
import { type EncodedFilms, openEncodedFilms } from '../../testing/encoded-films.ts';
import { createListeningApp, type ListeningApp } from '../../testing/listening-app.ts';
import { createPullingDevice } from '../../testing/pulling-device.ts';
import { problemsOf } from '../../testing/stored-media.ts';
import { uploadAs } from '../../testing/upload-as.ts';
import { playsEverywhere } from './compatible-copy.ts';
import { quotaLeft } from '../uploads/storage-quota.ts';
import { probeVideo } from './probe-video.ts';
import { sweepMedia } from '../maintenance/sweep.ts';
import { UploadLocker } from '../uploads/upload-locker.ts';

const bounds = { timeoutMs: 60_000, signal: new AbortController().signal };
const DAY = 86_400;

let films: EncodedFilms;
beforeAll(async () => {
  films = await openEncodedFilms();
});
afterAll(() => films.close());

describeOnStores('derived files', (open) => {
  let app: ListeningApp;
  let ann: TestPerson;
  let bob: TestPerson;
  beforeAll(async () => {
    app = await createListeningApp(await open(), {}, undefined, films.programs);
    ann = await app.signIn('ann@example.org', { beta: true });
    bob = await app.signIn('bob@example.org', { beta: true });
    app.services.media.startDeriving(app.services.pokes);
  });
  afterAll(() => app.close());

  const sessionOf = async (id: string) => (await ann.call<Record<string, unknown>>('GET', `/api/videos/${id}`)).body;
  const get = (person: TestPerson | null, path: string, headers = {}) => app.fetchAs(person, path, { headers });

  test('are a poster and a compatible copy of an iPhone’s HEVC, reach every device, and follow the original’s access rules', async () => {
    const { body } = await uploadAs(app, ann, await readFile(await films.iphoneFilm()));
    const path = body.objectPath;
    // Log the session first: it gets the derived files when they are ready.
    const { id } = await logAs(ann, { videoUrl: path });
    const device = createPullingDevice(async (cursors) => (await ann.call<PullAnswer>('POST', '/api/sync', { version: 1, cursors })).body);
    await untilDerived(app, path);
    expect(await sessionOf(id)).toMatchObject({ derived: ['poster', 'compatible'], durationSeconds: 2 });
    await device.pullAll();
    expect(device.rows('videos')).toContainEqual(expect.objectContaining({ id, derived: ['poster', 'compatible'], durationSeconds: 2 }));

    const poster = await get(ann, `${path}/poster`);
    expect([poster.status, poster.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect(await sharp(Buffer.from(await poster.arrayBuffer())).metadata()).toMatchObject({ width: 640, height: 360 });

    const copy = await get(ann, `${path}/compatible`);
    const file = join(films.folder, 'copy.mp4');
    await writeFile(file, Buffer.from(await copy.arrayBuffer()));
    expect(copy.headers.get('content-type')).toBe('video/mp4');
    expect(copy.headers.get('cache-control')).toBe('private, no-cache');
    expect(playsEverywhere(await probeVideo(films.programs, file, 'video/mp4', bounds), 'video/mp4')).toBe(true);
    // The index is first, so that playback starts before the whole file has arrived.
    const bytes = await readFile(file);
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'));
    expect((await get(ann, `${path}/compatible`, { Range: 'bytes=100-199' })).status).toBe(206);

    for (const kind of ['poster', 'compatible']) {
      expect((await get(bob, `${path}/${kind}`)).status).toBe(404);
      expect((await get(null, `${path}/${kind}`)).status).toBe(404);
    }
    await ann.call('POST', `/api/videos/${id}/share`);
    expect((await get(null, `${path}/poster`)).status).toBe(200);
    await ann.call('DELETE', `/api/videos/${id}/share`);
    expect((await get(null, `${path}/poster`)).status).toBe(404);
    for (const kind of ['original', 'w480', 'poster/x', 'posterx', 'xcompatible'])
      expect([kind, (await get(ann, `${path}/${kind}`)).status]).toEqual([kind, 404]);
  });

  test('include a picture in the widths of cards, as WebP if the browser accepts it', async () => {
    const photo = await sharp({ create: { width: 2_000, height: 1_000, channels: 3, background: '#0e5a42' } })
      .jpeg()
      .toBuffer();
    const { body } = await uploadAs(app, ann, photo);
    const path = body.objectPath;
    await untilDerived(app, path);
    for (const width of [480, 960]) {
      const narrow = await get(ann, `${path}/w${width}`, { Accept: 'image/avif,image/webp,*/*' });
      expect([narrow.status, narrow.headers.get('content-type'), narrow.headers.get('vary')]).toEqual([
        200,
        'image/webp',
        expect.stringContaining('Accept'),
      ]);
      expect((await sharp(Buffer.from(await narrow.arrayBuffer())).metadata()).width).toBe(width);
    }
    expect((await get(ann, `${path}/w480`, { Accept: 'image/png' })).headers.get('content-type')).toBe('image/jpeg');
    expect((await get(bob, `${path}/w480`)).status).toBe(404);
    await app.services.db
      .insert(friendships)
      .values({ id: app.services.newId(), userId: ann.userId, friendId: bob.userId, status: 'accepted', createdAt: app.clock.now });
    await logAs(ann, { videoUrl: path });
    expect((await get(bob, `${path}/w480`)).status).toBe(200);
    // The picture itself is served if it is narrow already or not processed yet.
    const { body: small } = await uploadAs(app, ann, await sharp(photo).resize(400).jpeg().toBuffer());
    await untilDerived(app, small.objectPath);
    expect((await get(ann, `${small.objectPath}/w480`, { Accept: '*/*' })).headers.get('content-type')).toBe('image/jpeg');
  });

  test('do not count against the quota, are checked with the rest, and are deleted with their object', async () => {
    const { db, media } = app.services;
    const before = await quotaLeft(db, ann.userId, 1_000_000_000);
    const { body } = await uploadAs(app, ann, await readFile(await films.iphoneFilm()));
    await untilDerived(app, body.objectPath);
    expect(before - (await quotaLeft(db, ann.userId, 1_000_000_000))).toBe(body.size);
    expect(await problemsOf(db, media.store)).toEqual([]);

    const made = (await db.select().from(objects).where(eq(objects.derivedFrom, body.objectPath))).map(({ path }) => path);
    expect(made).toHaveLength(2);
    const sweep = () =>
      sweepMedia({ ...app.services, store: media.store, locker: new UploadLocker(app.services), agesUntil: app.clock.now });
    await sweep();
    app.clock.forward((DELETED_KEPT_DAYS + 1) * DAY);
    await sweep();
    for (const path of [body.objectPath, ...made]) expect(await media.store.hasObject(path.slice('/objects/'.length))).toBe(false);
    expect(await db.select().from(objects).where(eq(objects.derivedFrom, body.objectPath))).toEqual([]);
    await db.delete(videos);
  });
});
