/** @jsxImportSource hono/jsx */
import { type Context, Hono } from 'hono';
import { AuthorizationResponseError } from 'openid-client';
import type { AppEnv, Services } from '../services.ts';
import { completeSignIn } from './complete-sign-in.ts';
import {
  clearAttemptCookie,
  readAskAccountCookie,
  readAttemptCookie,
  readSignInCookie,
  setAskAccountCookie,
  setAttemptCookie,
} from './cookies.ts';
import { isOwnOrigin } from './origin-check.tsx';
import { answerPage } from '../pages/page.tsx';
import { NotSignedInPage } from './pages/sign-in-pages.tsx';
import { TEXTS } from './pages/sign-in-texts.ts';
import { type Prompt, PROMPTS, type ProvedIdentity, type Provider } from './provider.ts';
import { beginProviderAttempt, takeProviderAttempt } from './provider-attempts.ts';
import { returnPath } from './return-path.ts';
import { userOfIdentity } from './user-of-identity.ts';

/** Sign-in at an OpenID Connect provider (R11): GET /api/login redirects there at once. */
export function providerRoutes(services: Services, provider: Provider) {
  const { env, log } = services;
  const routes = new Hono<AppEnv>();

  const notSignedIn = (c: Context<AppEnv>, message: string, status: 400 | 403 | 503, returnTo = '/') =>
    answerPage(c, { title: TEXTS.notSignedIn, status, body: <NotSignedInPage message={message} returnTo={returnTo} /> });

  async function goToProvider(c: Context<AppEnv>, returnTo: string, prompts: readonly Prompt[]) {
    let begun: Awaited<ReturnType<Provider['begin']>>;
    try {
      begun = await provider.begin(prompts);
    } catch (error) {
      log.error({ err: error, requestId: c.var.requestId }, 'the sign-in provider cannot be reached');
      return notSignedIn(c, TEXTS.providerDown, 503, returnTo);
    }
    setAttemptCookie(c, env, await beginProviderAttempt(services, begun.checks, returnTo));
    return c.redirect(begun.location.href, 303);
  }

  routes.get('/api/login', async (c) => {
    const returnTo = returnPath(c.req.query('return'));
    const elsewhere = ownNameInstead(c, env.publicUrl);
    if (elsewhere) return c.redirect(`${elsewhere}/api/login?return=${encodeURIComponent(returnTo)}`, 303);
    // A cookie of a sign-in without access, or of one that was ended from elsewhere, may be another person's.
    const asksAccount = readAskAccountCookie(c, env) || readSignInCookie(c, env) !== undefined;
    return goToProvider(c, returnTo, asksAccount ? PROMPTS : []);
  });

  routes.get('/api/login/callback', async (c) => {
    const token = readAttemptCookie(c, env);
    const attempt = token ? await takeProviderAttempt(services, token) : null;
    if (!attempt) return notSignedIn(c, TEXTS.providerFailed, 400);
    clearAttemptCookie(c, env);
    let identity: ProvedIdentity;
    try {
      identity = await provider.complete(new URL(c.req.url).search, attempt.checks);
    } catch (error) {
      const { prompt } = attempt.checks;
      if (prompt && refusesPrompt(error)) return goToProvider(c, attempt.returnTo, PROMPTS.slice(PROMPTS.indexOf(prompt) + 1));
      log.warn({ err: error, requestId: c.var.requestId }, 'a sign-in at the provider failed');
      const denied = error instanceof AuthorizationResponseError && error.error === 'access_denied';
      return notSignedIn(c, denied ? TEXTS.providerDenied : TEXTS.providerFailed, 400, attempt.returnTo);
    }
    const userId = await userOfIdentity(services, identity);
    if (userId === null) {
      // Otherwise Try Again would come back with the same account.
      setAskAccountCookie(c, env);
      log.warn({ requestId: c.var.requestId }, 'another identity has the account with this verified address');
      return notSignedIn(c, TEXTS.addressTaken(identity.email!), 403, attempt.returnTo);
    }
    return completeSignIn(c, services, userId, attempt.returnTo);
  });
  return routes;
}

/** A provider may not know the prompt or be unable to show it. Providers use different error codes for this. */
const refusesPrompt = (error: unknown) => error instanceof AuthorizationResponseError && error.error !== 'access_denied';

/**
 * The provider sends people back to PUBLIC_URL, where a cookie set under another name of this machine is missing.
 * A sign-in under such a name therefore starts again under the public one.
 */
function ownNameInstead(c: Context, publicUrl: string): string | null {
  const host = c.req.header('host');
  const other = `${new URL(publicUrl).protocol}//${host}`;
  return host !== undefined && host !== new URL(publicUrl).host && isOwnOrigin(other, publicUrl) ? publicUrl : null;
}
