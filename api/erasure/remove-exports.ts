import { eq, inArray, or, sql } from 'drizzle-orm';
import { dataExports } from '../db/tables/exports.ts';
import { removeBuild } from '../export/stored-export.ts';
import type { ErasureServices } from './erasure-services.ts';

/**
 * Removes the export of a person. Those of others that may have the person's name and comments are made again without them: they
 * are made from sessions on which the person commented, or name partners. An attempt that is under way notices that its row is
 * gone or another's.
 */
export async function removeExportsNaming(
  { db, now, store }: Pick<ErasureServices, 'db' | 'now' | 'store'>,
  userId: string,
): Promise<void> {
  const discussed = sql`(select v.owner_id from videos v join comments c on c.video_id = v.id where c.user_id = ${userId}::uuid)`;
  const partners = sql`(
    select f.friend_id from friendships f where f.user_id = ${userId}::uuid
    union all select f.user_id from friendships f where f.friend_id = ${userId}::uuid)`;
  const own = eq(dataExports.userId, userId);
  const naming = or(inArray(dataExports.userId, discussed), inArray(dataExports.userId, partners));
  const builds = await db.transaction(async (tx) => {
    const gone = await tx.select({ buildId: dataExports.buildId }).from(dataExports).where(or(own, naming)).for('update');
    await tx.delete(dataExports).where(own);
    await tx
      .update(dataExports)
      .set({ buildId: null, askedAt: now(), readyAt: null, failedAt: null, attempts: 0, filesDone: 0, parts: [], lost: 0, damaged: 0 })
      .where(naming);
    return gone;
  });
  for (const { buildId } of builds) if (buildId) await removeBuild(store.notes, buildId);
}
