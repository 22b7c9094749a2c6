import { sql } from 'drizzle-orm';
import { Hono } from 'hono';
import { DatabaseUnavailable, isDatabaseUnavailable } from '../db/database-unavailable.ts';
import type { AppEnv, Services } from '../services.ts';
import { Refusal } from '../errors.ts';
import { databaseAway } from './refusal-of.ts';

/** As long as a query waits for a connection. Later calls must not wait for a query that hangs after a failover. */
const PATIENCE_MS = 10_000;

/** About as long as a restart takes. */
const RESTART_SECONDS = 5;
const serverStops = () =>
  new Refusal('unavailable', 'This server is restarting. Please try again in a moment.', { retryAfter: RESTART_SECONDS });

/**
 * `/api/health`: the process answers; restart it when it does not. `/api/ready`: the database answers too, and the
 * server is not about to stop; send no requests otherwise. Separate, because restarting the server does not fix the
 * database. No limit applies to either, so calls of `/api/ready` at the same time share one query.
 * @param stopping aborted when the server begins to stop
 */
export function healthRoutes({ db, log }: Pick<Services, 'db' | 'log'>, stopping: AbortSignal): Hono<AppEnv> {
  let asking: Promise<boolean> | null = null;
  const ask = async () => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new DatabaseUnavailable(new Error('no answer in time'))), PATIENCE_MS);
    });
    try {
      await Promise.race([db.execute(sql`select 1`), late]);
      return true;
    } catch (error) {
      log.warn(isDatabaseUnavailable(error) ? {} : { err: error }, 'the database does not answer');
      return false;
    } finally {
      clearTimeout(timer);
    }
  };
  return new Hono<AppEnv>()
    .get('/api/health', (c) => c.json({ status: 'alive' }))
    .get('/api/ready', async (c) => {
      asking ??= stopping.aborted ? null : ask().finally(() => (asking = null));
      if (await asking) return c.json({ status: 'ready' });
      // In the form of every refusal, so that devices see that the server itself answered.
      const away = stopping.aborted ? serverStops() : databaseAway();
      return c.json(away.body(c.var.requestId), away.status, { 'Retry-After': String(away.retryAfter) });
    });
}
