import { and, eq, isNull, not, or, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../db/database.ts';
import { isBlocked } from '../db/is-blocked.ts';
import { isPresent } from '../db/is-present.ts';
import { friendships, users } from '../db/tables/people.ts';

/** Condition on `users`: people whom a reader may find. They have access, and neither blocks the other. */
export const visibleTo = (readerId: string): SQL | undefined =>
  and(isNull(users.removedAt), not(isBlocked(users.id, sql`${readerId}::text::uuid`)));

/** Whether a reader may find a person. */
export const isVisibleTo = async (db: Queryable, userId: string, readerId: string): Promise<boolean> =>
  (await db.$count(users, and(eq(users.id, userId), visibleTo(readerId)))) > 0;

/** Whether two people are accepted partners, both with beta access. A pending request does not count. */
export async function arePartners(db: Queryable, oneId: string, otherId: string): Promise<boolean> {
  const found = await db
    .select({ id: friendships.id })
    .from(friendships)
    .where(
      and(
        eq(friendships.status, 'accepted'),
        isPresent(friendships.userId),
        isPresent(friendships.friendId),
        or(
          and(eq(friendships.userId, oneId), eq(friendships.friendId, otherId)),
          and(eq(friendships.userId, otherId), eq(friendships.friendId, oneId)),
        ),
      ),
    )
    .prepare('are_partners')
    .execute();
  return found.length > 0;
}
