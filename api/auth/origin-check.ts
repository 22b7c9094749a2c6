import type { MiddlewareHandler } from 'hono';
import { Refusal } from '../errors.ts';
import type { AppEnv } from '../services.ts';
import { isLoopback } from './loopback.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether `origin` is the one this server is reached at. The names of this machine count as one, so that
 * http://127.0.0.1:3000 works where http://localhost:3000 is configured; scheme and port must still agree.
 */
export function isOwnOrigin(origin: string, publicUrl: string): boolean {
  if (!URL.canParse(origin)) return false;
  const theirs = new URL(origin);
  const own = new URL(publicUrl);
  if (theirs.origin === own.origin) return true;
  return (
    isLoopback(theirs.hostname) &&
    isLoopback(own.hostname) &&
    theirs.protocol === own.protocol &&
    theirs.port === own.port
  );
}

/**
 * Refuses state-changing requests that a page of another site sends, of whatever content type (design section 6).
 * Browsers name the origin with each of them; what names neither origin nor site is no browser, and carries no
 * cookies that it was not given.
 */
export function originCheck(env: { publicUrl: string }): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    if (!SAFE_METHODS.has(c.req.method)) {
      const origin = c.req.header('origin');
      const site = c.req.header('sec-fetch-site');
      const own =
        origin === undefined
          ? site === undefined || site === 'same-origin' || site === 'none'
          : isOwnOrigin(origin, env.publicUrl);
      // Also read by those who opened the server under an address that it was not told of.
      if (!own) throw new Refusal('forbidden', `This came from another address. Please open ${env.publicUrl}.`);
    }
    await next();
  };
}
