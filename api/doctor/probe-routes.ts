import { setTimeout as wait } from 'node:timers/promises';
import { type Context, Hono } from 'hono';
import { stream } from 'hono/streaming';
import { notFound } from '../errors.ts';
import { installation } from '../db/tables/installation.ts';
import type { AppEnv, Services } from '../services.ts';
import { checkDatabase } from './check-database.ts';
import { isProbeKey, PROBE_HEADER } from './probe-key.ts';

/** What the server says of a request of `npm run doctor`. */
export interface Probed {
  /** Id of the server's database: another one means another server. */
  installation: string;
  /** How many addresses proxies have written into X-Forwarded-For. */
  forwarded: number;
}

/** Of a request with a body: what arrived, and the longest time without a byte. */
export interface ProbedBody {
  bytes: number;
  longestPauseMs: number;
}

/** How long the streamed answer pauses after its first line. */
export const STREAM_PAUSE_MS = 2_000;

/**
 * Calls with which `npm run doctor` looks at the way to this server, only for who has its key (R365). Their bodies have
 * no limit of size, but the time of every other body.
 */
export function probeRoutes(services: Services): Hono<AppEnv> {
  const { db, env, now, media } = services;
  const routes = new Hono<AppEnv>();
  const mustBeDoctor = (c: Context<AppEnv>) => {
    if (!isProbeKey(env, c.req.header(PROBE_HEADER), now())) throw notFound();
    c.header('Cache-Control', 'no-store');
  };

  routes.get('/api/doctor', async (c) => {
    mustBeDoctor(c);
    const hops = (c.req.header('x-forwarded-for') ?? '').split(',').filter((hop) => hop.trim() !== '');
    // Reads only: the database may take no changes now.
    const [row] = await db.select({ id: installation.id }).from(installation);
    return c.json({ installation: row?.id ?? '', forwarded: hops.length } satisfies Probed);
  });

  routes.get('/api/doctor/database', async (c) => {
    mustBeDoctor(c);
    return c.json(await checkDatabase({ db, env, store: media.store, now }));
  });

  routes.post('/api/doctor', async (c) => {
    mustBeDoctor(c);
    let bytes = 0;
    let longestPauseMs = 0;
    let last = performance.now();
    for await (const piece of c.req.raw.body ?? []) {
      bytes += piece.length;
      longestPauseMs = Math.max(longestPauseMs, performance.now() - last);
      last = performance.now();
    }
    return c.json({ bytes, longestPauseMs } satisfies ProbedBody);
  });

  routes.get('/api/doctor/stream', (c) => {
    mustBeDoctor(c);
    // As the event stream, which proxies must not buffer either.
    c.header('X-Accel-Buffering', 'no');
    c.header('Content-Type', 'text/event-stream');
    return stream(c, async (out) => {
      await out.write(': first\n\n');
      await wait(STREAM_PAUSE_MS);
      await out.write(': second\n\n');
    });
  });
  return routes;
}
