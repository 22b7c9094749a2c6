import { isNotNull } from 'drizzle-orm';
import type { Queryable } from '../db/database.ts';
import { users } from '../db/tables/people.ts';

/**
 * Begins the time of accounts that are to be deleted again. After a restore their person may have kept them since the backup; after a
 * clock that jumped, or a server that was off, the time may be over before anyone could.
 */
export async function postponeDeletions(db: Queryable, until: Date): Promise<void> {
  await db.update(users).set({ deleteAt: until }).where(isNotNull(users.deleteAt));
}
