import { sql } from 'drizzle-orm';
import { customType, integer, timestamp, uuid } from 'drizzle-orm/pg-core';

export const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
export const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });

/**
 * Words for prefix search, made by `searchWords` and stored unchanged. PostgreSQL's own parsers would need an extension
 * to ignore accents, and a GIN index over bare lexemes answers prefixes on PGlite too.
 */
export const words = customType<{ data: readonly string[] }>({
  dataType: () => 'tsvector',
  // Words contain only letters and digits, so quoting is enough for an array literal.
  toDriver: (list) => sql`array_to_tsvector(${`{${list.map((word) => `"${word}"`).join(',')}}`}::text::text[])`,
});

/** Text ordered by code point, so a prefix is an index range in any database locale. */
export const plainText = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

/** Columns of every synced row. Each change raises the version, so an older copy never replaces a newer one. */
export const row = {
  id: uuid('id').primaryKey(),
  createdAt: at('created_at').notNull(),
  updatedAt: at('updated_at').notNull(),
  /** Restorable for `DELETED_KEPT_DAYS`; after that only a tombstone in the feeds remains (R47). */
  deletedAt: at('deleted_at'),
  version: integer('version').notNull().default(1),
};
