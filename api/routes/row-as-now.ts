import { eq } from 'drizzle-orm';
import type { EntityName } from '../contract/entities.ts';
import type { Transaction } from '../db/database.ts';
import { comments, videos } from '../db/tables/training.ts';
import { readFeedRows } from '../feeds/feed-rows.ts';
import type { SignedIn } from '../services.ts';
import { arePartners } from './partners.ts';

/**
 * The row of an earlier answer as the actor may read it now, deleted or not.
 * @returns null if it was purged, or if the actor may no longer see it
 */
export async function readRowAsNow(tx: Transaction, actor: SignedIn, entity: EntityName, rowId: string): Promise<object | null> {
  const { userId } = actor;
  const rows = await readFeedRows(tx, entity, [rowId], userId);
  const read = rows.get(rowId);
  if (!read) return null;
  if (entity !== 'comments') return read({ kind: entity === 'friendships' ? 'inbox' : 'own', ownerId: userId });
  const [session] = await tx
    .select({ ownerId: videos.ownerId })
    .from(comments)
    .innerJoin(videos, eq(videos.id, comments.videoId))
    .where(eq(comments.id, rowId));
  if (!session || (session.ownerId !== userId && !(await arePartners(tx, userId, session.ownerId)))) return null;
  return read({ kind: 'own', ownerId: session.ownerId });
}
