import { and, asc, eq, sql } from 'drizzle-orm';
import { Hono } from 'hono';
import { blocks } from '../db/tables/people.ts';
import { serializeBlock } from '../serialize-rows.ts';
import type { AppEnv, Services } from '../services.ts';
import { afterMoment } from './keyset.ts';
import { answerOwnList } from './list-page.ts';

export function blockReads({ db }: Services): Hono<AppEnv> {
  const readOwn = db
    .select()
    .from(blocks)
    .where(and(eq(blocks.userId, sql.placeholder('userId')), afterMoment(blocks.createdAt, blocks.id)))
    .orderBy(asc(blocks.createdAt), asc(blocks.id))
    .limit(sql.placeholder('limit'))
    .prepare('own_blocks');
  return new Hono<AppEnv>().get('/api/blocks', (c) => answerOwnList(c, (part) => readOwn.execute({ ...part }), serializeBlock));
}
