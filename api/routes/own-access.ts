import { eq } from 'drizzle-orm';
import { Hono } from 'hono';
import { mustBeSignedIn } from '../auth/require-access.ts';
import type { OwnAccess } from '../contract/online-calls.ts';
import { waitlist } from '../db/tables/auth.ts';
import type { AppEnv, Services } from '../services.ts';
import { mustBeDeviceUser } from './device-user.ts';

/** GET /api/auth/access: the caller's own address, and whether it has beta access or is on the waitlist (R183). */
export function ownAccessRoute({ db }: Services) {
  return new Hono<AppEnv>().get('/api/auth/access', async (c) => {
    const { email, hasBetaAccess } = mustBeDeviceUser(c, mustBeSignedIn);
    const waiting = email === null ? [] : await db.select({ id: waitlist.id }).from(waitlist).where(eq(waitlist.email, email));
    return c.json({ email, hasBetaAccess, onWaitlist: waiting.length > 0 } satisfies OwnAccess);
  });
}
