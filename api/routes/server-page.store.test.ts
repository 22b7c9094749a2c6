import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { noteBackedUp, noteBackupFailed } from '../backup/backup-notes.ts';
import type { Account, ServerMistakes, ServerState } from '../contract/server-page.ts';
import { USER_HEADER } from '../contract/sync-protocol.ts';
import { installation } from '../db/tables/installation.ts';
import { derivations, objects, uploads } from '../db/tables/media.ts';
import { erasedAccounts } from '../db/tables/people.ts';
import { deriveJob, NEVER_DUE } from '../media/derived/derive-job.ts';
import { SWEEP_LEASE } from '../media/maintenance/sweep.ts';
import { setAside } from '../media/maintenance/set-aside.ts';
import { takeLease } from '../media/ports/lease.ts';
import type { MediaStore } from '../media/store/media-store.ts';
import { newName } from '../media/store/object-names.ts';
import type { TestPerson } from '../testing/create-test-app.ts';
import { describeOnStores } from '../testing/describe-on-stores.ts';
import { createListeningApp, type ListeningApp } from '../testing/listening-app.ts';
import { noise, png } from '../testing/sample-media.ts';
import { layUpload } from '../testing/stored-media.ts';
import { openUploadAs, patchAs, uploadAs } from '../testing/upload-as.ts';

const DAY = 86_400;

describeOnStores('the page Server', (open) => {
  let app: ListeningApp;
  let admin: TestPerson;
  let ben: TestPerson;
  beforeAll(async () => {
    app = await createListeningApp(await open(), { adminEmails: ['anna@example.org'] });
    app.clock.now = new Date();
    admin = await app.signIn('anna@example.org');
    ben = await app.signIn('ben@example.org', { beta: true });
  });
  afterAll(() => app.close());

  const state = async () => (await admin.call<ServerState>('GET', '/api/admin/server')).body;
  /** Ages count up to now, as after a steady day. */
  const letAgesCount = () =>
    app.services.db.update(installation).set({ sweptAt: app.clock.now, steadySince: new Date(0), agesUntil: app.clock.now });
  const picture = async () => (await uploadAs(app, ben, png(8, 8))).body;

  test('is for admins only', async () => {
    for (const [method, path, body] of [
      ['GET', '/api/admin/server'],
      ['GET', '/api/admin/server/mistakes'],
      ['GET', '/api/admin/people'],
      ['POST', '/api/admin/server/reclaim', { what: 'unfinished' }],
      ['POST', '/api/admin/server/retry', {}],
    ] as const) {
      expect([path, (await ben.call(method, path, body)).status]).toEqual([path, 403]);
      // A page that another admin left open on this browser, and a visitor.
      expect([path, (await admin.call(method, path, body, { [USER_HEADER]: ben.userId })).status]).toEqual([path, 401]);
      expect([path, (await app.fetchAs(null, path, { method })).status]).toEqual([path, 401]);
    }
  });

  test('counts what is stored, by kind', async () => {
    const { db, media } = app.services;
    const none = { files: 0, bytes: 0 };
    const before = await state();
    expect(before).toMatchObject({ originals: none, copies: none, deleted: none, unfinished: { ...none, idle: none } });
    expect(before.disk.size).toBeGreaterThan(before.disk.free);
    expect(before.disk.hasMedia).toBe(app.services.env.objectStore === null);
    expect(before.databaseBytes).toBeGreaterThan(1_000_000);
    expect(before.people).toEqual({ total: 2, recent: 2 });

    const kept = await picture();
    const gone = await picture();
    const replaced = await picture();
    // The server encodes pictures again.
    const [{ servedSize: size }] = (await db.select().from(objects)) as [typeof objects.$inferSelect];
    const copyOf = (path: string, bytes: number) => ({
      path: `${path}-w480`,
      ownerId: ben.userId,
      mediaType: 'image/webp',
      size: bytes,
      sha256: '',
      servedSize: bytes,
      servedSha256: '',
      createdAt: app.clock.now,
      derivedFrom: path,
      derivedKind: 'w480' as const,
    });
    await db.insert(objects).values([copyOf(kept.objectPath, 100), copyOf(gone.objectPath, 1_000)]);
    await db.update(objects).set({ unusedSince: app.clock.now }).where(eq(objects.path, replaced.objectPath));
    await ben.call('POST', '/api/videos', { title: 'Sit', thumbnailUrl: kept.objectPath });
    const { body: session } = await ben.call<{ id: string }>('POST', '/api/videos', { title: 'Down', thumbnailUrl: gone.objectPath });
    await ben.call('DELETE', `/api/videos/${session.id}`);
    await patchAs(app, ben, await openUploadAs(ben, { size: 1_000 }), noise(600) as BodyInit, 0);
    const lost = newName(app.services.randomBytes);
    await media.store.writeObject(lost, noise(70));
    await setAside(media.store, { kind: 'object', name: lost });

    const stored = await state();
    expect(stored.originals).toEqual({ files: 1, bytes: size });
    expect(stored.copies).toEqual({ files: 1, bytes: 100 });
    expect(stored.deleted).toEqual({ files: 3, bytes: 2 * size + 1_000 });
    expect(stored.unfinished).toEqual({ files: 1, bytes: 600, idle: none });
    expect(stored.setAside).toEqual({ files: 1, bytes: 70, old: 0 });
  });

  test('reclaims uploads that are idle for a day, and files set aside for 30 days, and nothing else', async () => {
    const { db, media, newId } = app.services;
    const reclaim = async (what: string) => {
      const { status, body } = await admin.call<object>('POST', '/api/admin/server/reclaim', { what });
      return [status, body];
    };
    const [object] = await db.select().from(objects);
    expect(await reclaim('originals')).toMatchObject([400, { code: 'invalid' }]);
    app.clock.forward(DAY + 60);
    await letAgesCount();
    await openUploadAs(ben, { size: 1_000 });
    const unknown = 'unknown-upload-of-forty-characters-00000';
    await layUpload(media.store, unknown, noise(50));
    await setAside(media.store, { kind: 'upload', name: unknown });
    expect(await state()).toMatchObject({ unfinished: { files: 2, idle: { files: 1, bytes: 600 } }, setAside: { files: 2, bytes: 120 } });

    const sweeping = await takeLease({ db, newId, name: SWEEP_LEASE });
    expect(await reclaim('unfinished')).toMatchObject([409, { message: expect.stringMatching(/^The server is tidying its files/) }]);
    await sweeping!.release();
    // A phone that sends its bytes right now, or an object that is being made of them.
    const [idle] = await db.select().from(uploads).where(eq(uploads.received, 600));
    const sending = await takeLease({ db, newId, name: `upload:${idle!.id}` });
    expect(await reclaim('unfinished')).toEqual([200, { files: 0 }]);
    await sending!.release();
    await db.update(installation).set({ restoredAt: app.clock.now });
    expect(await reclaim('unfinished')).toMatchObject([409, { message: expect.stringMatching(/^Nothing is deleted now/) }]);
    await db.update(installation).set({ restoredAt: null });

    expect(await reclaim('unfinished')).toEqual([200, { files: 1 }]);
    expect(await db.$count(uploads)).toBe(4);
    expect(await reclaim('setAside')).toEqual([200, { files: 0 }]);
    app.clock.forward(31 * DAY);
    await letAgesCount();
    expect((await state()).setAside).toEqual({ files: 2, bytes: 120, old: 2 });
    expect(await reclaim('setAside')).toEqual([200, { files: 2 }]);
    expect((await state()).setAside).toEqual({ files: 0, bytes: 0, old: 0 });
    expect(await media.store.uploadSize(unknown)).toBe(0);
    expect((await db.select().from(objects)).map(({ path }) => path)).toContain(object!.path);
  });

  test('shows jobs and tries failed ones again', async () => {
    const { db } = app.services;
    await db.delete(derivations);
    const paths = (await db.select({ path: objects.path }).from(objects)).map(({ path }) => path);
    const [first, again, never] = paths;
    const due = new Date(app.clock.now.getTime() - 60_000);
    await db.insert(derivations).values([
      { objectPath: first!, kind: 'picture', dueAt: due },
      { objectPath: again!, kind: 'picture', attempts: 1, dueAt: new Date(app.clock.now.getTime() + 60_000) },
      { objectPath: never!, kind: 'picture', attempts: 3, dueAt: NEVER_DUE },
    ]);
    expect((await state()).derivations).toEqual({ waiting: 1, oldestAt: due.toISOString(), again: 1, givenUp: 1 });
    expect((await admin.call('POST', '/api/admin/server/retry', {})).body).toEqual({ jobs: 2 });
    expect((await state()).derivations).toEqual({ waiting: 3, oldestAt: due.toISOString(), again: 0, givenUp: 0 });
    // An attempt that had begun before the admin asked, and was the last.
    const [object] = await db.select().from(objects).where(eq(objects.path, never!));
    const { services } = app;
    const { signal } = new AbortController();
    await deriveJob({ ...services, store: {} as MediaStore, ffmpeg: null }, { attempts: 2, object: object! }, 'pictures', signal);
    expect((await state()).derivations).toMatchObject({ waiting: 2, givenUp: 1 });
    expect((await admin.call('POST', '/api/admin/server/retry', {})).body).toEqual({ jobs: 1 });
  });

  test('says when a nightly backup last worked, how many files it lacks, and why the newest failed', async () => {
    const { db } = app.services;
    const [worked, failed] = [new Date('2026-11-20T03:00:00.000Z'), new Date('2026-11-21T03:00:00.000Z')];
    await noteBackedUp(db, worked, 2);
    await noteBackupFailed(db, failed, 'No space is left.\nat open');
    const workedAt = worked.toISOString();
    const failure = { failedAt: failed.toISOString(), failure: 'No space is left.' };
    expect((await state()).backups).toEqual({ nightly: false, workedAt, lost: 2, ...failure });
    await noteBackedUp(db, worked, 0);
    expect((await state()).backups).toEqual({ nightly: false, workedAt, lost: 0, failedAt: null, failure: null });
  });

  test('lists people by last use, with their space and nothing that they wrote', async () => {
    app.clock.forward(2 * 3_600);
    const cara = await app.signIn('cara@example.org', { beta: true });
    await ben.call('PATCH', '/api/users/profile', { firstName: 'Ben', lastName: 'Ashworth', bio: 'Tracks in the Blackdown Hills.' });
    const { body: all } = await admin.call<Account[]>('GET', '/api/admin/people');
    const [{ servedSize: size }] = (await app.services.db.select().from(objects)) as [typeof objects.$inferSelect];
    expect(all.map(({ email, bytes }) => [email, bytes])).toEqual(
      expect.arrayContaining([
        ['anna@example.org', 0],
        ['ben@example.org', 3 * size],
        ['cara@example.org', 0],
      ]),
    );
    expect(all.find(({ email }) => email === 'ben@example.org')).toEqual({
      id: ben.userId,
      email: 'ben@example.org',
      firstName: 'Ben',
      lastName: 'Ashworth',
      lastUsedAt: expect.stringMatching(/Z$/),
      bytes: 3 * size,
    });
    // In pages of one, the same people in the same order; whom every browser has signed out comes last.
    await cara.call('DELETE', '/api/auth/sign-ins');
    await cara.get('/api/logout');
    const seen: Account[] = [];
    for (let path: string | undefined = '/api/admin/people?limit=1'; path !== undefined; ) {
      const { body, headers }: { body: Account[]; headers: Headers } = await admin.call<Account[]>('GET', path);
      seen.push(...body);
      path = /<([^>]+)>/.exec(headers.get('link') ?? '')?.[1];
    }
    expect(seen.map(({ id }) => id).toSorted((a, b) => a.localeCompare(b))).toEqual(
      all.map(({ id }) => id).toSorted((a, b) => a.localeCompare(b)),
    );
    const used = seen.map(({ lastUsedAt }) => lastUsedAt ?? '');
    expect(used).toEqual(used.toSorted((a, b) => b.localeCompare(a)));
  });

  test('lists no account that is being erased', async () => {
    const { db } = app.services;
    const before = (await state()).people.total;
    await db.insert(erasedAccounts).values({ userId: ben.userId, begunAt: app.clock.now });
    expect((await admin.call<Account[]>('GET', '/api/admin/people')).body.map(({ id }) => id)).not.toContain(ben.userId);
    expect(await state()).toMatchObject({ people: { total: before - 1 }, erasures: 1 });
    await db.delete(erasedAccounts);
  });

  test('says what it can while the store is away, and deletes nothing in a store of another database', async () => {
    const { db, media } = app.services;
    const notes = vi.spyOn(media.store.notes, 'list').mockImplementation(() => {
      throw new Error('The bucket does not answer');
    });
    expect(await state()).toMatchObject({ setAside: null, people: { total: 3 } });
    notes.mockRestore();
    const [row] = await db.select().from(installation);
    await db.update(installation).set({ mediaStoreId: randomUUID() });
    expect((await admin.call('POST', '/api/admin/server/reclaim', { what: 'setAside' })).status).toBe(500);
    await db.update(installation).set({ mediaStoreId: row!.mediaStoreId });
  });

  test('names mistakes of the setup', async () => {
    app.services.env.publicUrl = 'http://longline.example.org';
    const { mistakes } = (await admin.call<ServerMistakes>('GET', '/api/admin/server/mistakes')).body;
    expect(mistakes).toEqual(expect.arrayContaining([expect.stringMatching(/^No HTTPS/), expect.stringMatching(/^No mail/)]));
  });
});
