import { Hono } from 'hono';
import type { AddressAnswer } from '../contract/address.ts';
import type { Env } from '../env.ts';
import type { AppEnv } from '../services.ts';

/** `GET /api/address`: which origin people should open. Without a sign-in, for the page of R195. */
export const addressRoutes = ({ publicUrl }: Pick<Env, 'publicUrl'>) =>
  new Hono<AppEnv>().get('/api/address', (c) => c.json({ publicUrl } satisfies AddressAnswer));
