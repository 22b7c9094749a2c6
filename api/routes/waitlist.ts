import { eq } from 'drizzle-orm';
import { Hono } from 'hono';
import { rateLimit } from '../auth/rate-limits.ts';
import { ONLINE_CALLS } from '../contract/online-calls.ts';
import { betaAccess, waitlist } from '../db/tables/auth.ts';
import type { AppEnv, Services } from '../services.ts';
import { parsePayload } from './parse-payload.ts';
import { readJson } from './read-json.ts';

/**
 * POST /api/waitlist. The answer is the same for new, waiting and admitted addresses, so that it does not reveal
 * who has access (R22).
 */
export function waitlistRoute(services: Services) {
  const { db, now, newId } = services;
  return new Hono<AppEnv>().post('/api/waitlist', rateLimit(services, 'waitlist'), async (c) => {
    const { email } = parsePayload(ONLINE_CALLS['waitlist.join'].payload, await readJson(c));
    await db.transaction(async (tx) => {
      const [access] = await tx.select({ id: betaAccess.id }).from(betaAccess).where(eq(betaAccess.email, email));
      if (!access) await tx.insert(waitlist).values({ id: newId(), email, createdAt: now() }).onConflictDoNothing();
    });
    return c.json({ email }, 201);
  });
}
