import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

/** Rows after the placeholders `key` and `id`, in the order of an index on (moment, id). */
export const afterMoment = (moment: AnyPgColumn, id: AnyPgColumn): SQL =>
  sql`(${moment}, ${id}) > (${sql.placeholder('key')}::text::timestamptz, ${sql.placeholder('id')}::text::uuid)`;

/** Rows before the placeholders, for lists in descending order: newest first. */
export const beforeMoment = (moment: AnyPgColumn, id: AnyPgColumn): SQL =>
  sql`(${moment}, ${id}) < (${sql.placeholder('key')}::text::timestamptz, ${sql.placeholder('id')}::text::uuid)`;
