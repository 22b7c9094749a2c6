import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { Hono } from 'hono';
import { trials } from '../db/tables/training.ts';
import type { AppEnv, Services } from '../services.ts';
import { serializeTrial } from '../serialize-rows.ts';
import { afterMoment } from './keyset.ts';
import { answerOwnList } from './list-page.ts';

export function trialReads({ db }: Services): Hono<AppEnv> {
  const read = db
    .select()
    .from(trials)
    .where(and(eq(trials.ownerId, sql.placeholder('userId')), isNull(trials.deletedAt), afterMoment(trials.createdAt, trials.id)))
    .orderBy(asc(trials.createdAt), asc(trials.id))
    .limit(sql.placeholder('limit'))
    .prepare('own_trials');
  return new Hono<AppEnv>().get('/api/trials', (c) => answerOwnList(c, (part) => read.execute({ ...part }), serializeTrial));
}
