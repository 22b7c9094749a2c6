import { fileURLToPath } from 'node:url';
import { migrate as migrateOverPglite } from 'drizzle-orm/pglite/migrator';
import type { PgliteDatabase } from 'drizzle-orm/pglite';
import { migrate as migrateOverPostgres } from 'drizzle-orm/node-postgres/migrator';
import { ask, connect, openPool } from './postgres-pool.ts';
import { overClient } from './postgres-session.ts';

/** The build copies the generated SQL beside the compiled file, so that this holds in both places. */
const MIGRATIONS = { migrationsFolder: fileURLToPath(new URL('./migrations', import.meta.url)) };

/** Any number that nothing else locks: it says ‘the tables of Longline are being changed’. */
const LOCK = 56_645_463;

const DEADLOCK = '40P01';
const TRIES = 5;

/** PGlite is for one process, which the lock on its folder sees to. */
export const migratePglite = (db: PgliteDatabase): Promise<void> => migrateOverPglite(db, MIGRATIONS);

/**
 * Replicas that start together wait for the first; the rest find nothing to do.
 * @throws DatabaseAway
 */
export async function migratePostgres(url: string): Promise<void> {
  // A session-level lock belongs to a connection, so there is exactly one.
  const pool = openPool(url, 1);
  try {
    const client = await connect(pool);
    try {
      await ask(client, 'select pg_advisory_lock($1)', [LOCK]);
      await despiteDeadlocks(() => migrateOverPostgres(overClient(client), MIGRATIONS));
    } finally {
      // Ending the connection gives the lock back, whatever happened.
      client.release(true);
    }
  } finally {
    await pool.end();
  }
}

/** All migrations are one transaction, which may meet those of a replica of the former version. Theirs go on meanwhile. */
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
