/** @jsxImportSource hono/jsx */
import type { MiddlewareHandler } from 'hono';
import { Refusal } from '../errors.ts';
import { answerPage } from '../pages/page.tsx';
import type { AppEnv } from '../services.ts';
import { isLoopback } from './loopback.ts';
import { AnotherAddressPage } from './pages/another-address-page.tsx';
import { TEXTS } from './pages/sign-in-texts.ts';

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
 * cookies. A browser that sends a form gets the refusal as a page (R195).
 */
export function originCheck(env: { publicUrl: string }): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    if (!SAFE_METHODS.has(c.req.method)) {
      const origin = c.req.header('origin');
      const site = c.req.header('sec-fetch-site');
      const own =
        origin === undefined ? site === undefined || site === 'same-origin' || site === 'none' : isOwnOrigin(origin, env.publicUrl);
      if (!own && acceptsPage(c.req.header('accept'))) {
        return answerPage(c, { title: TEXTS.otherAddress, status: 403, body: <AnotherAddressPage publicUrl={env.publicUrl} /> });
      }
      if (!own) throw new Refusal('forbidden', `This request came from another address. Please open ${env.publicUrl}.`);
    }
    await next();
  };
}

/** Browsers accept HTML when they send a form; calls of the app do not. */
const acceptsPage = (accept: string | undefined): boolean => accept?.includes('text/html') ?? false;
