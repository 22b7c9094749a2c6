import { and, asc, eq, gt } from 'drizzle-orm';
import { Hono } from 'hono';
import { mustBeSignedIn } from '../auth/require-access.ts';
import type { OwnAccess } from '../contract/online-calls.ts';
import { waitlist } from '../db/tables/auth.ts';
import { partnerLinks, users } from '../db/tables/people.ts';
import type { AppEnv, Services } from '../services.ts';
import { mustBeDeviceUser } from './device-user.ts';
import { visibleTo } from './partners.ts';

/** GET /api/auth/access: the caller's own address, and whether it has beta access, is on the waitlist (R183), or is to be deleted (R374). */
export function ownAccessRoute({ db, now }: Services) {
  return new Hono<AppEnv>().get('/api/auth/access', async (c) => {
    const { userId, email, hasBetaAccess } = mustBeDeviceUser(c, mustBeSignedIn);
    const waiting = email === null ? [] : await db.select({ id: waitlist.id }).from(waitlist).where(eq(waitlist.email, email));
    const [own] = await db.select({ deleteAt: users.deleteAt }).from(users).where(eq(users.id, userId));
    const deleteAt = own?.deleteAt?.toISOString() ?? null;
    const inviting = await db
      .select({ firstName: users.firstName })
      .from(partnerLinks)
      .innerJoin(users, eq(users.id, partnerLinks.ownerId))
      .where(and(eq(partnerLinks.keptBy, userId), gt(partnerLinks.expiresAt, now()), visibleTo(userId)))
      .orderBy(asc(partnerLinks.createdAt), asc(partnerLinks.id));
    const invitedBy = inviting.map(({ firstName }) => firstName);
    return c.json({ email, hasBetaAccess, onWaitlist: waiting.length > 0, deleteAt, invitedBy } satisfies OwnAccess);
  });
}
