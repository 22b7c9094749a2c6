import { timingSafeEqual } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { Registry } from 'prom-client';
import { clientAddress } from '../auth/client-address.ts';
import { isLoopback } from '../auth/loopback.ts';
import { hashToken } from '../auth/tokens.ts';
import type { Env } from '../env.ts';
import { notFound } from '../errors.ts';
import type { AppEnv, Services } from '../services.ts';
import { stateGauges } from './server-state.ts';

/** Prometheus itself waits for ten seconds. */
const PATIENCE_MS = 5_000;

/** Headers that a proxy adds. */
const FROM_PROXY = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

/**
 * GET /api/metrics, for Prometheus: with METRICS_TOKEN only for who sends it, otherwise only for programs on this machine
 * (R364). Everyone else gets the answer for an unknown call.
 */
export function metricsRoutes(services: Services): Hono<AppEnv> {
  const { env, log, metrics } = services;
  const state = new Registry();
  const readState = stateGauges(state, services);
  const all = Registry.merge([metrics.registry, state]);
  /** Shared by all calls until it ends: each would take one more connection to a database that hangs. */
  let reading: Promise<void> | null = null;
  const read = async () => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('The database did not answer in time')), PATIENCE_MS);
    });
    try {
      reading ??= readState().finally(() => (reading = null));
      // It may fail after the last call has stopped waiting.
      reading.catch(() => undefined);
      await Promise.race([reading, late]);
    } catch (error) {
      // The figures of this process matter most while the database is away.
      log.warn({ err: error }, 'the database could not be measured');
    } finally {
      clearTimeout(timer);
    }
  };
  return new Hono<AppEnv>().get('/api/metrics', async (c) => {
    if (!mayRead(c, env)) throw notFound();
    await read();
    return c.body(await all.metrics(), 200, { 'Content-Type': all.contentType, 'Cache-Control': 'no-store' });
  });
}

function mayRead(c: Context, { metricsToken, publicUrl, trustProxy }: Env): boolean {
  if (metricsToken !== undefined) {
    const given = /^Bearer (.+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
    return given !== undefined && timingSafeEqual(hashToken(given), hashToken(metricsToken));
  }
  // A proxy on this machine that adds no header could be anyone: then only TRUST_PROXY tells that the operator knows it.
  const isKnown = trustProxy > 0 || isLoopback(new URL(publicUrl).hostname);
  // Otherwise a page in a browser on this machine could read it, from a name that leads here.
  const asksHere = isLoopback(new URL(c.req.url).hostname);
  const comesFromProxy = FROM_PROXY.some((name) => c.req.header(name) !== undefined);
  return isKnown && asksHere && !comesFromProxy && /^(127\.|::1$)/.test(clientAddress(c, 0));
}
