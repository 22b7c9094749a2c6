import { sql } from 'drizzle-orm';
import { isDatabaseFull } from '../db/database-full.ts';
import { DatabaseUnavailable, isDatabaseUnavailable } from '../db/database-unavailable.ts';
import type { Refusal } from '../errors.ts';
import type { Services } from '../services.ts';
import { databaseAway, databaseFull } from './refusal-of.ts';

/** As long as a query waits for a connection. Later calls must not wait for a query that hangs after a failover. */
const PATIENCE_MS = 10_000;

/** Why the database takes no changes now; null if it does. Changes nothing. */
export async function whyNotReady({ db, log }: Pick<Services, 'db' | 'log'>): Promise<Refusal | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DatabaseUnavailable(new Error('no answer in time'))), PATIENCE_MS);
  });
  try {
    // Fails if the database takes no changes: on a full disk, or after a failover.
    await Promise.race([db.execute(sql`delete from rate_limits where false`), late]);
    return null;
  } catch (error) {
    if (isDatabaseFull(error)) {
      log.warn({}, 'the disk of the database is full');
      return databaseFull();
    }
    log.warn(isDatabaseUnavailable(error) ? {} : { err: error }, 'the database does not answer');
    return databaseAway();
  } finally {
    clearTimeout(timer);
  }
}
