import { Hono } from 'hono';
import { authUserRoute } from '../routes/auth-user.ts';
import type { AppEnv, Services } from '../services.ts';
import { codeRoutes } from './code-routes.tsx';
import { logoutRoutes } from './logout-routes.tsx';

/** Signing in and out, and who is signed in. Needs `signedIn` before it. */
export const authRoutes = (services: Services) =>
  new Hono<AppEnv>()
    .route('/', codeRoutes(services))
    .route('/', logoutRoutes(services))
    .route('/', authUserRoute(services));
