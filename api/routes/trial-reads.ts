import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { Hono } from 'hono';
import { mustHaveOwnRows } from '../auth/require-access.ts';
import { ListQuery } from '../contract/online-calls.ts';
import { trials } from '../db/tables/training.ts';
import type { AppEnv, Services } from '../services.ts';
import { serializeTrial } from '../serialize-rows.ts';
import { afterMoment } from './keyset.ts';
import { answerList, FIRST_MOMENT, momentCursor, parseQuery } from './list-page.ts';

export function trialReads({ db }: Services): Hono<AppEnv> {
  const read = db
    .select()
    .from(trials)
    .where(and(eq(trials.ownerId, sql.placeholder('userId')), isNull(trials.deletedAt), afterMoment(trials.createdAt, trials.id)))
    .orderBy(asc(trials.createdAt), asc(trials.id))
    .limit(sql.placeholder('limit'))
    .prepare('own_trials');
  return new Hono<AppEnv>().get('/api/trials', async (c) => {
    const { userId } = mustHaveOwnRows(c);
    const query = parseQuery(c, ListQuery);
    return answerList(
      c,
      query,
      momentCursor(query, FIRST_MOMENT),
      (part) => read.execute({ userId, ...part }),
      (row) => ({ key: row.createdAt.toISOString(), id: row.id }),
      serializeTrial,
    );
  });
}
