import { gt, or, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { derivations } from '../../db/tables/media.ts';
import { NEVER_DUE } from './derive-job.ts';

export interface JobCounts {
  /** Not begun, or waiting for disk space. */
  waiting: number;
  /** Since when the oldest of all is due; null if none is. */
  oldestAt: Date | null;
  /** In progress, or due again after a failure. */
  again: number;
  givenUp: number;
}

/** The queue of posters and copies. */
export async function countJobs({ db, now }: { db: Database; now: () => Date }): Promise<JobCounts> {
  const isGivenUp = sql`${derivations.dueAt} = ${NEVER_DUE.toISOString()}::timestamptz`;
  const isBegun = sql`${derivations.attempts} > 0`;
  const [found] = await db
    .select({
      waiting: sql<number>`count(*) filter (where not ${isBegun})::int`,
      oldestAt: sql`min(${derivations.dueAt}) filter (where ${derivations.dueAt} <= ${now().toISOString()}::timestamptz)`.mapWith(
        derivations.dueAt,
      ),
      again: sql<number>`count(*) filter (where ${isBegun} and not ${isGivenUp})::int`,
      givenUp: sql<number>`count(*) filter (where ${isGivenUp})::int`,
    })
    .from(derivations);
  return found!;
}

/** Makes jobs due now that failed or wait for space, with three new attempts. @returns how many */
export async function tryAgain({ db, now }: { db: Database; now: () => Date }): Promise<number> {
  const due = await db
    .update(derivations)
    .set({ attempts: 0, dueAt: now() })
    .where(or(gt(derivations.attempts, 0), gt(derivations.dueAt, now())))
    .returning({ path: derivations.objectPath });
  return due.length;
}
