/** @jsxImportSource hono/jsx */
import { type Context, Hono } from 'hono';
import type { AppEnv, Services } from '../services.ts';
import { clearSignInCookies, readSignInCookie } from './cookies.ts';
import { isOwnOrigin } from './origin-check.ts';
import { answerPage } from '../pages/page.tsx';
import { LogoutPage } from './pages/sign-in-pages.tsx';
import { TEXTS } from './pages/sign-in-texts.ts';
import { endSignIn } from './sign-ins.ts';

/**
 * Whether the person themselves came to this address: from one of our pages, or by typing it. Links on other sites,
 * and browsers that load addresses before they are asked to, did not.
 */
function cameByThemselves(c: Context, publicUrl: string): boolean {
  if (c.req.header('sec-purpose')?.includes('prefetch')) return false;
  const site = c.req.header('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  // Browsers keep quiet about the site where there is no TLS. Our own pages then name themselves as referrer, which
  // a foreign link can leave out but not forge; what does not ask for a page is no browser being led.
  const referrer = c.req.header('referer');
  if (referrer !== undefined) return isOwnOrigin(referrer, publicUrl);
  return !c.req.header('accept')?.includes('text/html');
}

/**
 * Ends the sign-in (specification, section 2: a full-page navigation to /api/logout). No Clear-Site-Data is sent: the
 * page has cleared what it may before it comes here, and work that has not reached the server stays, locked, on the
 * device.
 */
export function logoutRoutes(services: Services) {
  const { env } = services;
  const routes = new Hono<AppEnv>();

  async function logOut(c: Context<AppEnv>) {
    const token = readSignInCookie(c, env);
    if (token) await endSignIn(services, token);
    clearSignInCookies(c, env);
    return c.redirect('/', 303);
  }

  routes.get('/api/logout', async (c) => {
    // Nothing to ask of a visitor.
    if (c.var.signedIn && !cameByThemselves(c, env.publicUrl)) {
      return answerPage(c, { title: TEXTS.logout, body: <LogoutPage /> });
    }
    return logOut(c);
  });
  routes.post('/api/logout', logOut);
  return routes;
}
