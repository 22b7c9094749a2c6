import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrate as migrateOverPglite } from 'drizzle-orm/pglite/migrator';
import type { PgliteDatabase } from 'drizzle-orm/pglite';
import { migrate as migrateOverPostgres } from 'drizzle-orm/node-postgres/migrator';
import { ask, connect, openPool } from './postgres-pool.ts';
import { overClient } from './postgres-session.ts';
import { noteRelease, refuseIfTooOld } from './release-of-tables.ts';
import { RELEASES } from './releases.ts';

/** The build copies the SQL next to the compiled file, so this path works in the source and in the build. */
const MIGRATIONS = { migrationsFolder: fileURLToPath(new URL('./migrations', import.meta.url)) };

/** Advisory lock for migrations; an arbitrary number that nothing else uses. */
const LOCK = 56_645_463;

const DEADLOCK = '40P01';
const TRIES = 5;

/**
 * PGlite serves one process, guaranteed by the lock on its folder.
 * @throws SettingsError if this build is too old for the tables
 */
export async function migratePglite(db: PgliteDatabase, releases = RELEASES): Promise<void> {
  await refuseIfTooOld(db, releases);
  await migrateOverPglite(db, MIGRATIONS);
  await noteRelease(db, releases, countMigrations());
}

/**
 * Replicas that start together wait for the first one, then find nothing to do.
 * @throws DatabaseUnavailable
 * @throws SettingsError if this build is too old for the tables
 */
export async function migratePostgres(url: string, releases = RELEASES): Promise<void> {
  // A session-level lock belongs to a connection, so use exactly one.
  const pool = openPool(url, 1);
  try {
    const client = await connect(pool);
    try {
      await ask(client, 'select pg_advisory_lock($1)', [LOCK]);
      const db = overClient(client);
      await refuseIfTooOld(db, releases);
      await despiteDeadlocks(() => migrateOverPostgres(db, MIGRATIONS));
      await noteRelease(db, releases, countMigrations());
    } finally {
      // Ending the connection always releases the lock.
      client.release(true);
    }
  } finally {
    await pool.end();
  }
}

function countMigrations(): number {
  const journal = JSON.parse(readFileSync(join(MIGRATIONS.migrationsFolder, 'meta/_journal.json'), 'utf8')) as { entries: unknown[] };
  return journal.entries.length;
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

function isDeadlock(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) if ((at as { code?: string }).code === DEADLOCK) return true;
  return false;
}
