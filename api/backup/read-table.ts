import { sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../db/database.ts';
import { rowsOf } from '../db/rows-of.ts';

/** A row may have a hundred kilobytes. */
const ROWS_AT_ONCE = 200;

/** Which process holds what at this moment, and exports, whose texts are in no backup: both mean nothing in another place. */
const LEFT_OUT = ['leases', 'exports'];

/** The tables of a snapshot, whatever the version of the database: a migration may have added some. */
export async function listTables(db: Queryable): Promise<string[]> {
  const tables = await rowsOf<{ name: string }>(
    db,
    sql`select relname::text as name from pg_class
        where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not in ${LEFT_OUT} order by 1`,
  );
  return tables.map(({ name }) => name);
}

/** Makes every database write the same row as the same text, until the transaction ends. */
export async function writeRowsAlike(tx: Transaction): Promise<void> {
  await tx.execute(sql`set local timezone = 'UTC'`);
  await tx.execute(sql`set local bytea_output = 'hex'`);
  await tx.execute(sql`set local extra_float_digits = 1`);
}

/**
 * Reads the results of a query with one text column, called `line`, through a cursor: no table has to fit into memory.
 * One at a time in each transaction.
 */
export async function* readByCursor(tx: Transaction, query: string): AsyncGenerator<string[]> {
  await tx.execute(sql.raw(`declare lines no scroll cursor for ${query}`));
  for (;;) {
    const rows = await rowsOf<{ line: string }>(tx, sql.raw(`fetch ${ROWS_AT_ONCE} from lines`));
    if (rows.length > 0) yield rows.map(({ line }) => line);
    if (rows.length < ROWS_AT_ONCE) break;
  }
  await tx.execute(sql`close lines`);
}

/** A table's rows as JSON, which names the columns. PostgreSQL writes and reads it, so no value is rounded on the way. */
export const readTable = (tx: Transaction, table: string): AsyncGenerator<string[]> =>
  readByCursor(tx, `select row_to_json(rows)::text as line from ${quoted(table)} as rows`);

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
