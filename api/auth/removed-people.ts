import { and, asc, eq, gt, inArray, isNotNull, isNull, not, or, type SQL, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../db/database.ts';
import { rowsOf } from '../db/rows-of.ts';
import { adminActions } from '../db/tables/auth.ts';
import { calendarAddresses, friendships, users } from '../db/tables/people.ts';
import { type Raise, raiseFeeds } from '../feeds/raise-feeds.ts';
import { spendKeptLinks } from '../partner-links/join.ts';
import type { Services } from '../services.ts';
import { walkOn } from '../sweep-walk.ts';

const RECENT_MS = 24 * 60 * 60 * 1_000;
const ACTIONS_AT_ONCE = 500;

type HidingServices = Pick<Services, 'env' | 'now'>;
type SettlingServices = Pick<Services, 'env' | 'now' | 'newId'>;

/** Makes the person of this address absent for others, now that their beta access is removed (R170), and ends their calendar's address. */
export async function hideRemoved(tx: Transaction, services: HidingServices, email: string): Promise<Raise[]> {
  if (services.env.adminEmails.includes(email)) return [];
  await endCalendarOf(tx, services, email);
  const hidden = await tx
    .update(users)
    .set({ removedAt: services.now() })
    .where(and(eq(users.email, email), not(users.isAdmin), isNull(users.removedAt)))
    .returning({ id: users.id });
  return tellPartners(tx, hidden);
}

/** Ends the private address of a calendar, unless its person is an admin. It does not come back with the access. */
export async function endCalendarOf(tx: Transaction, { env }: Pick<Services, 'env'>, email: string): Promise<void> {
  if (env.adminEmails.includes(email)) return;
  const person = tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), not(users.isAdmin)));
  await tx.delete(calendarAddresses).where(inArray(calendarAddresses.userId, person));
}

/** Reverses `hideRemoved` once access is granted again: everything is as before, but for the calendar's address. */
export async function showGranted(tx: Transaction, email: string): Promise<Raise[]> {
  const shown = await tx
    .update(users)
    .set({ removedAt: null })
    .where(and(eq(users.email, email), isNotNull(users.removedAt), isNull(users.deleteAt)))
    .returning({ id: users.id });
  return tellPartners(tx, shown);
}

/**
 * Hides and shows people as their current access says: everyone at the server's start, because ADMIN_EMAILS may have
 * changed and older versions hid no one, and one person after their address has changed. People without rows have nothing
 * to hide. Deleted rows are hidden anyway, and no index has them. Uses the links that people kept who have access now (R377).
 * @param which condition on `users`; default all
 */
export async function settleAbsences(tx: Transaction, services: SettlingServices, which: SQL = sql`true`): Promise<Raise[]> {
  const { env, now } = services;
  const mayEnter = sql`(users.delete_at is null and coalesce(users.is_admin or jsonb_exists(${JSON.stringify(env.adminEmails)}::text::jsonb, users.email)
    or exists (select from beta_access where beta_access.email = users.email), false))`;
  const changed = await rowsOf<{ id: string }>(
    tx,
    sql`update users set removed_at = case when ${mayEnter} then null else ${now().toISOString()}::text::timestamptz end
        where ${which}
          and (removed_at is not null) is distinct from (not ${mayEnter} and (
            removed_at is not null or profile_visibility = 'public'
            or exists (select from videos where owner_id = users.id and deleted_at is null)
            or exists (select from cues where owner_id = users.id and deleted_at is null)
            or exists (select from trials where owner_id = users.id and deleted_at is null)
            or exists (select from partner_links where owner_id = users.id)
            or exists (select from friendships where user_id = users.id)
            or exists (select from friendships where friend_id = users.id)))
        returning id`,
  );
  await rowsOf(
    tx,
    sql`delete from calendar_addresses using users where users.id = calendar_addresses.user_id and ${which} and not ${mayEnter}`,
  );
  const keepers = await rowsOf<{ id: string }>(
    tx,
    sql`select distinct users.id from partner_links join users on users.id = partner_links.kept_by
        where partner_links.kept_by is not null and ${which} and ${mayEnter}`,
  );
  const raises = await tellPartners(tx, changed);
  for (const { id } of keepers) raises.push(...(await spendKeptLinks(tx, services, id)).raises);
  return raises;
}

/** Settles the absences of everyone, in a transaction of its own. */
export const settleAllAbsences = (services: Services) =>
  services.db.transaction(async (tx) => raiseFeeds(tx, services, await settleAbsences(tx, services)));

/**
 * Settles the absences of people whose access an admin changed within the last day: replicas of 0.3.0 write no absence, and
 * may run beside this version during an upgrade (docs/decisions/0088). Continues where the last sweep stopped.
 */
export async function settleRecentAbsences(services: Services & { stepMs?: number }): Promise<void> {
  const since = new Date(services.now().getTime() - RECENT_MS);
  await walkOn({
    ...services,
    name: 'recent admin actions',
    batchesAfter: (after) => adminActionsAfter(services.db, since, after),
    async look(actions) {
      const recent = inArray(users.email, [...new Set(actions.map(({ email }) => email))]);
      const raised = await services.db.transaction(async (tx) => raiseFeeds(tx, services, await settleAbsences(tx, services, recent)));
      services.pokes.publish(raised.map(({ name }) => name));
    },
  });
}

/** @param start begins after the action of this name, which is its time and id; '' begins at `since` */
async function* adminActionsAfter(db: Database, since: Date, start: string): AsyncGenerator<{ name: string; email: string }[]> {
  for (let after: string | undefined = start; after !== undefined; ) {
    const [at, id] = after.split(' ');
    // Many actions may have the same time.
    const rest =
      id === undefined ? undefined : sql`(${adminActions.at}, ${adminActions.id}) > (${at}::text::timestamptz, ${id}::text::uuid)`;
    const rows = await db
      .select({ id: adminActions.id, at: adminActions.at, email: adminActions.email })
      .from(adminActions)
      .where(and(gt(adminActions.at, since), rest))
      .orderBy(asc(adminActions.at), asc(adminActions.id))
      .limit(ACTIONS_AT_ONCE);
    const batch: { name: string; email: string }[] = rows.map((row) => ({ name: `${row.at.toISOString()} ${row.id}`, email: row.email }));
    if (batch.length > 0) yield batch;
    after = batch.at(-1)?.name;
  }
}

/** Raises each partnership and request for the other person, who reads it again as gone or as present. */
async function tellPartners(tx: Transaction, people: readonly { id: string }[]): Promise<Raise[]> {
  const ids = people.map(({ id }) => id);
  if (ids.length === 0) return [];
  const found = await tx
    .select({ id: friendships.id, userId: friendships.userId, friendId: friendships.friendId })
    .from(friendships)
    .where(or(inArray(friendships.userId, ids), inArray(friendships.friendId, ids)));
  return found.flatMap(({ id, userId, friendId }): Raise[] =>
    [...(ids.includes(userId) ? [friendId] : []), ...(ids.includes(friendId) ? [userId] : [])].map((readerId) => ({
      kind: 'inbox',
      userId: readerId,
      entity: 'friendships',
      rowId: id,
    })),
  );
}
