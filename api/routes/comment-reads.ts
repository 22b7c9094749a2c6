import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { Hono } from 'hono';
import { hiddenFrom, mustHaveOwnRows } from '../auth/require-access.ts';
import { ListQuery } from '../contract/online-calls.ts';
import { comments } from '../db/tables/training.ts';
import type { AppEnv, Services } from '../services.ts';
import { serializeComment } from '../serialize-rows.ts';
import { afterMoment } from './keyset.ts';
import { answerList, FIRST_MOMENT, momentCursor, parseQuery } from './list-page.ts';
import { mustBeId } from './path-id.ts';
import { readableSession } from './readable-session.ts';

export function commentReads({ db }: Services): Hono<AppEnv> {
  const readSession = readableSession(db);
  const readComments = db
    .select()
    .from(comments)
    .where(and(eq(comments.videoId, sql.placeholder('videoId')), isNull(comments.deletedAt), afterMoment(comments.createdAt, comments.id)))
    .orderBy(asc(comments.createdAt), asc(comments.id))
    .limit(sql.placeholder('limit'))
    .prepare('comments_of_session');

  // Includes comments on sessions that their author no longer sees: the words are the author's (R83).
  const readOwn = db
    .select()
    .from(comments)
    .where(and(eq(comments.userId, sql.placeholder('userId')), isNull(comments.deletedAt), afterMoment(comments.createdAt, comments.id)))
    .orderBy(asc(comments.createdAt), asc(comments.id))
    .limit(sql.placeholder('limit'))
    .prepare('own_comments');
  const keysetOf = ({ createdAt, id }: typeof comments.$inferSelect) => ({ key: createdAt.toISOString(), id });

  return new Hono<AppEnv>()
    .get('/api/videos/:videoId/comments', async (c) => {
      const person = mustHaveOwnRows(c);
      const videoId = mustBeId(c, 'videoId');
      const query = parseQuery(c, ListQuery);
      // Authorise first, or the answer reveals that a session exists.
      const [session] = await readSession.execute({ userId: person.userId, videoId });
      if (!session) throw hiddenFrom(person);
      const start = momentCursor(query, FIRST_MOMENT);
      return answerList(c, query, start, (part) => readComments.execute({ videoId, ...part }), keysetOf, serializeComment);
    })
    .get('/api/comments', async (c) => {
      const { userId } = mustHaveOwnRows(c);
      const query = parseQuery(c, ListQuery);
      const start = momentCursor(query, FIRST_MOMENT);
      return answerList(c, query, start, (part) => readOwn.execute({ userId, ...part }), keysetOf, serializeComment);
    });
}
