import { and, inArray, isNull } from 'drizzle-orm';
import type { ProgramCue } from '../contract/entities/program.ts';
import type { Queryable } from '../db/database.ts';
import { cues } from '../db/tables/training.ts';

/**
 * A program's cues without deleted ones, numbered from 0. The row keeps the deleted ones, so that restoring a cue brings
 * it back to its place.
 */
export async function liveCues(db: Queryable, ofProgram: readonly ProgramCue[]): Promise<ProgramCue[]> {
  if (ofProgram.length === 0) return [];
  const rows = await db
    .select({ id: cues.id })
    .from(cues)
    .where(
      and(
        inArray(
          cues.id,
          ofProgram.map(({ cueId }) => cueId),
        ),
        isNull(cues.deletedAt),
      ),
    );
  const live = new Set(rows.map(({ id }) => id));
  return ofProgram.filter(({ cueId }) => live.has(cueId)).map(({ cueId }, orderIndex) => ({ cueId, orderIndex }));
}
