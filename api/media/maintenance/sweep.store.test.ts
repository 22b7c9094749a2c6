import { randomUUID } from 'node:crypto';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { S3 } from '@aws-sdk/client-s3';
import { eq, isNotNull, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { DELETED_KEPT_DAYS } from '../../contract/limits.ts';
import { rowsOf } from '../../db/rows-of.ts';
import { sweepWalks } from '../../db/tables/installation.ts';
import { conflicts, dogs, videos } from '../../db/tables/training.ts';
import { objects, uploads } from '../../db/tables/media.ts';
import { users } from '../../db/tables/people.ts';
import type { TestPerson } from '../../testing/create-test-app.ts';
import { describeOnStores, describeOnStoresWithPostgres } from '../../testing/describe-on-stores.ts';
import { createListeningApp, type ListeningApp } from '../../testing/listening-app.ts';
import { LAKE, mp4, noise, placeInUserData, png } from '../../testing/sample-media.ts';
import { bytesOfObject, idOf, layUpload, problemsOf, storedObjects, storedUploads } from '../../testing/stored-media.ts';
import { finalizeAs, openUploadAs, patchAs, putAs, uploadAs } from '../../testing/upload-as.ts';
import { finalizeUpload } from '../uploads/finalize.ts';
import { findWithoutRow } from './integrity.ts';
import { newName, objectNameOf, objectPathOf, uploadPathOf } from '../store/object-names.ts';
import { listSetAside, pathOf, reclaimSetAside, type SetAside, setAside as setFileAside } from './set-aside.ts';
import { sweepMedia } from './sweep.ts';
import type { SweepServices } from './sweep-services.ts';
import { busy, UploadLocker } from '../uploads/upload-locker.ts';

const DAY = 86_400;

async function reclaimed(...asked: Parameters<typeof reclaimSetAside>): Promise<SetAside[]> {
  const files: SetAside[] = [];
  for await (const file of reclaimSetAside(...asked)) files.push(file);
  return files;
}

describeOnStores('the sweep', (open) => {
  let app: ListeningApp;
  let ann: TestPerson;
  beforeAll(async () => {
    app = await createListeningApp(await open());
    ann = await app.signIn('ann@example.org', { beta: true });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    const { db } = app.services;
    for (const table of [videos, dogs, conflicts, uploads, objects, sweepWalks]) await db.delete(table);
    for (const name of await storedUploads(store())) await store().removeUpload(name);
    for (const name of await storedObjects(store())) await store().removeObject(name);
    await reclaimed(db, store(), new Date(Date.now() + 40 * DAY * 1_000));
    // Ages of files use the machine's clock.
    app.clock.now = new Date();
  });

  const store = () => app.services.media.store;
  const sweep = (changed: Partial<Omit<SweepServices, 'agesUntil'>> & { agesUntil?: null } = {}) => {
    const { services } = app;
    return sweepMedia({
      ...services,
      store: services.media.store,
      locker: new UploadLocker(services),
      agesUntil: app.clock.now,
      ...changed,
    });
  };
  const nothing = { abandonedUploads: 0, unusedObjects: 0, setAside: 0 };
  const logged = async (path: string) => {
    const { body } = await ann.call<{ id: string }>('POST', '/api/videos', { title: 'Sit', videoUrl: path });
    return body.id;
  };

  test('deletes abandoned uploads seven days after their last byte', async () => {
    const path = await openUploadAs(ann, { size: 1_000 });
    app.clock.forward(5 * DAY);
    await patchAs(app, ann, path, noise(10) as BodyInit, 0);
    app.clock.forward(7 * DAY - 1);
    expect(await sweep()).toEqual(nothing);
    app.clock.forward(2);
    expect(await sweep()).toEqual({ ...nothing, abandonedUploads: 1 });
    expect(await storedUploads(store())).toEqual([]);
    expect(await app.services.db.select().from(uploads)).toEqual([]);
  });

  test('leaves only a few files without a row when the store fails while it deletes', async () => {
    const { db } = app.services;
    const old = new Date(app.clock.now.getTime() - (DELETED_KEPT_DAYS + 10) * DAY * 1_000);
    const about = {
      ownerId: ann.userId,
      mediaType: 'video/mp4',
      size: 9,
      sha256: '',
      servedSize: 9,
      servedSha256: '',
      createdAt: old,
      unusedSince: old,
    };
    const names = Array.from({ length: 30 }, (_, index) => `${index}`.padStart(43, 'f'));
    await db.insert(objects).values(names.map((name) => ({ ...about, path: objectPathOf(name) })));
    for (const name of names) await store().writeObject(name, noise(9));
    const tried: string[] = [];
    const removeObject = async (name: string) => {
      tried.push(name);
      throw new Error('503');
    };
    await expect(sweep({ store: { ...store(), removeObject } })).rejects.toThrow('503');
    expect(tried).toHaveLength(4);
    expect(await db.select().from(objects)).toHaveLength(26);
    expect(await sweep()).toMatchObject({ unusedObjects: 26 });
    expect(await storedObjects(store())).toEqual(tried);
  });

  test('keeps objects that any kind of row names', async () => {
    const { db } = app.services;
    const paths: string[] = [];
    for (const file of [mp4(), png(9, 9), png(8, 8), png(7, 7), mp4({ seed: 2 })])
      paths.push((await uploadAs(app, ann, file)).body.objectPath);
    const [video, poster, dogImage, profile, offered] = paths as [string, string, string, string, string];
    expect((await ann.call('POST', '/api/videos', { title: 'Sit', videoUrl: video, thumbnailUrl: poster })).status).toBe(201);
    const { body: dog } = await ann.call<{ id: string }>('POST', '/api/dogs', {
      name: 'Skye',
      breed: 'Collie',
      birthdate: '2020-01-01',
      titles: [],
    });
    await db.update(dogs).set({ image: dogImage }).where(eq(dogs.id, dog.id));
    await db.update(users).set({ profileImageUrl: profile }).where(eq(users.id, ann.userId));
    await db.insert(conflicts).values({
      id: randomUUID(),
      ownerId: ann.userId,
      entity: 'videos',
      entityId: randomUUID(),
      field: 'videoUrl',
      kept: { value: null },
      other: { value: offered },
      createdAt: app.clock.now,
    });
    for (let month = 0; month < 5; month++) {
      expect(await sweep()).toEqual(nothing);
      app.clock.forward((DELETED_KEPT_DAYS + 1) * DAY);
    }
    expect(await storedObjects(store())).toHaveLength(5);
  });

  test(`deletes unused objects after ${DELETED_KEPT_DAYS} days, unless a row names them meanwhile`, async () => {
    const one = (await uploadAs(app, ann, mp4({ seed: 1 }))).body.objectPath;
    const two = (await uploadAs(app, ann, mp4({ seed: 2 }))).body.objectPath;
    await sweep();
    app.clock.forward((DELETED_KEPT_DAYS - 10) * DAY);
    const session = await logged(two);
    expect(await sweep()).toEqual(nothing);
    await ann.call('PATCH', `/api/videos/${session}`, { videoUrl: null });
    await sweep();
    app.clock.forward(11 * DAY);
    expect(await sweep()).toEqual({ ...nothing, unusedObjects: 1 });
    expect((await app.fetchAs(ann, one, { method: 'HEAD' })).status).toBe(404);
    expect((await app.fetchAs(ann, two, { method: 'HEAD' })).status).toBe(200);
    app.clock.forward((DELETED_KEPT_DAYS - 10) * DAY);
    expect(await sweep()).toEqual({ ...nothing, unusedObjects: 1 });
    expect(await storedObjects(store())).toEqual([]);
  });

  test('deletes media of a deleted session once it can no longer be restored', async () => {
    const path = (await uploadAs(app, ann, mp4())).body.objectPath;
    const session = await logged(path);
    await ann.call('DELETE', `/api/videos/${session}`);
    app.clock.forward(DELETED_KEPT_DAYS * DAY - 1);
    expect(await sweep()).toEqual(nothing);
    app.clock.forward(2);
    expect(await sweep()).toEqual({ ...nothing, unusedObjects: 1 });
    expect(await storedObjects(store())).toEqual([]);
    expect(await app.services.db.select().from(objects)).toEqual([]);
    const [row] = await app.services.db.select().from(videos).where(eq(videos.id, session));
    expect(row?.videoUrl ?? null).toBeNull();
    expect(row?.thumbnailUrl ?? '').toBe('');
    expect(await sweep()).toEqual(nothing);
  });

  test('keeps media that another, live session also names', async () => {
    const path = (await uploadAs(app, ann, mp4())).body.objectPath;
    const gone = await logged(path);
    await logged(path);
    await ann.call('DELETE', `/api/videos/${gone}`);
    app.clock.forward((DELETED_KEPT_DAYS + 1) * DAY);
    expect(await sweep()).toEqual(nothing);
    expect((await app.fetchAs(ann, path, { method: 'HEAD' })).status).toBe(200);
  });

  const STRAY = 'S'.repeat(43);
  const setAside = async () => {
    const { setAside: files } = await findWithoutRow(app.services.db, store());
    return files.map(pathOf);
  };
  /** `mp4()` as a finalized object whose row was lost by restoring an older dump. */
  const withLostRow = async () => {
    const { db } = app.services;
    const path = (await uploadAs(app, ann, mp4())).body.objectPath;
    const [row] = await db.delete(objects).where(eq(objects.path, path)).returning();
    await db.delete(uploads);
    return row!;
  };

  test('sets files without a row aside after a day, and never deletes them', async () => {
    await store().writeObject(STRAY, noise(9));
    await layUpload(store(), STRAY, noise(9));
    expect(await sweep()).toEqual(nothing);
    app.clock.forward(DAY + 60);
    expect(await sweep()).toEqual({ ...nothing, setAside: 2 });
    expect(await setAside()).toEqual([objectPathOf(STRAY), uploadPathOf(STRAY)]);
    app.clock.forward(100 * DAY);
    expect(await sweep()).toEqual(nothing);
    expect(await storedUploads(store())).toEqual([STRAY]);
    expect(await storedObjects(store())).toEqual([STRAY]);
  });

  test('deletes a dead process’s temporary files after a day', async () => {
    const scratch = join(app.services.env.dataDir, 'scratch');
    await mkdir(join(scratch, 'for-what-was-killed'), { recursive: true });
    await sweep();
    expect(await readdir(scratch)).toEqual(['for-what-was-killed']);
    app.clock.forward(DAY + 60);
    await sweep();
    expect(await readdir(scratch)).toEqual([]);
  });

  test('reclaims only files that were set aside 30 days ago or more', async () => {
    const { db } = app.services;
    await store().writeObject(STRAY, noise(9));
    await layUpload(store(), STRAY, noise(9));
    app.clock.forward(DAY + 60);
    await sweep();
    const after = (days: number) => new Date(Date.now() + days * DAY * 1_000);
    expect(await reclaimed(db, store(), after(29))).toEqual([]);
    expect(await reclaimed(db, store(), after(31))).toHaveLength(2);
    expect(await storedUploads(store())).toEqual([]);
    expect(await storedObjects(store())).toEqual([]);
    expect(await setAside()).toEqual([]);
  });

  test('serves a file that was set aside again as soon as its row is back, and keeps it', async () => {
    const { db } = app.services;
    const row = await withLostRow();
    app.clock.forward(DAY + 60);
    expect(await sweep()).toEqual({ ...nothing, setAside: 1 });
    await db.insert(objects).values(row);
    expect((await app.fetchAs(ann, row.path)).status).toBe(200);
    await logged(row.path);
    expect(await sweep()).toEqual(nothing);
    expect(await reclaimed(db, store(), new Date(Date.now() + 40 * DAY * 1_000))).toEqual([]);
    expect(await setAside()).toEqual([]);
    expect(await problemsOf(db, store())).toEqual([]);
    expect((await app.fetchAs(ann, row.path)).status).toBe(200);
  });

  test('stops with an error when more than a few files have no row', async () => {
    const errors = app.errors.length;
    const known = (await uploadAs(app, ann, mp4())).body.objectPath;
    await sweep();
    for (let index = 0; index < 21; index++) await store().writeObject(`${index}`.padStart(43, 'S'), noise(9));
    await openUploadAs(ann, { size: 1_000 });
    app.clock.forward((DELETED_KEPT_DAYS + 10) * DAY);
    expect(await sweep()).toEqual({ ...nothing, setAside: null });
    expect(app.errors.slice(errors)).toEqual([{ unknown: 21, seen: 22 + (await storedUploads(store())).length }]);
    expect(await findWithoutRow(app.services.db, store())).toMatchObject({ setAside: [], isMoreThanFew: true });
    // Keep known files too: the database may be the wrong one.
    expect(await app.services.media.store.hasObject(objectNameOf(known))).toBe(true);
    expect(await app.services.db.select().from(uploads)).toHaveLength(2);

    await store().removeObject(`${0}`.padStart(43, 'S'));
    expect(await sweep()).toEqual({ abandonedUploads: 1, unusedObjects: 1, setAside: 20 });
  });

  test('finds the same files again after it stopped, even when its time runs out before the rest', async () => {
    const errors = app.errors.length;
    const names = Array.from({ length: 505 }, (_, index) => `${index}`.padStart(43, 'S'));
    for (let start = 0; start < names.length; start += 20) {
      await Promise.all(names.slice(start, start + 20).map((name) => store().writeObject(name, noise(9))));
    }
    app.clock.forward(DAY + 60);
    for (const time of [0, 0, undefined])
      expect(await sweep({ ...(time !== undefined && { stepMs: time }) })).toEqual({ ...nothing, setAside: null });
    expect(app.errors.slice(errors)).toMatchObject([{ seen: 500 }, { seen: 500 }, { unknown: 505, seen: 505 }]);
  });

  test('stops when its time is up, and continues in the next sweep', async () => {
    const { db } = app.services;
    const path = (await uploadAs(app, ann, mp4())).body.objectPath;
    const [row] = await db.select().from(objects).where(eq(objects.path, path));
    const many = Array.from({ length: 1_200 }, () => ({ ...row!, path: objectPathOf(newName(app.services.randomBytes)) }));
    await db.insert(objects).values(many);
    const found: number[] = [];
    for (let index = 0; index < 3; index++) {
      await sweep({ stepMs: 0 });
      found.push(await db.$count(objects, isNotNull(objects.unusedSince)));
    }
    expect(found).toEqual([500, 1_000, 1_201]);
  });

  test('brings files back in batches, and continues in the next sweep', async () => {
    const path = (await uploadAs(app, ann, mp4())).body.objectPath;
    const [row] = await app.services.db.select().from(objects).where(eq(objects.path, path));
    const names = Array.from({ length: 505 }, () => newName(app.services.randomBytes));
    await app.services.db.insert(objects).values(names.map((name) => ({ ...row!, path: objectPathOf(name) })));
    for (let start = 0; start < names.length; start += 20) {
      await Promise.all(names.slice(start, start + 20).map((name) => setFileAside(store(), { kind: 'object', name })));
    }
    const left: number[] = [];
    for (let index = 0; index < 2; index++) {
      await sweep({ stepMs: 0 });
      let notes = 0;
      for await (const _ of listSetAside(store(), 'object')) notes += 1;
      left.push(notes);
    }
    expect(left).toEqual([5, 0]);
  });

  test('sets aside as many files as its time allows, and continues in the next sweep', async () => {
    for (const letter of 'STU') await store().writeObject(letter.repeat(43), noise(9));
    app.clock.forward(DAY + 60);
    const counts: unknown[] = [];
    for (let index = 0; index < 4; index++) counts.push((await sweep({ stepMs: 0 })).setAside);
    expect(counts).toEqual([1, 1, 1, 0]);
    expect(await setAside()).toHaveLength(3);
  });

  test('makes one object, without the location, when two processes both believe they hold the lease', async () => {
    // More than one part, with a location in the first and the last.
    const film = Buffer.concat([mp4({ size: 17_000_000, about: [placeInUserData()], moovFirst: true }), placeInUserData()]);
    const path = await openUploadAs(ann, { size: film.length });
    expect((await putAs(app, ann, path, film as BodyInit)).status).toBe(200);
    const { services } = app;
    const lost = { hold: (_id: string, work: () => Promise<unknown>) => work() } as unknown as UploadLocker;
    const finalize = () => finalizeUpload({ ...services, store: store(), locker: lost }, ann.userId, idOf(path));
    const settled = await Promise.allSettled([finalize(), finalize()]);
    const { body } = await finalizeAs(ann, path);
    for (const one of settled) if (one.status === 'fulfilled') expect(one.value).toEqual(body);
    expect(settled.map(({ status }) => status)).toContain('fulfilled');
    expect((await bytesOfObject(store(), body.objectPath)).includes(LAKE)).toBe(false);
    expect(await storedUploads(store())).toEqual([]);
    expect(await storedObjects(store())).toEqual([objectNameOf(body.objectPath)]);
    expect(await problemsOf(app.services.db, store())).toEqual([]);
  });

  test.for(['sweep', 'sweep that may delete nothing', 'finalize'] as const)(
    'completes an interrupted finalize with the next %s',
    async (by) => {
      const film = mp4({ about: [placeInUserData()] });
      const path = await openUploadAs(ann);
      await putAs(app, ann, path, film as BodyInit);
      const { body } = await finalizeAs(ann, path);
      // As if the process had ended after writing the row and before blanking and moving the file.
      await store().removeObject(objectNameOf(body.objectPath));
      await layUpload(store(), path, film);

      if (by === 'finalize') expect((await finalizeAs(ann, path)).body).toEqual(body);
      else await sweep(by === 'sweep' ? {} : { agesUntil: null });
      const served = Buffer.from(await (await app.fetchAs(ann, body.objectPath)).arrayBuffer());
      expect(served.length).toBe(film.length);
      expect(served.includes(LAKE)).toBe(false);
      expect(await storedUploads(store())).toEqual([]);

      // As if it had ended later: after blanking and moving, before the answer.
      expect((await finalizeAs(ann, path)).body).toEqual(body);
      expect(await problemsOf(app.services.db, store())).toEqual([]);
    },
  );

  test('continues with other objects when one cannot be moved', async () => {
    const cutShort = async (seed: number) => {
      const film = mp4({ seed });
      const path = await openUploadAs(ann);
      await putAs(app, ann, path, film as BodyInit);
      const { objectPath } = (await finalizeAs(ann, path)).body;
      await store().removeObject(objectNameOf(objectPath));
      await layUpload(store(), path, film);
      return objectPath;
    };
    const [one, two] = [await cutShort(1), await cutShort(2)];
    const { services } = app;
    const locker = new UploadLocker(services);
    let asked = 0;
    const busyAtFirst = {
      hold: async (id: string, work: () => Promise<unknown>) => {
        asked += 1;
        if (asked === 1) throw busy();
        return locker.hold(id, work);
      },
    } as unknown as UploadLocker;
    expect(await sweep({ locker: busyAtFirst })).toEqual(nothing);
    const there = await Promise.all([one, two].map((path) => store().hasObject(objectNameOf(path))));
    expect(there.filter(Boolean)).toHaveLength(1);
    await sweep();
    expect(await storedObjects(store())).toHaveLength(2);
  });

  test('reports exactly the missing, altered and orphaned files in the integrity check', async () => {
    const [fine, missing, altered, moved] = (await Promise.all(
      [mp4({ seed: 1 }), mp4({ seed: 2 }), png(9, 9), mp4({ seed: 3, about: [placeInUserData()] })].map(
        async (file) => (await uploadAs(app, ann, file)).body.objectPath,
      ),
    )) as [string, string, string, string];
    expect(await problemsOf(app.services.db, store())).toEqual([]);
    await store().removeObject(objectNameOf(missing));
    await store().writeObject(objectNameOf(altered), Buffer.concat([await bytesOfObject(store(), altered), Buffer.from('x')]));
    const orphan = `/objects/${'O'.repeat(43)}`;
    await store().writeObject(objectNameOf(orphan), await bytesOfObject(store(), moved));
    await store().removeObject(objectNameOf(moved));
    const found = await problemsOf(app.services.db, store());
    expect(found.toSorted()).toEqual([`altered ${altered}`, `missing ${missing}`, `missing ${moved}`, `orphaned ${orphan}`].toSorted());
    expect(found.join()).not.toContain(fine);
  });
});

/** Object listings of a bucket do not show unfinished parts. */
const describeBuckets = (tests: Parameters<typeof describeOnStores>[1]) => inject('s3') && describeOnStores('an unfinished write', tests);
describeBuckets((open) => {
  test('is set aside after a day without a row, reclaimed by an operator, and found among more than a thousand', async () => {
    const app = await createListeningApp(await open());
    const { services } = app;
    const { store } = services.media;
    const { bucket, endpoint, region, credentials } = services.env.objectStore!;
    const client = new S3({ region, endpoint: endpoint!, credentials: credentials!, forcePathStyle: true });
    const begin = (Key: string) => client.createMultipartUpload({ Bucket: bucket, Key });
    await Promise.all([begin('backups/db.dump'), begin('db.dump'), begin('u'.repeat(43)), begin(`objects/${'o'.repeat(43)}`)]);
    app.clock.now = new Date(Date.now() + (DAY + 60) * 1_000);
    const report = await sweepMedia({ ...services, store, locker: new UploadLocker(services), agesUntil: app.clock.now });
    expect(report).toMatchObject({ setAside: 2 });
    expect(await reclaimed(services.db, store, new Date(Date.now() + 31 * DAY * 1_000))).toHaveLength(2);
    expect(await storedUploads(store)).toEqual([]);
    expect(await storedObjects(store)).toEqual([]);

    // A bucket lists a thousand at a time.
    const ids = Array.from({ length: 1_001 }, (_, index) => `${index}`.padStart(43, 'u'));
    for (let start = 0; start < ids.length; start += 40) await Promise.all(ids.slice(start, start + 40).map(begin));
    expect(await storedUploads(store)).toEqual(ids.toSorted());
    client.destroy();
    await app.close();
  });
});

describeOnStoresWithPostgres('the sweep during a concurrent session edit', (open) => {
  test('keeps the object that the session is just about to name', async () => {
    const app = await createListeningApp(await open());
    app.clock.now = new Date();
    const { db, media } = app.services;
    const ann = await app.signIn('ann@example.org', { beta: true });
    const path = (await uploadAs(app, ann, mp4())).body.objectPath;
    const { body: session } = await ann.call<{ id: string }>('POST', '/api/videos', { title: 'Sit' });
    const sweep = () =>
      sweepMedia({ ...app.services, store: media.store, locker: new UploadLocker(app.services), agesUntil: app.clock.now });
    await sweep();
    app.clock.forward((DELETED_KEPT_DAYS + 1) * DAY);

    let sweeping = Promise.resolve<unknown>(null);
    await db.transaction(async (tx) => {
      await tx.select().from(objects).where(eq(objects.path, path)).for('share');
      sweeping = sweep();
      const waiting = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
      await expect.poll(async () => (await rowsOf(db, waiting)).length).toBe(1);
      await tx.update(videos).set({ videoUrl: path }).where(eq(videos.id, session.id));
    });
    expect(await sweeping).toMatchObject({ unusedObjects: 0 });
    expect((await app.fetchAs(ann, path, { method: 'HEAD' })).status).toBe(200);
    await app.close();
  });
});
