import type { Context } from 'hono';
import { mustHaveBetaAccess } from '../auth/require-access.ts';
import { USER_HEADER } from '../contract/sync-protocol.ts';
import { Refusal } from '../errors.ts';
import type { AppEnv, SignedIn } from '../services.ts';

/**
 * The person whose queue, cursors or change this request carries. A device names its person in a header. If another
 * person has signed in since, the server refuses the request, so that no change is stored under the wrong person.
 * @param mustBe the access that the request needs
 * @throws Refusal 401, 403
 */
export function mustBeDeviceUser(c: Context<AppEnv>, mustBe = mustHaveBetaAccess): SignedIn {
  const actor = mustBe(c);
  const sender = c.req.header(USER_HEADER);
  if (sender !== undefined && sender.toLowerCase() !== actor.userId) {
    throw new Refusal('unauthenticated', 'Someone else is signed in on this device now');
  }
  return actor;
}
