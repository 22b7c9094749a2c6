import { and, eq, sql } from 'drizzle-orm';
import { Hono } from 'hono';
import { ACCESS_COLUMNS, accessOf } from '../auth/signed-in.ts';
import { hashToken, newToken } from '../auth/tokens.ts';
import { icsOf } from '../contract/calendar.ts';
import { betaAccess } from '../db/tables/auth.ts';
import { calendarAddresses, users } from '../db/tables/people.ts';
import { notFound } from '../errors.ts';
import { mustBeDeviceUser } from '../routes/device-user.ts';
import type { AppEnv, Services } from '../services.ts';
import { calendarReader } from './read-calendar.ts';

/** A token of `newToken`: 256 bits in base64url. */
const FILE = /^([A-Za-z0-9_-]{43})\.ics$/;

/**
 * The private address of a person's calendar: made, revoked, and read by calendar programs without a sign-in. The table holds
 * a hash of its token, so nobody can read the address again.
 */
export function calendarRoutes(services: Services): Hono<AppEnv> {
  const { db, env, now, randomBytes } = services;
  const ownerOf = addressReader(services);
  const readCalendar = calendarReader(services);
  const routes = new Hono<AppEnv>();

  routes.get('/api/calendar', async (c) => {
    const { userId } = mustBeDeviceUser(c);
    const [address] = await db
      .select({ madeAt: calendarAddresses.madeAt })
      .from(calendarAddresses)
      .where(eq(calendarAddresses.userId, userId));
    return c.json({ madeAt: address?.madeAt.toISOString() ?? null });
  });

  routes.post('/api/calendar', async (c) => {
    const { userId } = mustBeDeviceUser(c);
    const token = newToken(randomBytes);
    const made = { tokenHash: hashToken(token), madeAt: now() };
    await db
      .insert(calendarAddresses)
      .values({ userId, ...made })
      .onConflictDoUpdate({ target: calendarAddresses.userId, set: made });
    return c.json({ url: `${env.publicUrl}/api/calendar/${token}.ics`, madeAt: made.madeAt.toISOString() }, 201);
  });

  routes.delete('/api/calendar', async (c) => {
    const { userId } = mustBeDeviceUser(c);
    await db.delete(calendarAddresses).where(eq(calendarAddresses.userId, userId));
    return c.json({});
  });

  routes.get('/api/calendar/:file', async (c) => {
    const token = FILE.exec(c.req.param('file'))?.[1];
    const owner = token ? await ownerOf(token) : null;
    if (!owner) throw notFound();
    return c.body(icsOf(await readCalendar(owner), new URL(env.publicUrl).hostname), 200, {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': 'inline; filename="longline.ics"',
      'Cache-Control': 'private, no-store',
    });
  });
  return routes;
}

/** Finds the owner of an address; null if it was revoked, or if its owner has lost beta access, which ends it. */
function addressReader({ db, env }: Services): (token: string) => Promise<string | null> {
  const read = db
    .select(ACCESS_COLUMNS)
    .from(calendarAddresses)
    .innerJoin(users, eq(users.id, calendarAddresses.userId))
    .leftJoin(betaAccess, eq(betaAccess.email, users.email))
    .where(eq(calendarAddresses.tokenHash, sql.placeholder('tokenHash')))
    .prepare('calendar_owner');
  return async (token) => {
    const tokenHash = hashToken(token);
    const [found] = await read.execute({ tokenHash });
    if (!found) return null;
    if (accessOf(found, env).hasBetaAccess) return found.userId;
    await db.delete(calendarAddresses).where(and(eq(calendarAddresses.userId, found.userId), eq(calendarAddresses.tokenHash, tokenHash)));
    return null;
  };
}
