import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { openPglite } from '../db/open.ts';
import { rowsOf } from '../db/rows-of.ts';
import { dogs, videos } from '../db/tables/training.ts';
import { openMediaStore } from '../media/media.ts';
import { describeOnPostgres } from '../testing/describe-on-both-databases.ts';
import { createListeningApp, type ListeningApp } from '../testing/listening-app.ts';
import { migratedDump } from '../testing/migrated-pglite.ts';
import { findBackup } from './backups-in.ts';
import { compareRows } from './check-backup.ts';
import { loadSnapshot } from './load-snapshot.ts';
import { makeBackup } from './make-backup.ts';
import { readManifest } from './manifest.ts';
import { restoreBackup } from './restore-backup.ts';
import { verifyBackup } from './verify-backup.ts';

const DOG = { name: 'Brock', breed: 'Collie', birthdate: '2021-02-28', titles: [], notes: '' };

describeOnPostgres('a snapshot', (open) => {
  const dir = mkdtempSync(join(tmpdir(), 'longline-snapshot-'));
  afterAll(() => rmSync(dir, { recursive: true }));
  const empty = async () => {
    const database = await open();
    for (const statement of ['drop schema public cascade', 'create schema public', 'drop schema drizzle cascade'])
      await database.db.execute(sql.raw(statement));
    return database;
  };
  const backUp = ({ services }: ListeningApp, into: string) =>
    makeBackup({ ...services, store: services.media.store, dataDir: services.env.dataDir, settleMs: 0 }, join(dir, into));

  test('has rows as of one moment, whatever is written while it reads', async () => {
    const app = await createListeningApp(await open());
    const ann = await app.signIn('ann@example.org', { beta: true });
    let making: ReturnType<typeof backUp> | undefined;
    // The backup reads the dogs, then waits for the table of sessions, which gets one of a dog that it has not seen.
    await app.services.db.transaction(async (tx) => {
      await tx.execute(sql`lock table videos in access exclusive mode`);
      making = backUp(app, 'moment');
      const waiting = sql`select 1 from pg_locks where relation = 'videos'::regclass and not granted`;
      await expect.poll(() => rowsOf(app.services.db, waiting)).toHaveLength(1);
      const row = { id: randomUUID(), ownerId: ann.userId, createdAt: app.clock.now, updatedAt: app.clock.now };
      await tx.insert(dogs).values({ ...row, ...DOG });
      const trained = { trainedAt: app.clock.now, trainedZone: 'UTC', trainedDay: '2026-11-21' };
      const about = { dogId: row.id, title: 'Track', description: '', thumbnailUrl: '', shared: false };
      await tx.insert(videos).values({ ...row, ...trained, ...about });
    });
    await making;
    const { tables } = await verifyBackup(await findBackup(join(dir, 'moment')), dir);
    expect([tables['dogs']!.rows, tables['videos']!.rows]).toEqual([0, 0]);
    await app.close();
  });

  test('loads from PGlite into PostgreSQL without a difference', async () => {
    const database = await openPglite({ loadDataDir: await migratedDump() });
    const app = await createListeningApp(database);
    await app.services.media.bind();
    const ann = await app.signIn('ann@example.org', { beta: true });
    await ann.call('POST', '/api/dogs', DOG);
    await backUp(app, 'moved');
    await app.close();
    await database.close();

    const place = await findBackup(join(dir, 'moved'));
    const manifest = await readManifest(place.folder);
    const target = await empty();
    await target.migrate(manifest.migration);
    await loadSnapshot(target.db, place.folder, manifest);
    await compareRows(target.db, place, manifest);

    const other = await empty();
    const env = { objectStore: null, dataDir: mkdtempSync(join(dir, 'place-')) };
    const store = await openMediaStore({ env, db: other.db });
    await restoreBackup({ database: other, store, env, now: () => new Date(), newId: () => randomUUID() }, place);
    await expect(compareRows(other.db, place, manifest)).rejects.toThrow('feeds.jsonl.gz');
  });

  test('carries everything that the tables hold: there are no sequences, and no generated columns', async () => {
    const { db } = await open();
    const others = sql`select relname from pg_class where relkind in ('S', 'm', 'p') and relnamespace = 'public'::regnamespace
                       union all select attname from pg_attribute where attgenerated <> '' or attidentity <> ''`;
    expect(await rowsOf(db, others)).toEqual([]);
  });
});
