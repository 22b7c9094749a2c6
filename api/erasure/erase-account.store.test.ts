import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { findBackup } from '../backup/backups-in.ts';
import { listErasures } from '../backup/list-erasures.ts';
import { makeBackup } from '../backup/make-backup.ts';
import { listTables, readTable } from '../backup/read-table.ts';
import { restoreBackup } from '../backup/restore-backup.ts';
import { verifyBackup } from '../backup/verify-backup.ts';
import type { Database } from '../db/database.ts';
import { rowsOf } from '../db/rows-of.ts';
import { erasedAccounts, users } from '../db/tables/people.ts';
import { openMediaStore } from '../media/media.ts';
import type { TestPerson } from '../testing/create-test-app.ts';
import { describeOnStores } from '../testing/describe-on-stores.ts';
import { createListeningApp, type ListeningApp } from '../testing/listening-app.ts';
import { becomePartners, deviceOf } from '../testing/pulling-device.ts';
import { mp4 } from '../testing/sample-media.ts';
import { problemsOf, storedObjects, storedUploads } from '../testing/stored-media.ts';
import { openUploadAs, patchAs, uploadAs } from '../testing/upload-as.ts';
import { beginErasure } from './begin-erasure.ts';
import { eraseAccount } from './erase-account.ts';
import { findInstallation } from '../db/installation.ts';
import { finishErasures } from './erase-again.ts';
import type { ErasureServices } from './erasure-services.ts';
import { finishAndList } from './erasures.ts';

/** In every text that Ann writes, except in the cue that Ben copies. */
const PLANTED = 'Quittenbaum';
const DOG = { name: `${PLANTED} dog`, breed: 'Collie', birthdate: '2021-02-28', titles: [], notes: PLANTED };
const CUE = { name: 'Heel', sport: 'Obedience', difficulty: 'beginner', description: '', steps: [], visibility: 'public' };

describeOnStores('an erased account', (open) => {
  const scratch = mkdtempSync(join(tmpdir(), 'longline-erasure-'));
  let app: ListeningApp;
  let [ann, ben]: TestPerson[] = [];
  let services: ErasureServices & ListeningApp['services'];
  let dir: string;
  afterAll(() => rmSync(scratch, { recursive: true }));
  beforeEach(async () => {
    app = await createListeningApp(await open());
    await app.services.media.bind();
    services = { ...app.services, store: app.services.media.store };
    [ann, ben] = [await app.signIn('ann@example.org', { beta: true }), await app.signIn('ben@example.org', { beta: true })];
    dir = mkdtempSync(join(scratch, 'target-'));
  });
  afterEach(() => app.close());

  const backUp = () => {
    app.clock.forward(60);
    return makeBackup({ ...services, dataDir: services.env.dataDir, settleMs: 0 }, dir);
  };
  const erase = async (person: TestPerson) => {
    await beginErasure(services, person.userId);
    const unlisted = await listErasures(services.db);
    await eraseAccount(services, person.userId);
    return unlisted;
  };

  /** Ann leaves something in each table, and Ben's rows beside it. @returns what Ben has without her */
  async function fill() {
    const { body: hers } = await ann!.call<{ id: string }>('POST', '/api/cues', CUE);
    await ben!.call('POST', `/api/cues/${hers.id}/import`);
    const { body: his } = await ben!.call<{ id: string }>('POST', '/api/videos', { title: 'Ben' });
    const before = deviceOf(ben!);
    await before.pullAll();

    await ann!.call('PATCH', '/api/users/profile', { firstName: PLANTED, lastName: 'Åberg', profileVisibility: 'public', bio: PLANTED });
    await becomePartners(ann!, ben!);
    const { body: dog } = await ann!.call<{ id: string }>('POST', '/api/dogs', DOG);
    const film = (await uploadAs(app, ann!, mp4({ seed: 3 }))).body.objectPath;
    const session = { title: PLANTED, dogId: dog.id, videoUrl: film };
    const { body: video } = await ann!.call<{ id: string }>('POST', '/api/videos', session, { 'idempotency-key': randomUUID() });
    await ann!.call('POST', `/api/videos/${video.id}/share`, { shared: true });
    for (const title of [`${PLANTED} 1`, `${PLANTED} 2`])
      await ann!.call('PATCH', `/api/videos/${video.id}`, { title, base: { title: 'x' } });
    await ann!.call('POST', '/api/programs', { name: PLANTED, dogId: dog.id });
    await ann!.call('POST', '/api/plans', { day: '2026-12-01', note: PLANTED, dogId: dog.id });
    await ann!.call('POST', '/api/trials', { name: PLANTED, day: '2026-12-20', shownToPartners: true });
    await ann!.call('POST', '/api/calendar');
    await ann!.call('POST', `/api/videos/${his.id}/comments`, { content: PLANTED });
    await ben!.call('POST', `/api/videos/${video.id}/comments`, { content: 'Well done' });
    await ann!.call('GET', '/api/auth/keep-key');
    const begun = await openUploadAs(ann!, { size: 1_000 });
    await patchAs(app, ann!, begun, new Uint8Array(10), 0);
    // What a poster's row is to a film.
    await services.store.writeObject('p'.repeat(43), new Uint8Array(5));
    await services.db.execute(
      sql`insert into objects (path, owner_id, media_type, size, sha256, served_size, served_sha256, created_at, derived_from, derived_kind)
          select ${`/objects/${'p'.repeat(43)}`}, owner_id, 'image/jpeg', 5, 'x', 5, 'x', created_at, path, 'poster' from objects where path = ${film}`,
    );
    return before.everything();
  }

  test('leaves no row and no file that names the person, and others what is theirs', async () => {
    const without = await fill();
    const device = deviceOf(ben!);
    await device.pullAll();
    expect(device.everything()).not.toEqual(without);
    expect(await traces(services.db, ann!)).toContain('videos');
    expect([(await storedObjects(services.store)).length, (await storedUploads(services.store)).length]).toEqual([2, 1]);

    await erase(ann!);
    expect(await traces(services.db, ann!)).toEqual(['erased_accounts']);
    expect([await storedObjects(services.store), await storedUploads(services.store)]).toEqual([[], []]);
    expect(await problemsOf(services.db, services.store)).toEqual([]);
    expect((await ann!.call('GET', '/api/auth/user')).status).toBe(410);
    // Ben's device hears of it by an ordinary pull, and a new device never reads of her.
    await device.pullAll();
    const fresh = deviceOf(ben!);
    await fresh.pullAll();
    expect(device.everything()).toEqual(without);
    expect(fresh.everything()).toEqual(without);
    expect(device.readable()).toEqual(fresh.readable());
    expect(app.errors).toEqual([]);
  });

  test('is not brought back by a backup from before, and its files neither', async () => {
    const without = await fill();
    await backUp();
    expect(await erase(ann!)).toEqual([]);
    const { restored, db, store } = await restore(dir);
    expect(restored).toMatchObject({ erased: 1, damaged: [] });
    expect(await traces(db, ann!)).toEqual(['erased_accounts']);
    expect(await storedObjects(store)).toEqual([]);
    expect((await rowsOf<{ id: string }>(db, sql`select id from users`)).map(({ id }) => id)).toEqual([ben!.userId]);
    const rows = await rowsOf<{ title: string }>(db, sql`select title from videos`);
    expect(rows).toEqual([{ title: 'Ben' }]);
    expect(without).not.toEqual([]);
    // It may be a copy beside the original, whose folders it must leave alone.
    expect((await findInstallation(db)).backupFolders).toEqual([]);
    // A backup of the restored server lists it too, in its own folder.
    const other = mkdtempSync(join(scratch, 'other-'));
    await makeBackup({ db, store, dataDir: scratch, now: () => app.clock.now, newId: services.newId, settleMs: 0 }, other);
    expect(await readdir(join(other, 'erased'))).toEqual([ann!.userId]);
  });

  test('may sign in again with the same address, and a restore leaves the new account alone', async () => {
    await erase(ann!);
    const again = await app.signIn('ann@example.org', { beta: true });
    expect(again.userId).not.toBe(ann!.userId);
    await again.call('POST', '/api/dogs', DOG);
    // Listed by the first backup that the folder gets.
    await backUp();
    expect(await readdir(join(dir, 'erased'))).toEqual([ann!.userId]);
    await verifyBackup(await findBackup(dir), scratch);
    const { restored, db } = await restore(dir);
    expect(restored.erased).toBe(0);
    expect(await rowsOf(db, sql`select owner_id as "userId" from dogs`)).toEqual([{ userId: again.userId }]);
    expect(await rowsOf(db, sql`select email from beta_access order by email`)).toHaveLength(2);
  });

  test('is erased also when the list cannot be written, and listed later', async () => {
    await backUp();
    await writeFile(join(dir, 'erased'), 'in the way');
    expect(await erase(ann!)).toEqual([{ folder: dir, why: expect.stringContaining('ENOTDIR') }]);
    expect(await traces(services.db, ann!)).toEqual(['erased_accounts']);
    const warnings: string[] = [];
    const log = { ...services.log, warn: (_: object, line: string) => void warnings.push(line) };
    await finishAndList({ ...services, log });
    expect(warnings).toEqual([expect.stringContaining(`not yet in the list of ${dir}: `)]);
    await rm(join(dir, 'erased'));
    await finishAndList({ ...services, log });
    expect(await readdir(join(dir, 'erased'))).toEqual([ann!.userId]);
    expect(warnings).toHaveLength(1);
  });

  test('is listed once the disk is back, and in no folder of another database', async () => {
    await backUp();
    await rename(dir, `${dir}.unmounted`);
    expect(await erase(ann!)).toEqual([{ folder: dir, why: 'It has no backups now.' }]);
    await rename(`${dir}.unmounted`, dir);
    expect(await listErasures(services.db)).toEqual([]);
    expect(await readdir(join(dir, 'erased'))).toEqual([ann!.userId]);

    const [folder] = (await readdir(dir)).filter((name) => name.endsWith('Z'));
    await services.db.execute(sql`update installation set id = gen_random_uuid()`);
    await beginErasure(services, ben!.userId);
    expect(await listErasures(services.db)).toEqual([{ folder: dir, why: expect.stringContaining('another database') }]);
    expect(await readdir(join(dir, 'erased'))).toEqual([ann!.userId]);
    expect(folder).toBeDefined();
  });

  test('is complete after a store that failed, and gone for others before', async () => {
    await fill();
    await beginErasure(services, ann!.userId);
    const broken = { ...services.store, removeObject: () => Promise.reject(new Error('The store is away')) };
    await expect(eraseAccount({ ...services, store: broken }, ann!.userId)).rejects.toThrow('The store is away');
    expect((await ann!.call('GET', '/api/auth/user')).status).toBe(410);
    expect((await ben!.call<unknown[]>('GET', '/api/friendships')).body).toEqual([]);
    const [begun] = await services.db.select().from(erasedAccounts);
    expect(begun).toMatchObject({ userId: ann!.userId, doneAt: null });
    await finishErasures(services);
    expect(await traces(services.db, ann!)).toEqual(['erased_accounts']);
    expect((await services.db.select().from(users)).map(({ id }) => id)).toEqual([ben!.userId]);
    expect(await storedObjects(services.store)).toEqual([]);
  });

  test('ends a sign-in that came right behind its beginning', async () => {
    await beginErasure(services, ann!.userId);
    await services.db.execute(
      sql`insert into sign_ins (token_hash, user_id, created_at, last_used_at) values ('\\x01', ${ann!.userId}::uuid, now(), now())`,
    );
    await finishErasures(services);
    expect(await traces(services.db, ann!)).toEqual(['erased_accounts']);
  });

  test('a list with something else in it stops a restore, and fails the check of a backup', async () => {
    await backUp();
    await erase(ann!);
    await writeFile(join(dir, 'erased', `${ann!.userId.slice(0, -1)}~`), '');
    await expect(verifyBackup(await findBackup(dir), scratch)).rejects.toThrow('is not the id of an account');
    await expect(restore(dir)).rejects.toThrow('is not the id of an account');
  });

  async function restore(from: string) {
    const database = await open();
    const { db } = database;
    for (const statement of ['drop schema public cascade', 'create schema public', 'drop schema drizzle cascade'])
      await db.execute(sql.raw(statement));
    const env = { objectStore: null, ...database.env, dataDir: mkdtempSync(join(scratch, 'place-')) };
    const store = await openMediaStore({ env, db });
    const world = { database, store, env, now: () => app.clock.now, newId: () => randomUUID() };
    return { db, store, restored: await restoreBackup(world, await findBackup(from)) };
  }
});

/** The tables with a row that has the person's id, their address or a text of theirs. */
async function traces(db: Database, { userId, email }: TestPerson): Promise<string[]> {
  return db.transaction(async (tx) => {
    const found = new Set<string>();
    for (const table of await listTables(tx))
      for await (const batch of readTable(tx, table))
        for (const row of batch)
          if ([userId, email, PLANTED.toLowerCase()].some((trace) => row.toLowerCase().includes(trace))) found.add(table);
    return [...found];
  });
}
