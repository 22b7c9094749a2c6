import { sql } from 'drizzle-orm';
import { ANSWER_KEPT_HOURS } from '../contract/limits.ts';
import type { Queryable } from '../db/database.ts';
import { rowsOf } from '../db/rows-of.ts';
import type { Services } from '../services.ts';
import { inBatches } from '../sweep-time.ts';

const HOUR_MS = 3_600_000;
const AT_ONCE = 5_000;

/** Keeps id and version of the row in the answer, and nothing else of it. */
const FORGET = sql`forgotten = true, row_id = (body #>> '{value,id}')::uuid, row_version = (body #>> '{value,version}')::int, body = '{"value": {}}'`;

/**
 * Deletes the bodies of answers that are a day old; a repeat then gets the row as it is. Needs no age gate: a wrong clock
 * only makes that happen sooner.
 * @returns whether no old body is left
 */
export async function forgetAnswers({ db, now, stepMs }: Pick<Services, 'now'> & { db: Queryable; stepMs?: number }): Promise<boolean> {
  const before = new Date(now().getTime() - ANSWER_KEPT_HOURS * HOUR_MS).toISOString();
  await inBatches(stepMs, AT_ONCE, async () => {
    // Checked again outside: another replica may forget the same row meanwhile, and its id must not be lost.
    const forgotten = await rowsOf(
      db,
      sql`update idempotency_keys set ${FORGET}
          where not forgotten and (user_id, key) in (
            select user_id, key from idempotency_keys
            where not forgotten and created_at <= ${before}::text::timestamptz order by created_at limit ${AT_ONCE}::int)
          returning key`,
    );
    return forgotten.length;
  });
  // A short batch does not prove that all are done: another replica may have forgotten part of it at the same time.
  const left = await rowsOf(
    db,
    sql`select key from idempotency_keys where not forgotten and created_at <= ${before}::text::timestamptz order by created_at limit 1`,
  );
  return left.length === 0;
}

/** Forgets the answers to others that name an erased person, such as those to their partners. */
export const forgetAnswersNaming = (db: Queryable, userId: string): Promise<unknown> =>
  rowsOf(db, sql`update idempotency_keys set ${FORGET} where not forgotten and strpos(body::text, ${userId}) > 0`);
