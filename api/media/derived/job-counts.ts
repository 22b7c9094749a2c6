import { gt, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { derivations } from '../../db/tables/media.ts';
import { NEVER_DUE } from './derive-job.ts';

export interface JobCounts {
  /** Due for the first time. */
  waiting: number;
  /** Since when the oldest of them is due. */
  oldestAt: Date | null;
  /** Failed, and tried again later. */
  again: number;
  givenUp: number;
}

/** The queue of posters and copies. */
export async function countJobs(db: Database): Promise<JobCounts> {
  const isGivenUp = sql`${derivations.dueAt} = ${NEVER_DUE.toISOString()}::timestamptz`;
  const isFirst = sql`${derivations.attempts} = 0`;
  const [found] = await db
    .select({
      waiting: sql<number>`count(*) filter (where ${isFirst})::int`,
      oldestAt: sql`min(${derivations.dueAt}) filter (where ${isFirst})`.mapWith(derivations.dueAt),
      again: sql<number>`count(*) filter (where not ${isFirst} and not ${isGivenUp})::int`,
      givenUp: sql<number>`count(*) filter (where ${isGivenUp})::int`,
    })
    .from(derivations);
  return found!;
}

/** Makes failed jobs due now, with three new attempts. @returns how many */
export async function tryAgain({ db, now }: { db: Database; now: () => Date }): Promise<number> {
  const due = await db
    .update(derivations)
    .set({ attempts: 0, dueAt: now() })
    .where(gt(derivations.attempts, 0))
    .returning({ path: derivations.objectPath });
  return due.length;
}
