import { sql } from 'drizzle-orm';
import { type AnyPgColumn, bigint, doublePrecision, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { DerivedKind } from '../../contract/derived-kind.ts';
import { at } from './columns.ts';
import { users } from './people.ts';

/** Uploads in progress or just finished. tus tracks the bytes in its store; this row records the owner. */
export const uploads = pgTable(
  'uploads',
  {
    /** Unguessable; the last part of uploadURL. */
    id: text('id').primaryKey(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => users.id),
    /** Declared length in bytes; null while it is deferred. */
    size: bigint('size', { mode: 'number' }),
    createdAt: at('created_at').notNull(),
    /** Abandoned uploads expire some days after their last byte (R96). */
    lastByteAt: at('last_byte_at').notNull(),
    /**
     * Counts towards USER_MEDIA_BYTES until an object exists: the bytes after the last request, or those announced by
     * the current one.
     */
    received: bigint('received', { mode: 'number' }).notNull().default(0),
    /** Set by finalize, so a repeated finalize returns the same object. */
    objectPath: text('object_path'),
  },
  (table) => [index('uploads_owner').on(table.ownerId), index('uploads_last_byte').on(table.lastByteAt)],
);

/** Finished media at random paths. */
export const objects = pgTable(
  'objects',
  {
    /** /objects/… as clients use it. */
    path: text('path').primaryKey(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => users.id),
    mediaType: text('media_type').notNull(),
    /** Size and hex SHA-256 of the bytes as received. */
    size: bigint('size', { mode: 'number' }).notNull(),
    sha256: text('sha256').notNull(),
    /** Size and hex SHA-256 of the bytes as served; they differ if location was removed. */
    servedSize: bigint('served_size', { mode: 'number' }).notNull(),
    servedSha256: text('served_sha256').notNull(),
    /** CRC-32 of the bytes as served, and when an export last read them and found them whole. */
    servedCrc32: bigint('served_crc32', { mode: 'number' }),
    wholeAt: at('whole_at'),
    createdAt: at('created_at').notNull(),
    /** When the sweep first found no row that references it; null again once one does. */
    unusedSince: at('unused_since'),
    durationSeconds: doublePrecision('duration_seconds'),
    /** Derived files that exist so far. */
    derived: text('derived').array().$type<DerivedKind[]>().notNull().default(sql`'{}'`),
    /** The object this one was derived from, and as what: `poster`, `compatible`, `w480`. */
    derivedFrom: text('derived_from').references((): AnyPgColumn => objects.path, { onDelete: 'cascade' }),
    derivedKind: text('derived_kind'),
  },
  (table) => [
    index('objects_owner').on(table.ownerId),
    uniqueIndex('objects_derived').on(table.derivedFrom, table.derivedKind).where(sql`derived_from is not null`),
  ],
);

/** Objects with derived files still to make, first come, first served. */
export const derivations = pgTable(
  'derivations',
  {
    objectPath: text('object_path')
      .primaryKey()
      .references(() => objects.path, { onDelete: 'cascade' }),
    kind: text('kind').$type<'video' | 'picture'>().notNull(),
    attempts: integer('attempts').notNull().default(0),
    dueAt: at('due_at').notNull(),
  },
  (table) => [index('derivations_due').on(table.dueAt)],
);
