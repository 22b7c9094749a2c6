import { sql } from 'drizzle-orm';
import { customType, integer, timestamp, uuid } from 'drizzle-orm/pg-core';

export const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
export const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });

/**
 * Words that a search may begin with, made by `searchWords` and stored as they are: PostgreSQL's own parsers would
 * need an extension to ignore accents, and a GIN index over bare lexemes answers prefixes on PGlite as well.
 */
export const words = customType<{ data: readonly string[] }>({
  dataType: () => 'tsvector',
  // Words are letters and digits only, so that quoting them is all that an array's literal takes.
  toDriver: (list) => sql`array_to_tsvector(${`{${list.map((word) => `"${word}"`).join(',')}}`}::text::text[])`,
});

/** Text in the order of its code points, so that a beginning is a range of an index whatever the database's locale is. */
export const plainText = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

/** What every synced row has. A version is raised by each change, so that an older copy never replaces a newer one. */
export const row = {
  id: uuid('id').primaryKey(),
  createdAt: at('created_at').notNull(),
  updatedAt: at('updated_at').notNull(),
  /** Restorable for 30 days, then a bare tombstone in the feeds (design section 7, decision 22). */
  deletedAt: at('deleted_at'),
  version: integer('version').notNull().default(1),
};
