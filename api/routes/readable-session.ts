import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { isPresent } from '../db/is-present.ts';
import { friendships } from '../db/tables/people.ts';
import { videos } from '../db/tables/training.ts';

/** Finds a session (`videoId`) that a person (`userId`) may see: their own, or a partner's. */
export function readableSession(db: Database) {
  const me = sql.placeholder('userId');
  return db
    .select({ id: videos.id })
    .from(videos)
    .where(
      and(
        eq(videos.id, sql.placeholder('videoId')),
        isNull(videos.deletedAt),
        sql`(${videos.ownerId} = ${me}::text::uuid or exists (
          select 1 from ${friendships} where ${friendships.status} = 'accepted'
            and ((${friendships.userId} = ${me}::text::uuid and ${friendships.friendId} = ${videos.ownerId})
              or (${friendships.friendId} = ${me}::text::uuid and ${friendships.userId} = ${videos.ownerId})))
          and ${isPresent(videos.ownerId)} and ${isPresent(sql`${me}::text::uuid`)})`,
      ),
    )
    .prepare('readable_session');
}
