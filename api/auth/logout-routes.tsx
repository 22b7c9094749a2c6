/** @jsxImportSource hono/jsx */
import { type Context, Hono } from 'hono';
import type { AppEnv, Services } from '../services.ts';
import { clearSignInCookies, readSignInCookie } from './cookies.ts';
import { isOwnOrigin } from './origin-check.ts';
import { answerPage } from '../pages/page.tsx';
import { LogoutPage } from './pages/sign-in-pages.tsx';
import { TEXTS } from './pages/sign-in-texts.ts';
import { endSignIns, signInOf } from './sign-ins.ts';

/**
 * Whether the person came here on their own: from one of our pages, or by typing the address. False for links on other
 * sites and for prefetching browsers.
 */
function cameByThemselves(c: Context, publicUrl: string): boolean {
  if (c.req.header('sec-purpose')?.includes('prefetch')) return false;
  const site = c.req.header('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  // Without TLS, browsers do not send Sec-Fetch-Site. Our own pages then send a referrer, which a foreign link can omit
  // but not forge. A request that does not accept HTML is not a browser navigation.
  const referrer = c.req.header('referer');
  if (referrer !== undefined) return isOwnOrigin(referrer, publicUrl);
  return !c.req.header('accept')?.includes('text/html');
}

/**
 * Ends the sign-in (R18: a full-page navigation to /api/logout). Sends no Clear-Site-Data: the
 * page has already cleared what it may, and unsynced work stays encrypted on the device.
 */
export function logoutRoutes(services: Services) {
  const { env } = services;
  const routes = new Hono<AppEnv>();

  async function logOut(c: Context<AppEnv>) {
    const token = readSignInCookie(c, env);
    if (token) await endSignIns(services, signInOf(token));
    clearSignInCookies(c, env);
    return c.redirect('/', 303);
  }

  routes.get('/api/logout', async (c) => {
    // Visitors are not asked.
    if (c.var.signedIn && !cameByThemselves(c, env.publicUrl)) {
      return answerPage(c, { title: TEXTS.logout, body: <LogoutPage /> });
    }
    return logOut(c);
  });
  routes.post('/api/logout', logOut);
  return routes;
}
