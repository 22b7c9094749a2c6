import { type SQL, sql } from 'drizzle-orm';
import { isDatabaseAway } from './database-away.ts';
import type { Queryable } from './database.ts';

/**
 * Another start of the server, a promoted standby, a restored backup or dump: each gives another id, at once and
 * without privileges. A plain restart does too, which only makes the feeds compare positions (decision 71).
 */
const SERVER_RUN = sql`left(md5(extract(epoch from pg_postmaster_start_time())::text || pg_relation_filepath('feeds')), 16)`;

/** For engines that do not say when they started: all that they ever write is one run. */
const UNKNOWN_RUN = sql`''::text`;

/**
 * SQL for an id of the database server's present run. Statements that raise feeds evaluate it themselves, so that it
 * belongs to the server that does the writing, whatever happened to earlier connections.
 * @throws DatabaseAway
 */
export async function findServerRun(db: Queryable): Promise<SQL> {
  try {
    await db.execute(sql`select ${SERVER_RUN}`);
    return SERVER_RUN;
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    return UNKNOWN_RUN;
  }
}
