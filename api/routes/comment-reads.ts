import { and, asc, eq, isNull, not, sql } from 'drizzle-orm';
import type { Hono } from 'hono';
import { isBlocked } from '../db/is-blocked.ts';
import { comments } from '../db/tables/training.ts';
import type { AppEnv, Services } from '../services.ts';
import { serializeComment } from '../serialize-rows.ts';
import { afterMoment } from './keyset.ts';
import { listsOfSessions } from './lists-of-sessions.ts';

export function commentReads({ db }: Services): Hono<AppEnv> {
  const listed = and(isNull(comments.deletedAt), afterMoment(comments.createdAt, comments.id));
  const ofSession = db
    .select()
    .from(comments)
    .where(
      and(
        eq(comments.videoId, sql.placeholder('videoId')),
        not(isBlocked(comments.userId, sql`${sql.placeholder('reader')}::text::uuid`)),
        listed,
      ),
    )
    .orderBy(asc(comments.createdAt), asc(comments.id))
    .limit(sql.placeholder('limit'))
    .prepare('comments_of_session');
  // Includes comments on sessions that their author no longer sees: the words are the author's (R83).
  const own = db
    .select()
    .from(comments)
    .where(and(eq(comments.userId, sql.placeholder('userId')), listed))
    .orderBy(asc(comments.createdAt), asc(comments.id))
    .limit(sql.placeholder('limit'))
    .prepare('own_comments');
  return listsOfSessions(db, 'comments', {
    ofSession: (part) => ofSession.execute({ ...part }),
    own: (part) => own.execute({ ...part }),
    serialize: serializeComment,
  });
}
