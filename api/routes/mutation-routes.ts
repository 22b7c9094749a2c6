import { Hono } from 'hono';
import { hiddenFrom, mustHaveOwnRows } from '../auth/require-access.ts';
import { MUTATION_NAMES, MUTATIONS } from '../contract/mutations.ts';
import { Refusal } from '../errors.ts';
import type { AppEnv, Services } from '../services.ts';
import { isLeavingCall } from './leaving-calls.ts';
import { performMutation } from './perform-mutation.ts';
import { readJson } from './read-json.ts';
import { mustBeDeviceUser } from './device-user.ts';

/** Converts `/api/dogs/{id}` to Hono's syntax. */
const honoPath = (path: string) => path.replace(/\{(\w+)\}/g, ':$1');

/** Registers every mutation of the contract on its method and path. */
export function mutationRoutes(services: Services): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  for (const name of MUTATION_NAMES) {
    const { method, path } = MUTATIONS[name];
    routes.on(method, honoPath(path), async (c) => {
      const actor = mustBeDeviceUser(c, mustHaveOwnRows);
      const payload = await readJson(c);
      if (!actor.hasBetaAccess && !isLeavingCall(name, payload)) throw hiddenFrom(actor);
      const { status, body } = await performMutation(services, actor, {
        name,
        params: c.req.param() as Record<string, string>,
        payload,
        key: c.req.header('idempotency-key'),
      }).catch((error: unknown) => {
        const isHidden = error instanceof Refusal && (error.code === 'not_found' || error.code === 'forbidden');
        throw isHidden && !actor.hasBetaAccess ? hiddenFrom(actor) : error;
      });
      return c.json(body, status);
    });
  }
  return routes;
}
