import { and, asc, eq, isNull, or, sql } from 'drizzle-orm';
import { Hono } from 'hono';
import { mustHaveBetaAccess } from '../auth/require-access.ts';
import { ListQuery } from '../contract/online-calls.ts';
import { friendships, users } from '../db/tables/people.ts';
import type { AppEnv, Services } from '../services.ts';
import { serializeFriendship } from '../serialize-rows.ts';
import { afterMoment } from './keyset.ts';
import { answerList, FIRST_MOMENT, momentCursor, momentOf, parseQuery } from './list-page.ts';

export function friendshipReads({ db }: Services): Hono<AppEnv> {
  const me = sql.placeholder('userId');
  const readFriendships = db
    .select({ friendship: friendships, other: users })
    .from(friendships)
    .innerJoin(
      users,
      eq(users.id, sql`case when ${friendships.userId} = ${me}::text::uuid then ${friendships.friendId} else ${friendships.userId} end`),
    )
    .where(
      and(
        or(eq(friendships.userId, me), eq(friendships.friendId, me)),
        isNull(users.removedAt),
        afterMoment(friendships.createdAt, friendships.id),
      ),
    )
    .orderBy(asc(friendships.createdAt), asc(friendships.id))
    .limit(sql.placeholder('limit'))
    .prepare('own_friendships');

  return new Hono<AppEnv>().get('/api/friendships', async (c) => {
    const { userId } = mustHaveBetaAccess(c);
    const query = parseQuery(c, ListQuery);
    return answerList(
      c,
      query,
      momentCursor(query, FIRST_MOMENT),
      (part) => readFriendships.execute({ userId, ...part }),
      ({ friendship }) => momentOf(friendship),
      ({ friendship, other }) => serializeFriendship(friendship, other),
    );
  });
}
