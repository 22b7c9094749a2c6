import type { MiddlewareHandler } from 'hono';
import { Refusal } from '../errors.ts';
import type { AppEnv } from '../services.ts';
import { isLoopback } from './loopback.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether `origin` is this server's own. The loopback names are equivalent, so that http://127.0.0.1:3000 works
 * where http://localhost:3000 is configured. Scheme and port must match.
 */
export function isOwnOrigin(origin: string, publicUrl: string): boolean {
  if (!URL.canParse(origin)) return false;
  const theirs = new URL(origin);
  const own = new URL(publicUrl);
  if (theirs.origin === own.origin) return true;
  return isLoopback(theirs.hostname) && isLoopback(own.hostname) && theirs.protocol === own.protocol && theirs.port === own.port;
}

/**
 * Refuses state-changing requests from pages of other sites, with any content type (R17). Browsers always
 * send the origin with these. A client that sends neither origin nor site is not a browser, so no page can abuse its
 * cookies.
 */
export function originCheck(env: { publicUrl: string }): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    if (!SAFE_METHODS.has(c.req.method)) {
      const origin = c.req.header('origin');
      const site = c.req.header('sec-fetch-site');
      const own =
        origin === undefined ? site === undefined || site === 'same-origin' || site === 'none' : isOwnOrigin(origin, env.publicUrl);
      // People also read this if they open the server under an address that it does not know.
      if (!own) throw new Refusal('forbidden', `This request came from another address. Please open ${env.publicUrl}.`);
    }
    await next();
  };
}
