import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Hono } from 'hono';
import { sets } from '../db/tables/training.ts';
import type { AppEnv, Services } from '../services.ts';
import { serializeSet } from '../serialize-rows.ts';
import { afterMoment } from './keyset.ts';
import { listsOfSessions } from './lists-of-sessions.ts';

export function setReads({ db }: Services): Hono<AppEnv> {
  const listed = and(isNull(sets.deletedAt), afterMoment(sets.createdAt, sets.id));
  const ofSession = db
    .select()
    .from(sets)
    .where(and(eq(sets.videoId, sql.placeholder('videoId')), listed))
    .orderBy(asc(sets.createdAt), asc(sets.id))
    .limit(sql.placeholder('limit'))
    .prepare('sets_of_session');
  const own = db
    .select()
    .from(sets)
    .where(and(eq(sets.ownerId, sql.placeholder('userId')), listed))
    .orderBy(asc(sets.createdAt), asc(sets.id))
    .limit(sql.placeholder('limit'))
    .prepare('own_sets');
  return listsOfSessions(db, 'sets', {
    ofSession: (part) => ofSession.execute({ ...part }),
    own: (part) => own.execute({ ...part }),
    serialize: serializeSet,
  });
}
