import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { Hono } from 'hono';
import { readSignInCookie } from '../auth/cookies.ts';
import { mustHaveBetaAccess } from '../auth/require-access.ts';
import { hashToken } from '../auth/tokens.ts';
import { PUSH_SUBSCRIPTIONS_MAX } from '../contract/limits.ts';
import { ONLINE_CALLS } from '../contract/online-calls.ts';
import { USER_HEADER } from '../contract/sync-protocol.ts';
import { id as Id } from '../contract/text.ts';
import { pushSubscriptions } from '../db/tables/push.ts';
import { Refusal } from '../errors.ts';
import { parsePayload } from '../routes/parse-payload.ts';
import { readJson } from '../routes/read-json.ts';
import type { AppEnv, Services } from '../services.ts';
import { holdSubscription } from './hold-subscription.ts';
import { mustBePushEndpoint, mustBePushKey } from './push-endpoint.ts';

/** Which of a person's browsers receive notifications (docs/decisions/0020). */
export function pushRoutes(services: Services): Hono<AppEnv> {
  const { db, env, now, newId, push } = services;
  const routes = new Hono<AppEnv>();

  routes.get('/api/push', async (c) => {
    mustHaveBetaAccess(c);
    return c.json({ publicKey: await push.publicKey() });
  });

  routes.post('/api/push/subscriptions', async (c) => {
    const { userId } = mustHaveBetaAccess(c);
    const token = readSignInCookie(c, env);
    // A page left open by another person must not register its subscription for this one.
    if (!token || (c.req.header(USER_HEADER) ?? userId) !== userId) throw new Refusal('unauthenticated', 'Please sign in');
    const { endpoint: sent, keys, kinds } = parsePayload(ONLINE_CALLS['push.subscribe'].payload, await readJson(c));
    const endpoint = mustBePushEndpoint(sent, env);
    mustBePushKey(keys.p256dh);
    const listens = { userId, signInHash: hashToken(token), ...keys, kinds: [...new Set(kinds)], heardAt: now() };
    const id = await db.transaction(async (tx) => {
      const held = await holdSubscription(tx, { id: newId(), endpoint, ...listens });
      const tooMany = tx
        .select({ id: pushSubscriptions.id })
        .from(pushSubscriptions)
        .where(eq(pushSubscriptions.userId, userId))
        .orderBy(desc(pushSubscriptions.heardAt), sql`${pushSubscriptions.id} = ${held}::uuid desc`)
        .offset(PUSH_SUBSCRIPTIONS_MAX);
      await tx.delete(pushSubscriptions).where(inArray(pushSubscriptions.id, tooMany));
      return held;
    });
    return c.json({ id }, 201);
  });

  routes.delete('/api/push/subscriptions/:id', async (c) => {
    const { userId } = mustHaveBetaAccess(c);
    const parsed = Id.safeParse(c.req.param('id'));
    // Answer the same for a missing id and for another person's: either way, the caller gets no pushes there.
    if (parsed.success)
      await db.delete(pushSubscriptions).where(and(eq(pushSubscriptions.id, parsed.data), eq(pushSubscriptions.userId, userId)));
    return c.json({});
  });
  return routes;
}
