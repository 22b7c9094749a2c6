import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Queryable } from './database.ts';

const dialect = new PgDialect();

/**
 * Runs SQL that the query builder has no words for, as a prepared statement, and answers its rows as objects.
 * The two drivers hand out other types for the same column: cast counts to int and moments to text in the SQL, and
 * pass lists as one JSON text, so that the statement stays the same whatever their length.
 */
export async function rowsOf<Row>(db: Queryable, query: SQL): Promise<Row[]> {
  const prepared = db._.session.prepareQuery(dialect.sqlToQuery(query), undefined, 'rows', false);
  const result = (await prepared.execute()) as Row[] | { rows: Row[] };
  return Array.isArray(result) ? result : result.rows;
}
