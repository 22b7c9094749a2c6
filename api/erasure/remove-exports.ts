import { eq, inArray, or, sql } from 'drizzle-orm';
import { dataExports } from '../db/tables/exports.ts';
import { removeBuild } from '../export/stored-export.ts';
import type { ErasureServices } from './erasure-services.ts';

/**
 * Removes the export of a person, and those of others that may have the person's name and comments: they are made from sessions
 * on which the person commented, or name partners. An attempt that is under way notices that its row is gone.
 */
export async function removeExportsNaming({ db, store }: Pick<ErasureServices, 'db' | 'store'>, userId: string): Promise<void> {
  const discussed = sql`(select v.owner_id from videos v join comments c on c.video_id = v.id where c.user_id = ${userId}::uuid)`;
  const partners = sql`(
    select f.friend_id from friendships f where f.user_id = ${userId}::uuid
    union all select f.user_id from friendships f where f.friend_id = ${userId}::uuid)`;
  const gone = await db
    .delete(dataExports)
    .where(or(eq(dataExports.userId, userId), inArray(dataExports.userId, discussed), inArray(dataExports.userId, partners)))
    .returning({ buildId: dataExports.buildId });
  for (const { buildId } of gone) if (buildId) await removeBuild(store.notes, buildId);
}
