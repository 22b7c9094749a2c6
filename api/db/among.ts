import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

/**
 * Whether a column has one of these ids. One JSON text, so the statement is the same for any number of ids; an array, so an
 * index can find them.
 * @param ids a JSON array
 */
export const among = (column: AnyPgColumn, ids: string): SQL =>
  sql`${column} = any(array(select value::uuid from jsonb_array_elements_text(${ids}::text::jsonb)))`;
