import type { Database } from '../db/database.ts';

export interface Counted {
  /** The SQL statements in order, without begin and commit. */
  queries: { sql: string; params: unknown[] }[];
  restart(): void;
}

/** Records all later queries of a database. @param inTransactions also those of transactions, which have sessions of their own */
export function countQueries(db: Database, inTransactions = false): Counted {
  const counted: Counted = {
    queries: [],
    restart() {
      counted.queries = [];
    },
  };
  // Drizzle logs each statement just before running it. It only accepts a logger when the database is opened.
  const listenTo = ({ _ }: Pick<Database, '_'>) => {
    const session = _.session as unknown as { logger: { logQuery(sql: string, params: unknown[]): void } };
    const { logger } = session;
    session.logger = {
      logQuery(sql, params) {
        counted.queries.push({ sql, params });
        logger.logQuery(sql, params);
      },
    };
  };
  listenTo(db);
  if (!inTransactions) return counted;
  const transaction = db.transaction.bind(db);
  db.transaction = (work, ...config) =>
    transaction(
      (tx) => {
        listenTo(tx);
        return work(tx);
      },
      ...config,
    );
  return counted;
}
