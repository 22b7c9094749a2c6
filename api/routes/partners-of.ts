import { and, eq, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Database } from '../db/database.ts';
import { isPresent } from '../db/is-present.ts';
import { friendships } from '../db/tables/people.ts';

/** A subquery: the ids of the accepted partners of placeholder `userId`. */
export const partnersOf = (db: Database) =>
  unionAll(
    db
      .select({ partnerId: sql<string>`${friendships.friendId}`.as('partner_id') })
      .from(friendships)
      .where(and(eq(friendships.userId, sql.placeholder('userId')), eq(friendships.status, 'accepted'), isPresent(friendships.friendId))),
    db
      .select({ partnerId: sql<string>`${friendships.userId}`.as('partner_id') })
      .from(friendships)
      .where(and(eq(friendships.friendId, sql.placeholder('userId')), eq(friendships.status, 'accepted'), isPresent(friendships.userId))),
  ).as('partners');
