import { Hono } from 'hono';
import { PullRequest } from '../contract/sync-protocol.ts';
import { pull } from '../feeds/pull.ts';
import type { AppEnv, Services } from '../services.ts';
import { mustBeAcceptedVersion } from './accepted-version.ts';
import { parsePayload } from './parse-payload.ts';
import { readJson } from './read-json.ts';
import { mustBeDeviceUser } from './device-user.ts';

export const syncRoutes = (services: Services) =>
  new Hono<AppEnv>().post('/api/sync', async (c) => {
    const { userId } = mustBeDeviceUser(c);
    const sent = await readJson(c);
    mustBeAcceptedVersion(sent);
    const { cursors } = parsePayload(PullRequest, sent);
    return c.json(await pull(services, userId, cursors));
  });
