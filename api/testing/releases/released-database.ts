import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { Database } from '../../db/database.ts';
import { objectsOf, type ReleaseDump, type Tables } from './release-dump.ts';

/** All migrations of this version, oldest first. */
export const MIGRATIONS = readMigrationFiles({ migrationsFolder: fileURLToPath(new URL('../../db/migrations', import.meta.url)) });

/** Turns a database without rows into the one that a release left behind: its tables, its rows and its list of migrations. */
export async function makeReleased(db: Database, { migrations, tables }: ReleaseDump): Promise<void> {
  await db.transaction(async (tx) => {
    for (const schema of ['public', 'drizzle']) await tx.execute(sql.raw(`drop schema ${schema} cascade`));
    for (const schema of ['public', 'drizzle']) await tx.execute(sql.raw(`create schema ${schema}`));
    await tx.execute(sql`create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`);
    for (const [place, { hash, createdAt }] of migrations.entries()) {
      for (const statement of MIGRATIONS[place]!.sql) await tx.execute(sql.raw(statement));
      await tx.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${createdAt})`);
    }
  });
  await insertAll(db, tables);
}

/** Triggers stay off, since their rows are in the dump too, and so do foreign keys, since tables come in alphabetical order. */
export async function insertAll(db: Database, tables: Tables): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    for (const [table, { columns, rows }] of Object.entries(tables)) {
      const names = sql.join(
        columns.map((column) => sql.identifier(column)),
        sql`, `,
      );
      const values = JSON.stringify(objectsOf({ columns, rows }));
      const name = sql.identifier(table);
      await tx.execute(sql`insert into ${name} (${names}) select ${names} from json_populate_recordset(null::${name}, ${values}::json)`);
    }
  });
}
