import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { Hono } from 'hono';
import { hiddenFrom, mustHaveOwnRows } from '../auth/require-access.ts';
import { ListQuery } from '../contract/online-calls.ts';
import { sets } from '../db/tables/training.ts';
import type { AppEnv, Services } from '../services.ts';
import { serializeSet } from '../serialize-rows.ts';
import { afterMoment } from './keyset.ts';
import { answerList, FIRST_MOMENT, momentCursor, parseQuery } from './list-page.ts';
import { mustBeId } from './path-id.ts';
import { readableSession } from './readable-session.ts';

export function setReads({ db }: Services): Hono<AppEnv> {
  const readSession = readableSession(db);
  const listed = and(isNull(sets.deletedAt), afterMoment(sets.createdAt, sets.id));
  const readSets = db
    .select()
    .from(sets)
    .where(and(eq(sets.videoId, sql.placeholder('videoId')), listed))
    .orderBy(asc(sets.createdAt), asc(sets.id))
    .limit(sql.placeholder('limit'))
    .prepare('sets_of_session');
  const readOwn = db
    .select()
    .from(sets)
    .where(and(eq(sets.ownerId, sql.placeholder('userId')), listed))
    .orderBy(asc(sets.createdAt), asc(sets.id))
    .limit(sql.placeholder('limit'))
    .prepare('own_sets');
  const keysetOf = ({ createdAt, id }: typeof sets.$inferSelect) => ({ key: createdAt.toISOString(), id });

  return new Hono<AppEnv>()
    .get('/api/videos/:videoId/sets', async (c) => {
      const person = mustHaveOwnRows(c);
      const videoId = mustBeId(c, 'videoId');
      const query = parseQuery(c, ListQuery);
      // Authorise first, or the answer reveals that a session exists.
      const [session] = await readSession.execute({ userId: person.userId, videoId });
      if (!session) throw hiddenFrom(person);
      const start = momentCursor(query, FIRST_MOMENT);
      return answerList(c, query, start, (part) => readSets.execute({ videoId, ...part }), keysetOf, serializeSet);
    })
    .get('/api/sets', async (c) => {
      const { userId } = mustHaveOwnRows(c);
      const query = parseQuery(c, ListQuery);
      const start = momentCursor(query, FIRST_MOMENT);
      return answerList(c, query, start, (part) => readOwn.execute({ userId, ...part }), keysetOf, serializeSet);
    });
}
