import { and, desc, eq, gt, ne, sql } from 'drizzle-orm';
import { type Context, Hono } from 'hono';
import type { SignIn } from '../contract/online-calls.ts';
import { signIns } from '../db/tables/auth.ts';
import { notFound } from '../errors.ts';
import { mustBeDeviceUser } from '../routes/device-user.ts';
import { mustBeId } from '../routes/path-id.ts';
import type { AppEnv, Services } from '../services.ts';
import { readSignInCookie } from './cookies.ts';
import { mustBeSignedIn } from './require-access.ts';
import { endSignIns, oldestUse } from './sign-ins.ts';
import { hashToken } from './tokens.ts';

/**
 * Lists and ends a person's sign-ins (R166), for everyone who is signed in: people who lost a phone and beta access may
 * still sign the phone out. A page that someone else left open on this browser gets 401. Ending a sign-in also ends its event
 * streams and notifications.
 */
export function signInRoutes(services: Services) {
  const { db, env } = services;
  const ownHash = (c: Context<AppEnv>) => hashToken(readSignInCookie(c, env) ?? '');

  return new Hono<AppEnv>()
    .get('/api/auth/sign-ins', async (c) => {
      const { userId } = mustBeDeviceUser(c, mustBeSignedIn);
      const isCurrent = sql<boolean>`${signIns.tokenHash} = ${ownHash(c)}`;
      const rows = await db
        .select({ id: signIns.id, device: signIns.device, browser: signIns.browser, lastUsedAt: signIns.lastUsedAt, current: isCurrent })
        .from(signIns)
        .where(and(eq(signIns.userId, userId), gt(signIns.lastUsedAt, oldestUse(services))))
        .orderBy(desc(isCurrent), desc(signIns.lastUsedAt));
      return c.json(rows.map((row) => ({ ...row, lastUsedAt: row.lastUsedAt.toISOString() }) satisfies SignIn));
    })
    .delete('/api/auth/sign-ins/:id', async (c) => {
      const { userId } = mustBeDeviceUser(c, mustBeSignedIn);
      const ended = await endSignIns(services, and(eq(signIns.userId, userId), eq(signIns.id, mustBeId(c, 'id'))));
      if (ended === 0) throw notFound();
      return c.json({});
    })
    .delete('/api/auth/sign-ins', async (c) => {
      const { userId } = mustBeDeviceUser(c, mustBeSignedIn);
      await endSignIns(services, and(eq(signIns.userId, userId), ne(signIns.tokenHash, ownHash(c))));
      return c.json({});
    });
}
