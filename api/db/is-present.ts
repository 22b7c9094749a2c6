import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** Whether a person is there for others: false once their beta access was removed (R170). One look-up by primary key. */
export const isPresent = (userId: SQLWrapper): SQL =>
  sql`not exists (select from users absent where absent.id = ${userId} and absent.removed_at is not null)`;
