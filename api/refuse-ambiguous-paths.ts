import type { MiddlewareHandler } from 'hono';
import { notFound } from './errors.ts';
import type { AppEnv } from './services.ts';

/** An empty segment, which browsers read as a host; a dot segment, encoded or not; a backslash. */
const READ_IN_TWO_WAYS = /\/\/|\/(\.|%2e){1,2}(\/|$)|\\/i;

/**
 * Answers 404 to paths that servers, proxies and browsers read differently, so that one reading cannot bypass
 * a rule written for another. Reads the raw path: `c.req.path` is already normalised.
 */
export const refuseAmbiguousPaths: MiddlewareHandler<AppEnv> = async (c, next) => {
  const incoming = (c.env as { incoming?: { url?: string } } | undefined)?.incoming;
  const path = (incoming?.url ?? new URL(c.req.url).pathname).split('?')[0] ?? '';
  if (READ_IN_TWO_WAYS.test(path)) throw notFound();
  await next();
};
