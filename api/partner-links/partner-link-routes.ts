import { Hono } from 'hono';
import { rateLimit } from '../auth/rate-limits.ts';
import { mustBeSignedIn } from '../auth/require-access.ts';
import { ONLINE_CALLS } from '../contract/online-calls.ts';
import { id } from '../contract/text.ts';
import { mustBeDeviceUser } from '../routes/device-user.ts';
import { parsePayload } from '../routes/parse-payload.ts';
import { readJson } from '../routes/read-json.ts';
import type { AppEnv, Services } from '../services.ts';
import { keepLink, linkEnded, listLinks, makeLink, openLink, revokeLink } from './partner-links.ts';

/** Links to become partners (R377): made and revoked by their person, opened and kept by others. */
export function partnerLinkRoutes(services: Services): Hono<AppEnv> {
  const { path } = ONLINE_CALLS['partnerLinks.list'];
  const limited = rateLimit(services, 'partnerLinks');
  return new Hono<AppEnv>()
    .get(path, async (c) => c.json(await listLinks(services, mustBeDeviceUser(c).userId)))
    .post(path, limited, async (c) => c.json(await makeLink(services, mustBeDeviceUser(c).userId), 201))
    .delete(`${path}/:id`, async (c) => {
      const { userId } = mustBeDeviceUser(c);
      const parsed = id.safeParse(c.req.param('id'));
      if (!parsed.success) throw linkEnded();
      await revokeLink(services.db, userId, parsed.data);
      return c.json({});
    })
    .post(ONLINE_CALLS['partnerLinks.open'].path, limited, async (c) => {
      const { userId } = mustBeDeviceUser(c, mustBeSignedIn);
      const { secret } = parsePayload(ONLINE_CALLS['partnerLinks.open'].payload, await readJson(c));
      return c.json(await openLink(services, userId, secret));
    })
    .post(ONLINE_CALLS['partnerLinks.keep'].path, limited, async (c) => {
      const { userId } = mustBeDeviceUser(c, mustBeSignedIn);
      const { secret } = parsePayload(ONLINE_CALLS['partnerLinks.keep'].payload, await readJson(c));
      return c.json(await keepLink(services, userId, secret));
    });
}
