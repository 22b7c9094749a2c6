import { Hono } from 'hono';
import type { AppEnv, Services } from '../services.ts';
import { objectRoutes } from './objects/object-routes.ts';
import { uploadRoutes } from './uploads/upload-routes.ts';

/** All media routes, with full paths: `/api/objects/upload…`, `/api/videos/finalize` and `/objects/…`. */
export const mediaRoutes = (services: Services): Hono<AppEnv> =>
  new Hono<AppEnv>().route('/', uploadRoutes(services)).route('/', objectRoutes(services));
