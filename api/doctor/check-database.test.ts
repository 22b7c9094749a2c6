import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { noteBackedUp, noteBackupFailed } from '../backup/backup-notes.ts';
import { nameOf } from '../backup/backups-in.ts';
import type { OpenDatabase } from '../db/open.ts';
import { freeBytesOf } from '../db/free-bytes.ts';
import { rowsOf } from '../db/rows-of.ts';
import { installation } from '../db/tables/installation.ts';
import { objects } from '../db/tables/media.ts';
import { createTestApp, type TestApp } from '../testing/create-test-app.ts';
import { describeOnBothDatabases } from '../testing/describe-on-both-databases.ts';
import { checkDatabase } from './check-database.ts';

describeOnBothDatabases('in the database, doctor', (open) => {
  let database: OpenDatabase;
  let test: TestApp;
  beforeAll(async () => {
    database = await open();
    test = await createTestApp(database);
    await test.services.media.bind();
  });
  afterAll(() => test.close());

  const found = (changed: Partial<Parameters<typeof checkDatabase>[0]> = {}) =>
    checkDatabase({ ...test.services, store: test.services.media.store, now: () => new Date(), ...changed });

  it('finds nothing wrong with one that is well', async () => {
    expect(await found()).toEqual([]);
  });

  it('sees tables of an older, a newer and a much newer release', async () => {
    const { db } = database;
    const release = (noted: string, oldest: string) =>
      db.execute(sql`update drizzle.longline_release set release = ${noted}, oldest = ${oldest}`);
    const [before] = await rowsOf<{ release: string; oldest: string }>(db, sql`select release, oldest from drizzle.longline_release`);
    await release('98.0.0', before!.oldest);
    expect(await found()).toEqual(['The database was migrated by Longline 98.0.0, which is newer than this one: upgrade again soon.']);
    await release('99.0.0', '98.0.0');
    expect(await found()).toEqual([
      expect.stringMatching(/^The database was migrated by Longline 99\.0\.0\. This is .+ more than one release older/),
    ]);
    await release(before!.release, before!.oldest);
    await db.execute(sql`update drizzle.__drizzle_migrations set created_at = created_at - 1000000000000`);
    expect(await found()).toEqual(['The database is of an older release. The next start of the server migrates it.']);
    await db.execute(sql`update drizzle.__drizzle_migrations set created_at = created_at + 1000000000000`);
    expect(await found()).toEqual([]);
  });

  it('sees that no one is administrator, unless the first person becomes one', async () => {
    const line = 'No one is administrator, so no one can give people access. Set ADMIN_EMAILS.';
    const { env } = test.services;
    expect(await found({ env: { ...env, smtpUrl: 'smtp://127.0.0.1' } })).toEqual([line]);
    expect(await found({ env: { ...env, smtpUrl: 'smtp://127.0.0.1', adminEmails: ['ann@example.org'] } })).toEqual([]);
  });

  it('sees clocks that are apart', async () => {
    expect(await found({ now: () => new Date(Date.now() + 300_000) })).toEqual([
      expect.stringMatching(/^The clocks of this machine and of the database are (299|300|301) seconds apart/),
    ]);
  });

  it('sees a disk that is full soon', async () => {
    const { dataDir } = test.services.env;
    const user = (await test.signIn('ann@example.org')).userId;
    test.services.env.adminEmails = ['ann@example.org'];
    const size = Math.round(freeBytesOf(dataDir) * 3.5);
    const row = { ownerId: user, mediaType: 'video/mp4', size, sha256: '', servedSize: size, servedSha256: '' };
    await database.db.insert(objects).values({ ...row, path: '/objects/old', createdAt: new Date(Date.now() - 40 * 86_400_000) });
    expect(await found()).toEqual([]);
    // Three and a half times the free space in five days.
    await database.db.insert(objects).values({ ...row, path: '/objects/new', createdAt: new Date(Date.now() - 5 * 86_400_000) });
    expect(await found()).toEqual([expect.stringMatching(/^The disk of DATA_DIR is full in 1 days, at the pace of the last 30 days\.$/)]);
    await database.db.delete(objects);
  });

  it('sees that there is no backup, that the last one failed, and that the next one cannot be written', async () => {
    const { env } = test.services;
    expect(await found({ env: { ...env, publicUrl: 'https://dogs.example.org' } })).toEqual([
      'There are no backups. Set BACKUP_DIR to a folder on another disk.',
    ]);
    const dir = join(env.dataDir, 'backups');
    const backup = { dir, keepDays: 14 };
    expect(await found({ env: { ...env, backup } })).toEqual([]);
    await noteBackupFailed(database.db, new Date(), 'ENOSPC: no space left on device');
    expect(await found({ env: { ...env, backup } })).toEqual(['The last backup failed: ENOSPC: no space left on device']);
    await noteBackedUp(database.db, new Date(), 0);
    const gone = ['BACKUP_DIR has no backup any more. Is its disk mounted?'];
    expect(await found({ env: { ...env, backup } })).toEqual(gone);
    await mkdir(dir);
    expect(await found({ env: { ...env, backup } })).toEqual(gone);
    await mkdir(join(dir, nameOf(new Date())));
    expect(await found({ env: { ...env, backup } })).toEqual([]);
    await database.db.update(installation).set({ backedUpAt: null });
    const file = join(env.dataDir, 'session-secret');
    await writeFile(file, '');
    expect(await found({ env: { ...env, backup: { ...backup, dir: file } } })).toEqual(['BACKUP_DIR cannot be written: ENOTDIR']);
  });

  it('sees media of another database', async () => {
    await rm(join(test.services.env.dataDir, 'media'), { recursive: true });
    expect(await found()).toEqual(['The media store is not the one that belongs to this database. Is its disk mounted?']);
  });
});
