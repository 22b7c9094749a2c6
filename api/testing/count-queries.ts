import type { Database } from '../db/database.ts';

export interface Counted {
  /** The SQL statements in order, without begin and commit. */
  queries: { sql: string; params: unknown[] }[];
  restart(): void;
}

/** Records all later queries of a database. */
export function countQueries(db: Database): Counted {
  const counted: Counted = {
    queries: [],
    restart() {
      counted.queries = [];
    },
  };
  // Drizzle logs each statement just before running it. It only accepts a logger when the database is opened.
  const session = db._.session as unknown as { logger: { logQuery(sql: string, params: unknown[]): void } };
  const { logger } = session;
  session.logger = {
    logQuery(sql, params) {
      counted.queries.push({ sql, params });
      logger.logQuery(sql, params);
    },
  };
  return counted;
}
