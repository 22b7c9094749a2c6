import type { MiddlewareHandler } from 'hono';
import type { AppEnv, Services } from './services.ts';

/** Gives each request an id, which its answer carries and its log lines name, and logs it once it is answered. */
export function requestLog({ log, newId, now }: Services): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const requestId = newId();
    c.set('requestId', requestId);
    c.set('signedIn', null);
    const begun = now().getTime();
    await next();
    c.header('X-Request-Id', requestId);
    // The path without its query: what people search for is theirs.
    const { method, path } = c.req;
    log.info({ requestId, method, path, status: c.res.status, ms: now().getTime() - begun, userId: c.var.signedIn?.userId }, 'Answered');
  };
}
