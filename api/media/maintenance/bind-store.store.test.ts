import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { lockInstallation } from '../../db/installation.ts';
import { installation } from '../../db/tables/installation.ts';
import { objects } from '../../db/tables/media.ts';
import { users } from '../../db/tables/people.ts';
import type { OpenDatabase } from '../../db/open.ts';
import { type Env, SettingsError } from '../../env.ts';
import { describeOnStores, describeOnStoresWithPostgres, type OpenWorld } from '../../testing/describe-on-stores.ts';
import { noise } from '../../testing/sample-media.ts';
import { storedObjects } from '../../testing/stored-media.ts';
import { adoptMediaStore, bindMediaStore } from './bind-store.ts';
import { openMediaStore } from '../media.ts';
import type { MediaStore } from '../store/media-store.ts';
import { objectPathOf } from '../store/object-names.ts';
import { openS3MediaStore } from '../store/s3-media-store.ts';

const FILM = 'f'.repeat(43);
const OTHER_FILM = 'o'.repeat(43);

interface Pair {
  db: OpenDatabase['db'];
  store: MediaStore;
  env: Pick<Env, 'objectStore' | 'dataDir'>;
  newId: () => string;
}

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

/** A database and a store that are not bound yet, which tests may combine differently. */
async function openPair(open: OpenWorld): Promise<Pair> {
  const { db, env: about } = await open();
  const dataDir = await mkdtemp(join(tmpdir(), 'longline-bind-'));
  folders.push(dataDir);
  const env = { objectStore: null, dataDir, ...about };
  return { db, env, store: await openMediaStore({ db, env }), newId: () => crypto.randomUUID() };
}

async function addFilm({ db, store }: Pair, name: string): Promise<void> {
  const [owner] = await db
    .insert(users)
    .values({ id: crypto.randomUUID(), createdAt: new Date(), updatedAt: new Date() })
    .returning({ id: users.id });
  const about = { mediaType: 'video/mp4', size: 9, sha256: '', servedSize: 9, servedSha256: '', createdAt: new Date() };
  await db.insert(objects).values({ path: objectPathOf(name), ownerId: owner!.id, ...about });
  await store.writeObject(name, noise(9));
}

describeOnStores('a database and its media store', (open) => {
  let one: Pair;
  let other: Pair;
  beforeAll(async () => {
    [one, other] = [await openPair(open), await openPair(open)];
  });
  beforeEach(async () => {
    for (const { db, store } of [one, other]) {
      for (const table of [installation, objects, users]) await db.delete(table);
      for (const name of await storedObjects(store)) await store.removeObject(name);
      await store.notes.remove('store');
    }
  });
  const withStoreOf = (pair: Pair, { store, env }: Pair): Pair => ({ ...pair, store, env });

  test('are bound at the first start and stay bound', async () => {
    await bindMediaStore(one);
    await addFilm(one, FILM);
    await bindMediaStore(one);
    expect(await storedObjects(one.store)).toEqual([FILM]);
  });

  test('make the start fail with one line when the store belongs to another database, which loses nothing', async () => {
    await bindMediaStore(one);
    await addFilm(one, FILM);
    const wrong = withStoreOf(other, one);
    await expect(bindMediaStore(wrong)).rejects.toThrow(SettingsError);
    await expect(bindMediaStore(wrong)).rejects.toThrow(/^[^\n]+ belongs to another database: [^\n]+--bind[^\n]+$/);
    await bindMediaStore(other);
    await expect(bindMediaStore(wrong)).rejects.toThrow('belongs to another database');
    expect(await storedObjects(one.store)).toEqual([FILM]);
    await bindMediaStore(one);
  });

  test('make the start fail when a bound database gets another, empty store', async () => {
    await bindMediaStore(one);
    await expect(bindMediaStore(withStoreOf(one, other))).rejects.toThrow('is not the one that belongs to this database');
  });

  test('of a version without ids are bound when a row of the database names a file of the store', async () => {
    await addFilm(one, FILM);
    await one.store.writeObject(OTHER_FILM, noise(9));
    await bindMediaStore(one);
    await expect(bindMediaStore(withStoreOf(other, one))).rejects.toThrow('belongs to another database');
  });

  test.for(['an empty database and a full store', 'a full database and an empty store', 'two that hold different files'] as const)(
    'of a version without ids are not bound: %s',
    async (what) => {
      if (what !== 'an empty database and a full store') await addFilm(one, FILM);
      if (what !== 'a full database and an empty store') await other.store.writeObject(OTHER_FILM, noise(9));
      const wrong = withStoreOf(one, other);
      await expect(bindMediaStore(wrong)).rejects.toThrow('does not match this database');
      await expect(bindMediaStore(wrong)).rejects.toThrow('does not match this database');
    },
  );

  test('are bound when an operator says so, and the previous database is refused', async () => {
    await bindMediaStore(one);
    await addFilm(one, FILM);
    const moved = withStoreOf(other, one);
    await adoptMediaStore(moved);
    await bindMediaStore(moved);
    await expect(bindMediaStore(one)).rejects.toThrow('belongs to another database');
  });

  test('are bound by the next start when the process ended between the two writes', async () => {
    await bindMediaStore(one);
    await one.db.update(installation).set({ mediaStoreId: null });
    await addFilm(one, FILM);
    await bindMediaStore(one);
    expect(await one.db.select({ id: installation.mediaStoreId }).from(installation)).toEqual([{ id: expect.any(String) }]);
  });

  test('are bound by the next start when the first one ended right after writing its note', async () => {
    const notes = {
      ...one.store.notes,
      write: async (name: string, text: string) => {
        await one.store.notes.write(name, text);
        throw new Error('killed');
      },
    };
    await expect(bindMediaStore({ ...one, store: { ...one.store, notes } })).rejects.toThrow('killed');
    await bindMediaStore(one);
    await bindMediaStore(one);
  });

  test('keep the database free while the store does not answer', async () => {
    // The store answers only after another transaction has locked the row, which would deadlock inside the first one.
    const read = async () => {
      await one.db.transaction((tx) => lockInstallation(tx));
      return null;
    };
    await bindMediaStore({ ...one, store: { ...one.store, notes: { ...one.store.notes, read } } });
    await expect(bindMediaStore(one)).resolves.toBeUndefined();
  });
});

test('a bucket that accepts connections but never answers fails within seconds', async () => {
  const open: Socket[] = [];
  const silent = createServer((socket) => void open.push(socket)).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const endpoint = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
  const store = await openS3MediaStore({ bucket: 'films', endpoint, region: 'us-east-1', credentials }, tmpdir(), 100);
  await expect(store.notes.read('store')).rejects.toMatchObject({ name: 'TimeoutError' });
  await expect(firstOf(store.listObjects())).rejects.toMatchObject({ name: 'TimeoutError' });
  for (const socket of open) socket.destroy();
  silent.close();
});

const firstOf = async <T>(all: AsyncIterable<T>) => {
  for await (const one of all) return one;
  return null;
};

describeOnStoresWithPostgres('replicas that start together', (open) => {
  test('bind the same store once', async () => {
    const pair = await openPair(open);
    let ids = 0;
    const newId = () => `d0f5a4f6-0000-4000-8000-00000000000${(ids += 1)}`;
    await Promise.all([1, 2, 3].map(() => bindMediaStore({ ...pair, newId })));
    expect(ids).toBe(1);
    await bindMediaStore(pair);
  });
});
