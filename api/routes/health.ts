import { sql } from 'drizzle-orm';
import { Hono } from 'hono';
import { DatabaseUnavailable, isDatabaseUnavailable } from '../db/database-unavailable.ts';
import type { AppEnv, Services } from '../services.ts';
import { isDatabaseFull } from '../db/database-full.ts';
import { Refusal } from '../errors.ts';
import { databaseAway, databaseFull } from './refusal-of.ts';

/** As long as a query waits for a connection. Later calls must not wait for a query that hangs after a failover. */
const PATIENCE_MS = 10_000;

/** About as long as a restart takes. */
const RESTART_SECONDS = 5;
const serverStops = () =>
  new Refusal('unavailable', 'This server is restarting. Please try again in a moment.', { retryAfter: RESTART_SECONDS });

/**
 * `/api/health`: the process answers; restart it when it does not. `/api/ready`: the database answers too and takes
 * changes, and the server is not about to stop; send no requests otherwise. Separate, because restarting the server does not fix the
 * database. No limit applies to either, so calls of `/api/ready` at the same time share one query.
 * @param stopping aborted when the server begins to stop
 */
export function healthRoutes({ db, log }: Pick<Services, 'db' | 'log'>, stopping: AbortSignal): Hono<AppEnv> {
  /** Why the server is not ready; null if it is. */
  let asking: Promise<Refusal | null> | null = null;
  const ask = async () => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new DatabaseUnavailable(new Error('no answer in time'))), PATIENCE_MS);
    });
    try {
      // Changes nothing, but fails if the database takes no changes: on a full disk, or after a failover.
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
  };
  return new Hono<AppEnv>()
    .get('/api/health', (c) => c.json({ status: 'alive' }))
    .get('/api/ready', async (c) => {
      asking ??= stopping.aborted ? null : ask().finally(() => (asking = null));
      const reason = await asking;
      const away = stopping.aborted ? serverStops() : reason;
      if (!away) return c.json({ status: 'ready' });
      // In the form of every refusal, so that devices see that the server itself answered.
      return c.json(away.body(c.var.requestId), away.status, { 'Retry-After': String(away.retryAfter) });
    });
}
