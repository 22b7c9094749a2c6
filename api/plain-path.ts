import type { MiddlewareHandler } from 'hono';
import { notFound } from './errors.ts';
import type { AppEnv } from './services.ts';

/** An empty segment, which browsers take for a host; a dot segment, also an encoded one; a backslash. */
const READ_IN_TWO_WAYS = /\/\/|\/(\.|%2e){1,2}(\/|$)|\\/i;

/**
 * Answers 404 to paths that servers, proxies and browsers read differently, so that no rule written for one reading is
 * passed by with another. Looks at the path as it came: what stands between has tidied up `c.req.path` already.
 */
export const plainPath: MiddlewareHandler<AppEnv> = async (c, next) => {
  const incoming = (c.env as { incoming?: { url?: string } } | undefined)?.incoming;
  const path = (incoming?.url ?? new URL(c.req.url).pathname).split('?')[0] ?? '';
  if (READ_IN_TWO_WAYS.test(path)) throw notFound();
  await next();
};
