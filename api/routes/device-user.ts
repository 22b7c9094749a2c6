import type { Context } from 'hono';
import { mustHaveBetaAccess } from '../auth/require-access.ts';
import { USER_HEADER } from '../contract/sync-protocol.ts';
import { Refusal } from '../errors.ts';
import type { AppEnv, SignedIn } from '../services.ts';

/**
 * The owner of this queue, these cursors or this change. A device names its person, and is refused when someone else
 * has signed in in that browser: one person's changes never apply to another.
 * @throws Refusal 401, 403
 */
export function mustBeDeviceUser(c: Context<AppEnv>): SignedIn {
  const actor = mustHaveBetaAccess(c);
  const sender = c.req.header(USER_HEADER);
  if (sender !== undefined && sender.toLowerCase() !== actor.userId) {
    throw new Refusal('unauthenticated', 'Someone else is signed in on this device now');
  }
  return actor;
}
