import type { Context, MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { AppEnv, Services } from './services.ts';

/** Gives each request an id for its answer and its log lines, and logs the request once it is answered. */
export function requestLog({ log, newId, now }: Services): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const requestId = newId();
    c.set('requestId', requestId);
    c.set('signedIn', null);
    const begun = now().getTime();
    await next();
    c.header('X-Request-Id', requestId);
    const { method } = c.req;
    log.info(
      { requestId, method, route: routeOf(c), status: c.res.status, ms: now().getTime() - begun, userId: c.var.signedIn?.userId },
      'Answered',
    );
  };
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * The route that answered, with its ids filled in: `/api/dogs/1f0c…`. Hides the rest of the path, which may hold typed
 * text: an email to grant access to, a search, or anything a visitor tries.
 */
function routeOf(c: Context): string {
  const sent = c.req.path.split('/');
  return routePath(c)
    .split('/')
    .map((part, place) => (part.startsWith(':') && UUID.test(sent[place] ?? '') ? sent[place] : part.replace(/\{.*$/, '')))
    .join('/');
}
