import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { Hono } from 'hono';
import { plans } from '../db/tables/training.ts';
import type { AppEnv, Services } from '../services.ts';
import { serializePlan } from '../serialize-rows.ts';
import { afterMoment } from './keyset.ts';
import { answerOwnList } from './list-page.ts';

export function planReads({ db }: Services): Hono<AppEnv> {
  const read = db
    .select()
    .from(plans)
    .where(and(eq(plans.ownerId, sql.placeholder('userId')), isNull(plans.deletedAt), afterMoment(plans.createdAt, plans.id)))
    .orderBy(asc(plans.createdAt), asc(plans.id))
    .limit(sql.placeholder('limit'))
    .prepare('own_plans');
  return new Hono<AppEnv>().get('/api/plans', (c) => answerOwnList(c, (part) => read.execute({ ...part }), serializePlan));
}
