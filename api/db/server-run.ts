import { type SQL, sql } from 'drizzle-orm';
import { isDatabaseUnavailable } from './database-unavailable.ts';
import type { Queryable } from './database.ts';

/**
 * A restarted server, a promoted standby, and a restored backup or dump each have a new id, immediately and without
 * privileges. After a plain restart nothing is lost, and the feeds only compare positions (docs/decisions/0071).
 */
const SERVER_RUN = sql`left(md5(extract(epoch from pg_postmaster_start_time())::text || pg_relation_filepath('feeds')), 16)`;

/** For engines that don't report their start time: all their writes count as one run. */
const UNKNOWN_RUN = sql`''::text`;

/**
 * SQL for the id of the database server's current run. Statements that raise feeds evaluate it themselves, so the id
 * always belongs to the server that writes, whatever happened to earlier connections.
 * @throws DatabaseUnavailable
 */
export async function findServerRun(db: Queryable): Promise<SQL> {
  try {
    await db.execute(sql`select ${SERVER_RUN}`);
    return SERVER_RUN;
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    return UNKNOWN_RUN;
  }
}
