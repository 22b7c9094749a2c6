import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm';
import { Hono } from 'hono';
import { accessTopic } from '../auth/access-topic.ts';
import { endCalendarOf, hideRemoved, showGranted } from '../auth/removed-people.ts';
import { mustBeAdmin } from '../auth/require-access.ts';
import { LIST_DEFAULT } from '../contract/limits.ts';
import { type BetaAdminAnswer, BetaAdminQuery, ONLINE_CALLS } from '../contract/online-calls.ts';
import { foldEmail } from '../contract/text.ts';
import { adminActions, betaAccess, waitlist } from '../db/tables/auth.ts';
import { users } from '../db/tables/people.ts';
import { raiseFeeds } from '../feeds/raise-feeds.ts';
import { spendKeptLinks } from '../partner-links/join.ts';
import type { AppEnv, Services } from '../services.ts';
import { mustBeDeviceUser } from './device-user.ts';
import { FIRST_MOMENT, linkToNext, momentCursor, momentOf, nameCursor, parseQuery, rowsAsked } from './list-page.ts';
import { parsePayload } from './parse-payload.ts';
import { readJson } from './read-json.ts';

const GRANT = ONLINE_CALLS['admin.grant'].payload;

/**
 * Waitlist and beta access, for admins (R108). Granting and removing may be repeated: a repeat gets
 * the same answer and no second record (R110). A page that another admin left open on this browser gets 401 (R181).
 */
export function adminRoutes(services: Services) {
  const { db, now, newId, pokes, push } = services;
  const routes = new Hono<AppEnv>();

  routes.get('/api/admin/beta-access', async (c) => {
    mustBeDeviceUser(c, mustBeAdmin);
    const query = parseQuery(c, BetaAdminQuery);
    const { search = '', limit = LIST_DEFAULT } = query;
    const waitedFrom = momentCursor({ cursor: query.waitlistCursor }, FIRST_MOMENT);
    const testersFrom = nameCursor({ cursor: query.betaAccessCursor });
    // Folded as stored addresses are. `position` instead of `like`, where an underscore is a wildcard.
    const words = foldEmail(search.trim());
    const holds = (table: typeof waitlist | typeof betaAccess) =>
      words === '' ? undefined : sql`position(${words} in ${table.email}) > 0`;
    // Longest waiting first: admins grant access in that order.
    const waiting = await db
      .select()
      .from(waitlist)
      .where(
        and(
          holds(waitlist),
          sql`(${waitlist.createdAt}, ${waitlist.id}) > (${waitedFrom.key}::text::timestamptz, ${waitedFrom.id}::text::uuid)`,
        ),
      )
      .orderBy(asc(waitlist.createdAt), asc(waitlist.id))
      .limit(rowsAsked(query));
    const testers = await db
      .select({ id: betaAccess.id, email: betaAccess.email })
      .from(betaAccess)
      .where(and(holds(betaAccess), gt(betaAccess.email, testersFrom.key)))
      .orderBy(asc(betaAccess.email))
      .limit(rowsAsked(query));
    const lastWaiting = waiting.length > limit ? waiting[limit - 1] : undefined;
    const lastTester = testers.length > limit ? testers[limit - 1] : undefined;
    const links = [
      lastWaiting && `${linkToNext(c, 'waitlistCursor', momentOf(lastWaiting))}; title="waitlist"`,
      lastTester && `${linkToNext(c, 'betaAccessCursor', { key: lastTester.email, id: lastTester.id })}; title="betaAccess"`,
    ].filter((link) => link !== undefined);
    if (links.length > 0) c.header('Link', links.join(', '));
    return c.json({
      waitlist: waiting.slice(0, limit).map(({ id, email, createdAt }) => ({ id, email, createdAt: createdAt.toISOString() })),
      betaAccess: testers.slice(0, limit),
      waitlistCount: await db.$count(waitlist),
      betaAccessCount: await db.$count(betaAccess),
    } satisfies BetaAdminAnswer);
  });

  routes.post('/api/admin/beta-access', async (c) => {
    const { userId } = mustBeDeviceUser(c, mustBeAdmin);
    const { email } = parsePayload(GRANT, await readJson(c));
    const { access, raised, notices } = await db.transaction(async (tx) => {
      const [added] = await tx
        .insert(betaAccess)
        .values({ id: newId(), email, grantedAt: now() })
        .onConflictDoNothing()
        .returning({ id: betaAccess.id });
      await tx.delete(waitlist).where(eq(waitlist.email, email));
      if (added) {
        await tx.insert(adminActions).values({ id: newId(), adminId: userId, action: 'grant', email, at: now() });
        await endCalendarOf(tx, services, email);
      }
      const [access] = await tx.select({ id: betaAccess.id, email: betaAccess.email }).from(betaAccess).where(eq(betaAccess.email, email));
      const shown = await showGranted(tx, email);
      // Someone whose account is to be deleted has no access.
      const entering = and(eq(users.email, email), isNull(users.deleteAt));
      const [person] = added ? await tx.select({ id: users.id }).from(users).where(entering) : [];
      const { raises, notices } = person ? await spendKeptLinks(tx, services, person.id) : { raises: [], notices: [] };
      return { access, notices, raised: await raiseFeeds(tx, services, [...shown, ...raises]) };
    });
    pokes.publish(raised.map(({ name }) => name));
    push.tell(notices);
    return c.json(access ?? {}, 201);
  });

  routes.delete('/api/admin/beta-access/:email', async (c) => {
    const { userId } = mustBeDeviceUser(c, mustBeAdmin);
    const { email } = parsePayload(GRANT, { email: c.req.param('email') });
    const { raised, person } = await db.transaction(async (tx) => {
      const removed = await tx.delete(betaAccess).where(eq(betaAccess.email, email)).returning({ id: betaAccess.id });
      if (removed.length > 0) {
        await tx.insert(adminActions).values({ id: newId(), adminId: userId, action: 'remove', email, at: now() });
      }
      const person = await tx.select({ id: users.id }).from(users).where(eq(users.email, email));
      return { person, raised: await raiseFeeds(tx, services, await hideRemoved(tx, services, email)) };
    });
    pokes.publish([...raised.map(({ name }) => name), ...person.map(({ id }) => accessTopic(id))]);
    return c.json({ email });
  });
  return routes;
}
