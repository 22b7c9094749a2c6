import { sql } from 'drizzle-orm';
import { Hono } from 'hono';
import { isDatabaseUnavailable } from '../db/database-unavailable.ts';
import type { AppEnv, Services } from '../services.ts';

/**
 * `/api/health`: the process answers; restart it when it does not. `/api/ready`: the database answers too; send no
 * requests while it does not. Separate, because restarting the server does not fix the database.
 */
export const healthRoutes = ({ db, log }: Pick<Services, 'db' | 'log'>) =>
  new Hono<AppEnv>()
    .get('/api/health', (c) => c.json({ status: 'alive' }))
    .get('/api/ready', async (c) => {
      try {
        await db.execute(sql`select 1`);
        return c.json({ status: 'ready' });
      } catch (error) {
        log.warn(isDatabaseUnavailable(error) ? {} : { err: error }, 'the database does not answer');
        return c.json({ status: 'waiting for the database' }, 503);
      }
    });
