import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** Whether one of two people has blocked the other: then neither finds the other (R375). Two look-ups by unique key. */
export const isBlocked = (oneId: SQLWrapper, otherId: SQLWrapper): SQL =>
  sql`(exists (select from blocks where blocks.user_id = ${oneId} and blocks.blocked_id = ${otherId})
    or exists (select from blocks where blocks.user_id = ${otherId} and blocks.blocked_id = ${oneId}))`;
