/** @jsxImportSource hono/jsx */
import { type Context, Hono } from 'hono';
import type { AppEnv, Services } from '../services.ts';
import { clearSignInCookies, readSignInCookie, setAskAccountCookie } from './cookies.ts';
import { isOwnOrigin } from './origin-check.tsx';
import { answerPage } from '../pages/page.tsx';
import { LoggedOutPage, LogoutPage } from './pages/sign-in-pages.tsx';
import { TEXTS } from './pages/sign-in-texts.ts';
import type { Provider } from './provider.ts';
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
 * page has already cleared what it may, and unsynced work stays encrypted on the device. Then the browser goes to the
 * provider, to end its session there too (R165).
 */
export function logoutRoutes(services: Services, provider: Provider | null) {
  const { env, log } = services;
  const routes = new Hono<AppEnv>();

  /** @returns where to end the provider's session; null without one, or when it cannot be reached now */
  async function logOut(c: Context<AppEnv>): Promise<string | null> {
    const token = readSignInCookie(c, env);
    if (token) await endSignIns(services, signInOf(token));
    clearSignInCookies(c, env);
    if (!provider || !token) return null;
    setAskAccountCookie(c, env);
    if (!c.var.signedIn) return null;
    try {
      return (await provider.findSignOut())?.href ?? null;
    } catch (error) {
      log.warn({ err: error, requestId: c.var.requestId }, 'a sign-out did not reach the provider');
      return null;
    }
  }

  routes.get('/api/logout', async (c) => {
    // A visitor has nothing to confirm.
    if (c.var.signedIn && !cameByThemselves(c, env.publicUrl)) {
      return answerPage(c, { title: TEXTS.logout, body: <LogoutPage /> });
    }
    return c.redirect((await logOut(c)) ?? '/', 303);
  });
  routes.post('/api/logout', async (c) => {
    const elsewhere = await logOut(c);
    if (elsewhere === null) return c.redirect('/', 303);
    // The form's page has a content security policy that forbids redirecting its answer to another origin.
    c.header('Refresh', `0; url=${elsewhere}`);
    return answerPage(c, { title: TEXTS.loggedOut, body: <LoggedOutPage elsewhere={elsewhere} /> });
  });
  return routes;
}
