import { Hono } from 'hono';
import { authRoutes } from './auth/auth-routes.ts';
import { originCheck } from './auth/origin-check.tsx';
import { addressOf, generalLimit } from './auth/rate-limits.ts';
import { signedIn } from './auth/signed-in.ts';
import { notFound } from './errors.ts';
import { calendarRoutes } from './calendar/calendar-routes.ts';
import { accountRoutes } from './account/account-routes.ts';
import { exportRoutes } from './export/export-routes.ts';
import { eventRoutes } from './feeds/events.ts';
import { partnerLinkRoutes } from './partner-links/partner-link-routes.ts';
import { mediaRoutes } from './media/media-routes.ts';
import { probeRoutes } from './doctor/probe-routes.ts';
import { metricsRoutes } from './metrics/metrics-routes.ts';
import { boundOpenRequests } from './open-requests.ts';
import { refuseAmbiguousPaths } from './refuse-ambiguous-paths.ts';
import { pushRoutes } from './push/push-routes.ts';
import { privacyRoutes } from './privacy/privacy-routes.tsx';
import { publicPageRoutes } from './public-page/public-page-routes.tsx';
import { OPEN_REQUESTS } from './request-limits.ts';
import { reportPageRoutes } from './reports/report-page-routes.tsx';
import { requestLog } from './request-log.ts';
import { addressRoutes } from './routes/address.ts';
import { batchRoutes } from './routes/batch.ts';
import { docsRoutes } from './routes/docs.tsx';
import { healthRoutes } from './routes/health.ts';
import { mutationRoutes } from './routes/mutation-routes.ts';
import { readRoutes } from './routes/read-routes.ts';
import { refusalOf } from './routes/refusal-of.ts';
import { syncRoutes } from './routes/sync.ts';
import { securityHeaders } from './security-headers.ts';
import type { AppEnv, Services } from './services.ts';
import { inlineScriptHashes, pageOf, type StaticFiles, staticRoutes } from './static.ts';

/**
 * The whole server as one function from request to answer. State that outlives a request is in `services`.
 * @param stopping aborted when the server begins to stop
 */
export function createApp(services: Services, files: StaticFiles, stopping: AbortSignal = new AbortController().signal): Hono<AppEnv> {
  const { env, log } = services;
  const app = new Hono<AppEnv>();
  app.onError((error, c) => {
    const refusal = refusalOf(error, log, c.var.requestId);
    c.set('refusedAs', refusal.code);
    if (refusal.retryAfter !== undefined) c.header('Retry-After', String(refusal.retryAfter));
    c.header('Cache-Control', 'no-store');
    return c.json(refusal.body(c.var.requestId), refusal.status);
  });

  app.use(requestLog(services));
  app.use(securityHeaders({ publicUrl: env.publicUrl, scripts: inlineScriptHashes(pageOf(files)) }));
  app.use(refuseAmbiguousPaths);
  app.use(originCheck(env));
  app.route('/', healthRoutes(services, stopping));
  app.route('/', metricsRoutes(services));
  app.route('/', probeRoutes(services));
  app.use(boundOpenRequests(OPEN_REQUESTS.perAddress, (c) => addressOf(c, services)));
  app.use('/api/*', signedIn(services));
  app.use('/objects/*', signedIn(services));
  app.use('/video/*', signedIn(services));
  app.use('/report/*', signedIn(services));
  app.use('/complaints', signedIn(services));
  app.use(boundOpenRequests(OPEN_REQUESTS.perPerson, (c) => c.var.signedIn?.userId ?? null));
  app.use('/api/*', generalLimit(services));
  app.use('/video/*', generalLimit(services));
  app.use('/report/*', generalLimit(services));
  app.use('/complaints', generalLimit(services));
  app.route('/', authRoutes(services));
  app.route('/', readRoutes(services));
  app.route('/', calendarRoutes(services));
  app.route('/', partnerLinkRoutes(services));
  app.route('/', mediaRoutes(services));
  app.route('/', exportRoutes(services));
  app.route('/', accountRoutes(services));
  app.route('/', mutationRoutes(services));
  app.route('/', syncRoutes(services));
  app.route('/', batchRoutes(services));
  app.route('/', eventRoutes(services));
  app.route('/', pushRoutes(services));
  app.route('/', docsRoutes());
  app.route('/', addressRoutes(env));
  app.all('/api/*', () => {
    throw notFound();
  });
  app.route('/', privacyRoutes(env));
  app.route('/', reportPageRoutes(services));
  app.route('/', publicPageRoutes(services, files));
  app.route('/', staticRoutes(files, env.publicUrl));
  return app;
}
