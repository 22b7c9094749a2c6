import { sql } from 'drizzle-orm';
import type { ProgramCue } from '../contract/entities/program.ts';

/** The ids of a program's cues that are not deleted, as a column of a query on programs. */
export const LIVE_CUES = sql<string[]>`coalesce((
  select json_agg(live.id) from jsonb_array_elements(programs.cues) as one
  join cues live on live.id = (one ->> 'cueId')::uuid where live.deleted_at is null), '[]')`;

/**
 * A program's cues without deleted ones, numbered from 0. The row keeps the deleted ones, so that restoring a cue brings
 * it back to its place.
 */
export const withoutDeleted = (cues: readonly ProgramCue[], live: ReadonlySet<string>): ProgramCue[] =>
  cues.filter(({ cueId }) => live.has(cueId)).map(({ cueId }, orderIndex) => ({ cueId, orderIndex }));
