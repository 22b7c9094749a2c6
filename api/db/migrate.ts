import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { PgDialect, type PgSession } from 'drizzle-orm/pg-core';
import type { Database } from './database.ts';
import { hasCode } from './has-code.ts';
import { ask, connect, openPool } from './postgres-pool.ts';
import { overClient } from './postgres-session.ts';
import { noteRelease, refuseIfTooOld } from './release-of-tables.ts';
import { RELEASES } from './releases.ts';
import { rowsOf } from './rows-of.ts';

/** The build copies the SQL next to the compiled file, so this path works in the source and in the build. */
const MIGRATIONS = { migrationsFolder: fileURLToPath(new URL('./migrations', import.meta.url)) };

/** Advisory lock for migrations; an arbitrary number that nothing else uses. */
const LOCK = 56_645_463;

const DEADLOCK = '40P01';
const TRIES = 5;

/** When each migration was made, oldest first; this identifies it. */
export const migrationTimes = (): number[] => readMigrationFiles(MIGRATIONS).map(({ folderMillis }) => folderMillis);

interface MigrateOptions {
  /** The time of the last migration to run; all of them by default. */
  last?: number | undefined;
  /** The releases that this build knows. */
  releases?: typeof RELEASES;
}

/** Whether a server has ever migrated the database. */
export async function hasTables(db: Database): Promise<boolean> {
  const [row] = await rowsOf<{ has: string | null }>(db, sql`select to_regclass('drizzle.__drizzle_migrations')::text as has`);
  return row!.has !== null;
}

/** Whether the database has tables, and not yet all migrations. */
export async function isBehind(db: Database): Promise<boolean> {
  if (!(await hasTables(db))) return false;
  const [row] = await rowsOf<{ made: string | null }>(db, sql`select max(created_at)::text as made from drizzle.__drizzle_migrations`);
  return row!.made !== null && Number(row!.made) < migrationTimes().at(-1)!;
}

/**
 * PGlite serves one process, guaranteed by the lock on its folder.
 * @throws SettingsError if this build is too old for the tables
 */
export const migratePglite = (db: Database, options: MigrateOptions = {}): Promise<void> => runMigrations(db, options);

async function runMigrations(db: Database, { last = Infinity, releases = RELEASES }: MigrateOptions): Promise<void> {
  await refuseIfTooOld(db, releases);
  const migrations = readMigrationFiles(MIGRATIONS).filter(({ folderMillis }) => folderMillis <= last);
  // The types of the session and of the migrator name the same lack of a schema differently.
  await new PgDialect().migrate(migrations, db._.session as unknown as PgSession, MIGRATIONS);
  await noteRelease(db, releases, migrations.length);
}

/**
 * Replicas that start together wait for the first one, then find nothing to do.
 * @throws DatabaseUnavailable
 * @throws SettingsError if this build is too old for the tables
 */
export async function migratePostgres(url: string, options: MigrateOptions = {}): Promise<void> {
  // A session-level lock belongs to a connection, so use exactly one.
  const pool = openPool(url, 1);
  try {
    const client = await connect(pool);
    try {
      await ask(client, 'select pg_advisory_lock($1)', [LOCK]);
      await despiteDeadlocks(() => runMigrations(overClient(client), options));
    } finally {
      // Ending the connection always releases the lock.
      client.release(true);
    }
  } finally {
    await pool.end();
  }
}

/**
 * All migrations run in one transaction, which may deadlock with transactions of a replica of the previous version.
 * PostgreSQL lets those finish.
 */
async function despiteDeadlocks(migrate: () => Promise<void>): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await migrate();
    } catch (error) {
      if (!isDeadlock(error) || tried === TRIES) throw error;
    }
  }
}

export const isDeadlock = (error: unknown): boolean => hasCode(error, DEADLOCK);
