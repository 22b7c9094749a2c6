import { isNull } from 'drizzle-orm';
import type { Queryable } from '../db/database.ts';
import { partnerLinks } from '../db/tables/people.ts';

/** Ends all links that no one keeps. Call it after a restore, which brings back links that were used or revoked since the backup. */
export async function endLinks(db: Queryable): Promise<void> {
  await db.delete(partnerLinks).where(isNull(partnerLinks.keptBy));
}
