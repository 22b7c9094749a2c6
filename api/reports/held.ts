import { and, eq, gt, max, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Queryable } from '../db/database.ts';
import { reports } from '../db/tables/reports.ts';

/** Whether a row is no evidence, so that it may be purged. One look-up by index. */
export const isNotHeld = (rowId: SQLWrapper, now: Date): SQL =>
  sql`not exists (select from reports where reports.subject_id = ${rowId} and reports.held_until > ${now.toISOString()}::text::timestamptz)`;

/** Until when a person's account cannot be deleted, because reports of their rows are open or were just upheld; null if it can. */
export async function accountHeldUntil(db: Queryable, userId: string, now: Date): Promise<Date | null> {
  const [held] = await db
    .select({ until: max(reports.heldUntil) })
    .from(reports)
    .where(and(eq(reports.ownerId, userId), gt(reports.heldUntil, now), sql`${reports.outcome} is distinct from 'kept'`));
  return held?.until ?? null;
}
