import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Queryable } from './database.ts';

const dialect = new PgDialect();

/**
 * Runs SQL that the query builder cannot express, as a prepared statement, and returns its rows as objects. The two
 * drivers return different types for the same column: cast counts to int and times to text in the SQL. Pass lists as
 * one JSON text, so the statement stays the same for any length.
 */
export async function rowsOf<Row>(db: Queryable, query: SQL): Promise<Row[]> {
  const prepared = db._.session.prepareQuery(dialect.sqlToQuery(query), undefined, 'rows', false);
  const result = (await prepared.execute()) as Row[] | { rows: Row[] };
  return Array.isArray(result) ? result : result.rows;
}
