import { and, asc, eq, lte, not, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { derivations, objects } from '../../db/tables/media.ts';
import type { Ffmpeg } from '../ports/ffmpeg.ts';

/** Copies take up to an hour, so nothing else waits for them. */
export type Stage = 'pictures' | 'copies';

export interface Job {
  attempts: number;
  object: typeof objects.$inferSelect;
}

/** A video gets its poster first. If it needs a copy, its job remains for the second stage. */
const hasPoster = sql`'poster' = any(${objects.derived})`;

/**
 * The next job that is due. People take turns, so a person waits for at most one video of each other person.
 * @param served people who had a turn, the latest last
 */
export async function nextJob(
  { db, ffmpeg, now }: { db: Database; ffmpeg: Ffmpeg | null; now: () => Date },
  stage: Stage,
  served: readonly string[],
): Promise<Job | null> {
  const turn: SQL = sql`array_position(${sql.param(`{${served.join()}}`)}::uuid[], ${objects.ownerId}) nulls first`;
  const [job] = await db
    .select({ attempts: derivations.attempts, object: objects })
    .from(derivations)
    .innerJoin(objects, eq(objects.path, derivations.objectPath))
    .where(
      and(
        lte(derivations.dueAt, now()),
        stage === 'copies' ? hasPoster : not(hasPoster),
        // Without ffmpeg, videos wait in the queue.
        ffmpeg ? undefined : eq(derivations.kind, 'picture'),
      ),
    )
    .orderBy(turn, asc(derivations.dueAt))
    .limit(1);
  return job ?? null;
}
