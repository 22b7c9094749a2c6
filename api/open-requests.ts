import type { Context, MiddlewareHandler } from 'hono';
import { tooManyRequests } from './auth/rate-limits.ts';
import { OPEN_REQUESTS_RETRY_S } from './request-limits.ts';
import type { AppEnv } from './services.ts';
import { whenClosed } from './when-closed.ts';

/**
 * Refuses a request with 429 while its person or address has `most` others open. A request is open until its answer
 * is fully sent. Counts are in memory, per replica.
 * @param whoOf key of the request's person or address; null for a request that is not counted
 */
export function boundOpenRequests(
  most: number,
  whoOf: (c: Context<AppEnv>) => string | null,
  retryAfterSeconds = OPEN_REQUESTS_RETRY_S,
): MiddlewareHandler<AppEnv> {
  const open = new Map<string, number>();
  const leave = (who: string) => {
    const left = (open.get(who) ?? 1) - 1;
    if (left > 0) open.set(who, left);
    else open.delete(who);
  };
  return async (c, next) => {
    const who = whoOf(c);
    if (who === null) return next();
    const others = open.get(who) ?? 0;
    if (others >= most) throw tooManyRequests(retryAfterSeconds);
    open.set(who, others + 1);
    if (whenClosed(c, () => leave(who))) return next();
    return next().finally(() => leave(who));
  };
}
