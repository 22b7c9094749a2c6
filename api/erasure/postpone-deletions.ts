import { isNotNull } from 'drizzle-orm';
import { RESTORED_MS } from '../age-gate.ts';
import { isBehind } from '../db/migrate.ts';
import type { Database } from '../db/database.ts';
import { users } from '../db/tables/people.ts';

/**
 * After a restore, gives accounts that were to be deleted as long as everything else that goes by age: their person may have kept them
 * since the backup, or the week may be over before anyone could. Does nothing while the tables are of an older version.
 */
export async function postponeDeletions(db: Database, now: Date): Promise<void> {
  if (await isBehind(db)) return;
  await db
    .update(users)
    .set({ deleteAt: new Date(now.getTime() + RESTORED_MS) })
    .where(isNotNull(users.deleteAt));
}
