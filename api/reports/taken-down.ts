import { and, eq } from 'drizzle-orm';
import { REPORT_MESSAGES } from '../contract/report-words.ts';
import type { Queryable } from '../db/database.ts';
import { cues, videos } from '../db/tables/training.ts';
import { Refusal } from '../errors.ts';
import type { MutationContext } from '../routes/mutation-handler.ts';

/** Whether a session is hidden from everyone but its owner (R380). */
export const isTakenDown = async (db: Queryable, videoId: string): Promise<boolean> =>
  (await db.$count(videos, and(eq(videos.id, videoId), videos.takenDown))) > 0;

/** @throws Refusal 403 for a cue that was taken down */
export async function mustNotBeTakenDown({ tx }: Pick<MutationContext, 'tx'>, cueId: string): Promise<void> {
  if ((await tx.$count(cues, and(eq(cues.id, cueId), cues.takenDown))) > 0) throw new Refusal('forbidden', REPORT_MESSAGES.takenDown);
}

/** @throws Refusal 403 for a session that was taken down, or whose link waits for a decision */
export async function mustMayBeShared({ tx }: Pick<MutationContext, 'tx'>, videoId: string): Promise<void> {
  const { takenDown, linkPaused } = videos;
  const [row] = await tx.select({ takenDown, linkPaused }).from(videos).where(eq(videos.id, videoId));
  if (row?.takenDown) throw new Refusal('forbidden', REPORT_MESSAGES.takenDown);
  if (row?.linkPaused) throw new Refusal('forbidden', REPORT_MESSAGES.paused);
}
