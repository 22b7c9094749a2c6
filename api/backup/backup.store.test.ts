import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { appendFile, open as openFile, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { RESERVE_BYTES } from '../db/keep-reserve.ts';
import type { OpenDatabase } from '../db/open.ts';
import { rowsOf } from '../db/rows-of.ts';
import { installation } from '../db/tables/installation.ts';
import { objects } from '../db/tables/media.ts';
import { feeds } from '../db/tables/sync.ts';
import { dogs, videos } from '../db/tables/training.ts';
import { bindMediaStore } from '../media/maintenance/bind-store.ts';
import { openMediaStore } from '../media/media.ts';
import { takeLease } from '../media/ports/lease.ts';
import { objectNameOf } from '../media/store/object-names.ts';
import type { TestPerson } from '../testing/create-test-app.ts';
import { describeOnStores, type OpenWorld } from '../testing/describe-on-stores.ts';
import { createListeningApp, type ListeningApp } from '../testing/listening-app.ts';
import { mp4, noise, sha256 } from '../testing/sample-media.ts';
import { bytesOfObject, problemsOf, storedObjects } from '../testing/stored-media.ts';
import { uploadAs } from '../testing/upload-as.ts';
import { findBackup, listBackups } from './backups-in.ts';
import { pathInPool } from './file-pool.ts';
import { heldInWords, rowsIn } from './in-words.ts';
import { makeBackup } from './make-backup.ts';
import { fileOfTable, readManifest } from './manifest.ts';
import { restoreBackup } from './restore-backup.ts';
import { RowsDigest } from './rows-digest.ts';
import { listTables, readTable, writeRowsAlike } from './read-table.ts';
import { verifyBackup } from './verify-backup.ts';

/** Ends lines for some readers, and needs escapes in JSON, in arrays or in COPY. */
const AWKWARD = 'a\\n "b"\n\t{c,d} \u2028 \u0085 \u{1f415} \\N \r é';

describeOnStores('a backup', (open) => {
  const scratch = mkdtempSync(join(tmpdir(), 'longline-backup-'));
  let app: ListeningApp;
  let ann: TestPerson;
  let film: string;
  let dir: string;
  beforeAll(async () => {
    app = await createListeningApp(await open());
    await app.services.media.bind();
    ann = await app.signIn('ann@example.org', { beta: true });
    await ann.call('PATCH', '/api/users/profile', { firstName: 'Ann', lastName: 'Åberg', profileVisibility: 'public' });
    const about = { name: 'Brock', breed: 'Collie', birthdate: '2021-02-28', titles: [], notes: '' };
    const { body: dog } = await ann.call<{ id: string }>('POST', '/api/dogs', about);
    await app.services.db.update(dogs).set({ notes: AWKWARD, titles: [AWKWARD, ''] });
    // The trigger on people would write these rows again.
    await app.services.db.execute(sql`delete from listed_people where list = 'any'`);
    film = (await uploadAs(app, ann, mp4({ seed: 3 }))).body.objectPath;
    await ann.call('POST', '/api/videos', { title: 'Track', dogId: dog.id, videoUrl: film }, { 'idempotency-key': randomUUID() });
  });
  afterAll(async () => {
    await app.close();
    rmSync(scratch, { recursive: true });
  });
  beforeEach(() => {
    dir = mkdtempSync(join(scratch, 'target-'));
    app.clock.forward(60);
  });

  const backUp = (changed: object = {}) =>
    makeBackup({ ...app.services, store: app.services.media.store, dataDir: app.services.env.dataDir, settleMs: 0, ...changed }, dir);

  test('restores every row and file into an empty place, marked and bound', async () => {
    const { folder } = await backUp();
    const before = await contentOf(app.services.db);
    const target = await emptyPlace(open);
    const store = await openMediaStore(target.restore);
    const restored = await restoreBackup({ ...target.services, store }, await findBackup(dir));
    expect(restored).toMatchObject({ damaged: [], manifest: await readManifest(folder) });

    const { feeds: _, installation: __, ...others } = await contentOf(target.services.database.db);
    const { feeds: ___, installation: ____, ...expected } = before;
    expect(others).toEqual(expected);
    for (const table of ['users', 'dogs', 'videos', 'feed_entries', 'sign_ins', 'listed_people', 'idempotency_keys'])
      expect(expected[table]?.rows, table).toBeGreaterThan(0);
    const [dog] = await target.services.database.db.select().from(dogs);
    expect(dog).toMatchObject({ notes: AWKWARD, titles: [AWKWARD, ''], birthdate: '2021-02-28' });
    expect(sha256(await bytesOfObject(store, film))).toBe(sha256(await bytesOfObject(app.services.media.store, film)));
    expect(await problemsOf(target.services.database.db, store)).toEqual([]);

    // Marked as restored: new histories that say up to when they agree with the old ones.
    const [marked] = await target.services.database.db.select().from(installation);
    expect(marked!.restoredAt).toEqual(app.clock.now);
    const epochs = async ({ db }: Pick<OpenDatabase, 'db'>) => new Map((await db.select().from(feeds)).map((feed) => [feed.name, feed]));
    const [old, now] = [await epochs(app.services), await epochs(target.services.database)];
    expect(now.size).toBe(old.size);
    for (const [name, { epoch, head, sharedUntil }] of now) {
      expect(epoch).not.toBe(old.get(name)!.epoch);
      expect(head).toBe(old.get(name)!.head);
      expect(sharedUntil).not.toBeNull();
    }
    // The server starts on it, and the old store does not go with it.
    await bindMediaStore({ ...target.services, db: target.services.database.db, store });
    await expect(bindMediaStore({ ...target.services, db: target.services.database.db, store: app.services.media.store })).rejects.toThrow(
      'belongs to another database',
    );
    // Triggers and references work again.
    await target.services.database.db.execute(sql`update users set profile_visibility = 'private'`);
    expect(await rowsOf(target.services.database.db, sql`select 1 from listed_people`)).toEqual([]);
    await expect(target.services.database.db.execute(sql`delete from users`)).rejects.toMatchObject({ cause: { code: '23503' } });
  });

  test('refuses a place that is not empty, and changes nothing', async () => {
    await backUp();
    const [target, other] = [await emptyPlace(open), await emptyPlace(open)];
    const place = await findBackup(dir);
    const store = await openMediaStore(target.restore);
    await store.writeObject('x'.repeat(43), noise(10));
    await expect(restoreBackup({ ...target.services, store }, place)).rejects.toThrow('is not empty. Restore into a new one');
    expect(await listTables(target.services.database.db)).toEqual([]);

    await other.services.database.migrate();
    await other.services.database.db.insert(installation).values({});
    const clean = await openMediaStore(other.restore);
    await expect(restoreBackup({ ...other.services, store: clean }, place)).rejects.toThrow('is not empty. Restore into a new one');
    expect(await storedObjects(clean)).toEqual([]);
  });

  test('takes a new embedded database, whose tables have no rows, but no such database on a server', async () => {
    await backUp();
    const target = await emptyPlace(open);
    await target.services.database.migrate();
    const store = await openMediaStore(target.restore);
    const restoring = restoreBackup({ ...target.services, store }, await findBackup(dir));
    if (target.services.database.kind === 'pglite') await restoring;
    else await expect(restoring).rejects.toThrow('is not empty. Restore into a new one');
  });

  test('copies only files that no earlier backup has', async () => {
    const first = await backUp();
    app.clock.forward(1);
    const file = (await uploadAs(app, ann, mp4({ seed: 4 }))).body;
    const second = await backUp();
    expect(first.media.newFiles).toBe(first.media.files);
    expect(second.media).toMatchObject({ files: first.media.files + 1, newFiles: 1, newBytes: file.size });
    expect(await listBackups(dir)).toHaveLength(2);
    await verifyBackup(await findBackup(first.folder), scratch);
  });

  test('writes rows as of one moment, and only files that they name, while people write', async () => {
    const writing = (async () => {
      for (let count = 0; count < 10; count++) await ann.call('POST', '/api/videos', { title: `Sit ${count}` });
    })();
    const made = await backUp();
    await writing;
    // The scratch database checks the references between rows.
    const { tables } = await verifyBackup(await findBackup(dir), scratch);
    expect(tables['videos']!.rows).toBeLessThanOrEqual((await app.services.db.select().from(videos)).length);
    expect(made.rows).toBe(rowsIn({ tables }));
  });

  test('lists what the store lacks or has altered as lost, and holds the rest', async () => {
    const { db, media } = app.services;
    const { objectPath: missing } = (await uploadAs(app, ann, mp4({ seed: 5 }))).body;
    const { objectPath: altered } = (await uploadAs(app, ann, mp4({ seed: 6 }))).body;
    await media.store.removeObject(objectNameOf(missing));
    await media.store.writeObject(objectNameOf(altered), noise(100));
    const made = await backUp();
    expect(made.media.lost).toBe(2);
    expect(heldInWords(await verifyBackup(await findBackup(dir), scratch))).toMatch(
      /^\d+ rows and \d+ files \(.+\), without 2 that were missing or altered in the media store when it was made$/,
    );
    for (const path of [missing, altered]) {
      await media.store.removeObject(objectNameOf(path));
      await db.execute(sql`update uploads set object_path = null where object_path = ${path}`);
      await db.delete(objects).where(eq(objects.path, path));
    }
  });

  test('waits for a file whose row is a moment older', async () => {
    const { store } = app.services.media;
    const asked = new Set<string>();
    const late = async (name: string) => (asked.has(name) ? store.readObject(name) : (asked.add(name), null));
    expect((await backUp({ store: { ...store, readObject: late } })).media.lost).toBe(0);
    expect(asked.size).toBeGreaterThan(0);
  });

  test('waits for a sweep to end, and keeps the next from deleting', async () => {
    const { db, newId } = app.services;
    const sweep = (await takeLease({ db, newId, name: 'sweep:media' }))!;
    let began = false;
    const making = backUp({ now: () => ((began = true), app.clock.now) });
    await expect.poll(() => rowsOf(db, sql`select 1 from leases where name = 'backup'`)).toHaveLength(1);
    await expect.poll(() => rowsOf(db, sql`select 1 from leases where wanted`)).toHaveLength(1);
    await expect(backUp()).rejects.toThrow('Another backup of this database is running.');
    expect(began).toBe(false);
    await sweep.release();
    await making;
    expect(await rowsOf(db, sql`select name from leases where name in ('backup', 'sweep:media')`)).toEqual([]);
  });

  test('an interrupted backup does not count, and the next one removes it', async () => {
    const { store } = app.services.media;
    await expect(backUp({ store: { ...store, readObject: () => Promise.reject(new Error('gone')) } })).rejects.toThrow('gone');
    expect(await listBackups(dir)).toEqual([]);
    expect(readdirSync(dir)).toEqual(['media']);
    await expect(findBackup(dir)).rejects.toThrow('has no backup');
  });

  test('does not mix with the backups of another database', async () => {
    await backUp();
    const other = await createListeningApp(await open());
    await other.services.media.bind();
    const made = makeBackup({ ...other.services, store: other.services.media.store, dataDir: scratch, settleMs: 0 }, dir);
    await expect(made).rejects.toThrow('has the backups of another database');
    await other.close();
  });

  test('recognizes another database by an older backup if the newest is damaged, before it writes any rows', async () => {
    await backUp();
    app.clock.forward(1);
    await shorten(join((await backUp()).folder, 'manifest.json'));
    const other = await createListeningApp(await open());
    await other.services.media.bind();
    const { db } = other.services;
    const readsNoRows = Object.assign(Object.create(db) as typeof db, { transaction: () => Promise.reject(new Error('reads rows')) });
    const made = makeBackup({ ...other.services, db: readsNoRows, store: other.services.media.store, dataDir: scratch, settleMs: 0 }, dir);
    await expect(made).rejects.toThrow('has the backups of another database');
    await other.close();
  });

  test('is refused while the media store is not the one that belongs to the database', async () => {
    const { store } = app.services.media;
    const unmounted = { ...store, notes: { ...store.notes, read: () => Promise.resolve(null) } };
    await expect(backUp({ store: unmounted })).rejects.toThrow('is not the one that belongs to this database. Is its disk mounted?');
    const other = await createListeningApp(await open());
    await other.services.media.bind();
    await expect(backUp({ store: other.services.media.store })).rejects.toThrow('is not the one that belongs to this database');
    await other.close();
    expect(await listBackups(dir)).toEqual([]);
  });

  test('any bitten, shortened or missing file fails with its name', async () => {
    const { folder } = await backUp();
    const place = await findBackup(dir);
    const { tables } = await readManifest(folder);
    const inPool = pathInPool(dir, sha256(await bytesOfObject(app.services.media.store, film)));
    const files = [inPool, ...['manifest.json', 'media.txt.gz', ...Object.keys(tables).map(fileOfTable)].map((name) => join(folder, name))];
    for (const harm of [bite, shorten, rm]) {
      for (const file of files) {
        const whole = await readFile(file);
        await harm(file);
        await expect(verifyBackup(place, scratch), `${harm.name} ${file}`).rejects.toThrow(`${file} is missing or damaged.`);
        await writeFile(file, whole);
      }
    }
    await appendFile(inPool, 'x');
    await expect(verifyBackup(place, scratch)).rejects.toThrow(`${inPool} is missing or damaged.`);
  });

  test('is not tested on a disk that the scratch database would fill', async () => {
    await backUp();
    const place = await findBackup(dir);
    const dataDir = mkdtempSync(join(scratch, 'full-'));
    const onDiskWith = (bytes: number) => verifyBackup(place, dataDir, () => bytes);
    await expect(onDiskWith(RESERVE_BYTES)).rejects.toThrow(/^Testing the backup .+ needs \d+ MB in DATA_DIR, whose disk has 67 MB\.$/);
    expect(readdirSync(join(dataDir, 'scratch'))).toEqual([]);
    await onDiskWith(3 * RESERVE_BYTES);
  });

  test('does not count if the database is migrated meanwhile', async () => {
    const { db } = app.services;
    const migrates = async (...begun: Parameters<typeof db.transaction>) => {
      const result = await db.transaction(...begun);
      await db.execute(
        sql`insert into drizzle.__drizzle_migrations (hash, created_at) select 'newer', max(created_at) + 1 from drizzle.__drizzle_migrations`,
      );
      return result;
    };
    const meanwhile = Object.assign(Object.create(db) as typeof db, { transaction: migrates });
    await expect(backUp({ db: meanwhile })).rejects.toThrow('was upgraded during the backup');
    expect(await listBackups(dir)).toEqual([]);
    await db.execute(sql`delete from drizzle.__drizzle_migrations where hash = 'newer'`);
  });

  test('restores the rest when a film is damaged, and nothing when rows are', async () => {
    const { folder } = await backUp();
    const inPool = pathInPool(dir, sha256(await bytesOfObject(app.services.media.store, film)));
    await bite(inPool);
    const target = await emptyPlace(open);
    const store = await openMediaStore(target.restore);
    const { damaged } = await restoreBackup({ ...target.services, store }, await findBackup(dir));
    expect(damaged).toEqual([inPool]);
    expect(await problemsOf(target.services.database.db, store)).toEqual([`missing ${film}`]);

    const dogsFile = join(folder, fileOfTable('dogs'));
    await bite(dogsFile);
    const other = await emptyPlace(open);
    const clean = await openMediaStore(other.restore);
    await expect(restoreBackup({ ...other.services, store: clean }, await findBackup(dir))).rejects.toThrow(dogsFile);
    expect(await storedObjects(clean)).toEqual([]);
  });

  test('has the generated secret, which only the owner can read', async () => {
    const { dataDir } = app.services.env;
    await writeFile(join(dataDir, 'session-secret'), 'thirty-two letters, made by itself', { mode: 0o600 });
    const { folder } = await backUp();
    expect((await stat(join(folder, 'session-secret'))).mode & 0o077).toBe(0);
    const target = await emptyPlace(open);
    await restoreBackup({ ...target.services, store: await openMediaStore(target.restore) }, await findBackup(dir));
    expect(await readFile(join(target.restore.env.dataDir, 'session-secret'), 'utf8')).toBe('thirty-two letters, made by itself');
    await rm(join(dataDir, 'session-secret'));
  });

  /** A database without tables, and a store without files. */
  async function emptyPlace(openWorld: OpenWorld) {
    const database = await openWorld();
    const { db } = database;
    await db.execute(sql`drop schema public cascade`);
    await db.execute(sql`create schema public`);
    await db.execute(sql`drop schema drizzle cascade`);
    const env = { objectStore: null, ...database.env, dataDir: mkdtempSync(join(scratch, 'place-')) };
    return { restore: { env, db }, services: { database, env, now: () => app.clock.now, newId: () => randomUUID() } };
  }
});

/** Number and content of the rows of each table. */
async function contentOf(db: OpenDatabase['db']): Promise<Record<string, { rows: number; content: string }>> {
  return db.transaction(async (tx) => {
    await writeRowsAlike(tx);
    const found: Record<string, { rows: number; content: string }> = {};
    for (const table of await listTables(tx)) {
      const digest = new RowsDigest();
      for await (const batch of readTable(tx, table)) for (const row of batch) digest.add(row);
      found[table] = { rows: digest.rows, content: digest.content };
    }
    return found;
  });
}

/** Takes off the last byte of a file. */
const shorten = async (path: string): Promise<void> => truncate(path, statSync(path).size - 1);

/** Changes one byte in the middle of a file. */
async function bite(path: string): Promise<void> {
  const file = await openFile(path, 'r+');
  const at = Math.floor(statSync(path).size / 2);
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, at);
  buffer[0]! ^= 0x20;
  await file.write(buffer, 0, 1, at);
  await file.close();
}
