import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { Hono } from 'hono';
import { mustHaveOwnRows } from '../auth/require-access.ts';
import { ListQuery } from '../contract/online-calls.ts';
import { plans } from '../db/tables/training.ts';
import type { AppEnv, Services } from '../services.ts';
import { serializePlan } from '../serialize-rows.ts';
import { afterMoment } from './keyset.ts';
import { answerList, FIRST_MOMENT, momentCursor, parseQuery } from './list-page.ts';

export function planReads({ db }: Services): Hono<AppEnv> {
  const read = db
    .select()
    .from(plans)
    .where(and(eq(plans.ownerId, sql.placeholder('userId')), isNull(plans.deletedAt), afterMoment(plans.createdAt, plans.id)))
    .orderBy(asc(plans.createdAt), asc(plans.id))
    .limit(sql.placeholder('limit'))
    .prepare('own_plans');
  return new Hono<AppEnv>().get('/api/plans', async (c) => {
    const { userId } = mustHaveOwnRows(c);
    const query = parseQuery(c, ListQuery);
    return answerList(
      c,
      query,
      momentCursor(query, FIRST_MOMENT),
      (part) => read.execute({ userId, ...part }),
      (row) => ({ key: row.createdAt.toISOString(), id: row.id }),
      serializePlan,
    );
  });
}
