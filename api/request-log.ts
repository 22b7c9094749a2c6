import type { Context, MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { AppEnv, Services } from './services.ts';

/**
 * Gives each request an id for its answer and its log lines, or takes over that of a proxy (R363). Logs and counts the request
 * once it is answered.
 */
export function requestLog({ env, log, metrics, newId, now }: Services): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const requestId = (env.trustProxy > 0 && idOfProxy(c)) || newId();
    c.set('requestId', requestId);
    c.set('signedIn', null);
    const begun = now().getTime();
    await next();
    c.header('X-Request-Id', requestId);
    const { method } = c.req;
    const { status } = c.res;
    const ms = now().getTime() - begun;
    log.info({ requestId, method, route: routeOf(c), status, ms, userId: c.var.signedIn?.userId }, 'Answered');
    metrics.answered({ method, route: patternOf(c), status, code: c.var.refusedAs ?? '', ms });
  };
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** As nginx writes an id. */
const HEX_32 = /^[0-9a-f]{32}$/i;

/** Anything but an id could be a text that someone typed. */
function idOfProxy(c: Context): string | undefined {
  const id = c.req.header('x-request-id') ?? '';
  return UUID.test(id) || HEX_32.test(id) ? id : undefined;
}

/** The pattern of the route that answered: `/api/dogs/:id`. */
const patternOf = (c: Context): string => routePath(c).replace(/\{[^/]*/g, '');

/**
 * The route that answered, with its ids filled in: `/api/dogs/1f0c…`. Hides the rest of the path, which may hold typed
 * text: an email to grant access to, a search, or anything a visitor tries.
 */
function routeOf(c: Context): string {
  const sent = c.req.path.split('/');
  return patternOf(c)
    .split('/')
    .map((part, place) => (part.startsWith(':') && UUID.test(sent[place] ?? '') ? sent[place] : part))
    .join('/');
}
