import { Hono } from 'hono';
import { Refusal } from '../errors.ts';
import type { AppEnv, Services } from '../services.ts';
import { whyNotReady } from './readiness.ts';

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
export function healthRoutes(services: Pick<Services, 'db' | 'log'>, stopping: AbortSignal): Hono<AppEnv> {
  /** Why the server is not ready; null if it is. */
  let asking: Promise<Refusal | null> | null = null;
  return new Hono<AppEnv>()
    .get('/api/health', (c) => c.json({ status: 'alive' }))
    .get('/api/ready', async (c) => {
      asking ??= stopping.aborted ? null : whyNotReady(services).finally(() => (asking = null));
      const reason = await asking;
      const away = stopping.aborted ? serverStops() : reason;
      if (!away) return c.json({ status: 'ready' });
      // In the form of every refusal, so that devices see that the server itself answered.
      return c.json(away.body(c.var.requestId), away.status, { 'Retry-After': String(away.retryAfter) });
    });
}
