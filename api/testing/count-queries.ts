import type { Database } from '../db/database.ts';

export interface Counted {
  /** The SQL that was run, in order; transactions' begin and commit are not among it. */
  queries: { sql: string; params: unknown[] }[];
  restart(): void;
}

/** Writes down what a database is asked from now on. */
export function countQueries(db: Database): Counted {
  const counted: Counted = {
    queries: [],
    restart() {
      counted.queries = [];
    },
  };
  // Drizzle logs each statement just before it is run; it takes its logger when the database is opened.
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
