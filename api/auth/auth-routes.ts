import { Hono } from 'hono';
import { adminReportRoutes } from '../reports/admin-report-routes.ts';
import { adminRoutes } from '../routes/admin.ts';
import { serverPageRoutes } from '../routes/server-page.ts';
import { authUserRoute } from '../routes/auth-user.ts';
import { earlierAccountRoute } from '../routes/earlier-account.ts';
import { ownAccessRoute } from '../routes/own-access.ts';
import { waitlistRoute } from '../routes/waitlist.ts';
import type { AppEnv, Services } from '../services.ts';
import { codeRoutes } from './code-routes.tsx';
import { readSignInCookie, setSignInCookies } from './cookies.ts';
import { lockedWorkKeyRoutes } from './locked-work-key-routes.ts';
import { logoutRoutes } from './logout-routes.tsx';
import { createProvider } from './provider.ts';
import { providerRoutes } from './provider-routes.tsx';
import { returnPath } from './return-path.ts';
import { signInRoutes } from './sign-in-routes.ts';

/** Sign-in, sign-out, the signed-in person, waitlist and beta access. Requires the `signedIn` middleware. */
export function authRoutes(services: Services) {
  const { env } = services;
  const provider = env.oidc ? createProvider(env.oidc, env.publicUrl) : null;
  const routes = new Hono<AppEnv>();
  routes.get('/api/login', async (c, next) => {
    const token = readSignInCookie(c, env);
    // A person without beta access may want to sign in as someone else.
    if (!token || !c.var.signedIn?.hasBetaAccess) return next();
    // A page that sends a signed-in person here has lost its readable cookie. Set it again.
    setSignInCookies(c, env, token, c.var.signedIn.userId);
    return c.redirect(returnPath(c.req.query('return')), 303);
  });
  return routes
    .route('/', provider ? providerRoutes(services, provider) : codeRoutes(services))
    .route('/', logoutRoutes(services, provider))
    .route('/', authUserRoute(services))
    .route('/', ownAccessRoute(services))
    .route('/', earlierAccountRoute(services))
    .route('/', signInRoutes(services))
    .route('/', lockedWorkKeyRoutes(services))
    .route('/', waitlistRoute(services))
    .route('/', adminRoutes(services))
    .route('/', adminReportRoutes(services))
    .route('/', serverPageRoutes(services));
}
