import { readFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { DEMO_EMAIL } from '../../db/demo-kennel.ts';
import type { Database } from '../../db/database.ts';
import type { OpenDatabase } from '../../db/open.ts';
import { rowsOf } from '../../db/rows-of.ts';
import { createTestApp } from '../create-test-app.ts';
import { describeOnBothDatabases } from '../describe-on-both-databases.ts';
import { objectsOf, readDumps, readMigrations, readTables, withColumns } from './release-dump.ts';
import { insertAll, makeReleased, MIGRATIONS } from './released-database.ts';
import { FILLED_COLUMNS, upgradedRows } from './upgraded-rows.ts';

const DUMPS = await readDumps();

/** Edited after its release, with the same result (docs/decisions/0098); the hash is of the file as released. */
const EDITED = { place: 13, hash: 'c44615990637c4a1fe540bcef3f9bf6a41479f2053f910e2391dee74c7d494d9' };

describe('the dumps', () => {
  it('exist for each release since 0.2.0, and for the version of this code', async () => {
    const headings = [...(await readFile('CHANGELOG.md', 'utf8')).matchAll(/^## (\S+)/gm)].map(([, release]) => release!);
    const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
    const releases = headings.slice(headings.indexOf(version)).filter((release) => release !== '0.1.0');
    expect(DUMPS.map(({ release }) => release)).toEqual(releases.toReversed());
  });

  it('have rows in each table, except those that the demo of 0.2.0 left empty', () => {
    const empty = DUMPS.flatMap(({ release, tables }) =>
      Object.entries(tables)
        .filter(([, { rows }]) => rows.length === 0)
        .map(([name]) => `${release} ${name}`),
    );
    expect(empty).toEqual(['0.2.0 derivations', '0.2.0 objects']);
  });

  it('name migrations that no one has edited since their release', () => {
    const now = MIGRATIONS.map(({ hash, folderMillis }) => ({ hash, createdAt: folderMillis }));
    for (const { release, migrations } of DUMPS) {
      const released = migrations.map((migration, place) =>
        place === EDITED.place && migration.hash === EDITED.hash ? { ...migration, hash: now[place]!.hash } : migration,
      );
      expect(released, release).toEqual(now.slice(0, migrations.length));
    }
  });
});

describeOnBothDatabases('an upgrade in one jump', (open) => {
  describe.each(DUMPS)('from $release', (dump) => {
    let database: OpenDatabase;
    beforeAll(async () => {
      database = await open();
      await makeReleased(database.db, dump);
    });

    it('keeps every row, and changes only what a migration is meant to change', async () => {
      const { db, migrate } = database;
      expect(await readTables(db)).toEqual(dump.tables);
      await migrate();
      const now = await readTables(db);
      expect(withColumns(dump.tables, now)).toEqual(upgradedRows(dump));
      expect(await readMigrations(db)).toHaveLength(MIGRATIONS.length);

      for (const [name, before] of Object.entries(dump.tables)) {
        for (const column of now[name]!.columns.filter((column) => !before.columns.includes(column))) {
          const fill = FILLED_COLUMNS[`${name}.${column}`];
          if (fill)
            expect(
              objectsOf(now[name]!).map((row) => row[column]),
              `${name}.${column}`,
            ).toEqual(fill(objectsOf(now[name]!), dump.tables));
          else expect(await countOtherThanDefault(db, name, column), `${name}.${column}`).toBe(0);
        }
      }
    });

    it('leaves a database that serves the trainer everything and takes changes', async () => {
      const app = await createTestApp(database);
      const kate = await app.signIn(DEMO_EMAIL);
      const own = objectsOf(dump.tables['videos']!).filter((row) => row['owner_id'] === kate.userId && row['deleted_at'] === null);
      const { body: sessions } = await kate.call<{ id: string; title: string }[]>('GET', '/api/videos?limit=1000');
      expect(new Map(sessions.map(({ id, title }) => [id, title]))).toEqual(new Map(own.map(({ id, title }) => [id, title])));
      const edited = await kate.call('PATCH', `/api/videos/${sessions[0]!.id}`, { title: 'After the upgrade' });
      expect(edited).toMatchObject({ status: 200, body: { title: 'After the upgrade' } });
      expect(app.errors).toEqual([]);
      await app.close();
    });
  });
});

describeOnBothDatabases('a server of the previous release on the tables of this version', (open) => {
  // The newest dump is of this version until it is released, and of the previous one after that.
  describe.each(DUMPS.slice(-2))('$release', (dump) => {
    it('finds every column that it knows, with the same type', async () => {
      const { db, migrate } = await open();
      await makeReleased(db, dump);
      const before = await columnTypes(db);
      await migrate();
      expect(await columnTypes(db)).toMatchObject(before);
    });

    it('writes rows without the columns that it does not know', async () => {
      const { db } = await open();
      await insertAll(db, dump.tables);
      expect(withColumns(dump.tables, await readTables(db))).toEqual(dump.tables);
    });
  });
});

async function columnTypes(db: Database): Promise<Record<string, string>> {
  const found = await rowsOf<{ name: string; type: string }>(
    db,
    sql`select table_name || '.' || column_name as name, udt_name::text as type from information_schema.columns where table_schema = 'public'`,
  );
  return Object.fromEntries(found.map(({ name, type }) => [name, type]));
}

async function countOtherThanDefault(db: Database, table: string, column: string): Promise<number> {
  const [found] = await rowsOf<{ value: string }>(
    db,
    sql`select coalesce(column_default, 'null') as value from information_schema.columns
      where table_schema = 'public' and table_name = ${table} and column_name = ${column}`,
  );
  const [counted] = await rowsOf<{ count: number }>(
    db,
    sql`select count(*)::int as count from ${sql.identifier(table)} where ${sql.identifier(column)} is distinct from ${sql.raw(found!.value)}`,
  );
  return counted!.count;
}
