import { sql } from 'drizzle-orm';
import { ANSWER_KEPT_HOURS } from '../contract/limits.ts';
import { rowsOf } from '../db/rows-of.ts';
import type { Services } from '../services.ts';
import { inBatches } from '../sweep-time.ts';

const HOUR_MS = 3_600_000;
const AT_ONCE = 5_000;

/**
 * Deletes the bodies of answers that are a day old; a repeat then gets the row as it is. Needs no age gate: a wrong clock
 * only makes that happen sooner.
 * @returns whether no old body is left
 */
export async function forgetAnswers({ db, now, stepMs }: Pick<Services, 'db' | 'now'> & { stepMs?: number }): Promise<boolean> {
  const before = new Date(now().getTime() - ANSWER_KEPT_HOURS * HOUR_MS).toISOString();
  let last = 0;
  await inBatches(stepMs, AT_ONCE, async () => {
    const forgotten = await rowsOf(
      db,
      sql`update idempotency_keys set
            forgotten = true, row_id = (body #>> '{value,id}')::uuid, row_version = (body #>> '{value,version}')::int, body = '{"value": {}}'
          where (user_id, key) in (
            select user_id, key from idempotency_keys
            where not forgotten and created_at <= ${before}::text::timestamptz order by created_at limit ${AT_ONCE}::int)
          returning key`,
    );
    last = forgotten.length;
    return last;
  });
  return last < AT_ONCE;
}
