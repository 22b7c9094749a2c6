import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeOnBothDatabases } from '../testing/describe-on-both-databases.ts';
import type { OpenDatabase } from './open.ts';
import { migratePglite, migratePostgres } from './migrate.ts';
import { noteRelease, refuseIfTooOld } from './release-of-tables.ts';
import { RELEASES, type Release } from './releases.ts';

/** Builds of later releases. All have this build's migrations, of which 90.10.0 brings the newest. */
const buildOf = (release: string): Release[] => {
  const all = [
    { release: '90.9.0', migrationsBefore: 0 },
    { release: '90.9.1', migrationsBefore: 1 },
    { release: '90.10.0', migrationsBefore: 1 },
    { release: '90.11.0', migrationsBefore: 1_000 },
  ];
  return all.slice(0, all.findIndex((one) => one.release === release) + 1);
};

describeOnBothDatabases('tables of a newer release', (open) => {
  let database: OpenDatabase;
  const migrateAs = (releases: readonly Release[]) =>
    database.url === null ? migratePglite(database.db, { releases }) : migratePostgres(database.url, { releases });
  beforeAll(async () => {
    database = await open();
    await migrateAs(buildOf('90.10.0'));
  });
  afterAll(() => database.db.execute(sql`drop table drizzle.longline_release`));

  test('refuse a server that is two releases older, in one line', async () => {
    const refused =
      'The database was migrated by Longline 90.10.0. This is 90.9.0, which is more than one release older: start 90.9.1 or newer.';
    await expect(migrateAs(buildOf('90.9.0'))).rejects.toMatchObject({ name: 'SettingsError', message: refused });
    await expect(migrateAs(RELEASES)).rejects.toThrow('start 90.9.1 or newer');
  });

  test('serve a server that is one release older, and still refuse an older one after it has started', async () => {
    await migrateAs(buildOf('90.9.1'));
    await expect(migrateAs(buildOf('90.9.0'))).rejects.toThrow('start 90.9.1 or newer');
  });

  test('do not count a release without migrations', async () => {
    await migrateAs(buildOf('90.11.0'));
    await expect(migrateAs(buildOf('90.9.1'))).resolves.toBeUndefined();
  });
});

describeOnBothDatabases('tables of the first release', (open) => {
  test('serve every server', async () => {
    const { db } = await open();
    await db.execute(sql`drop table if exists drizzle.longline_release`);
    const first = [{ release: '90.9.0', migrationsBefore: 0 }];
    await refuseIfTooOld(db, first);
    await noteRelease(db, first, 5);
    await expect(refuseIfTooOld(db, first)).resolves.toBeUndefined();
  });
});
