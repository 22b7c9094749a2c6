import { sql } from 'drizzle-orm';
import { type AnyPgColumn, bigint, doublePrecision, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { DerivedKind } from '../../contract/derived-kind.ts';
import { at } from './columns.ts';
import { users } from './people.ts';

/** Uploads under way and those just finished; tus keeps the bytes' progress in its store, this row says whose they are. */
export const uploads = pgTable(
  'uploads',
  {
    /** Unguessable; the last part of uploadURL. */
    id: text('id').primaryKey(),
    ownerId: uuid('owner_id').notNull().references(() => users.id),
    /** Declared length in bytes; null while it is deferred. */
    size: bigint('size', { mode: 'number' }),
    createdAt: at('created_at').notNull(),
    /** Abandoned uploads go seven days after their last byte (decision 27). */
    lastByteAt: at('last_byte_at').notNull(),
    /** What counts for USER_MEDIA_BYTES before there is an object: what the last request left, or the one under way was told. */
    received: bigint('received', { mode: 'number' }).notNull().default(0),
    /** Set by finalize: a repeated finalize answers the same object. */
    objectPath: text('object_path'),
  },
  (table) => [index('uploads_owner').on(table.ownerId), index('uploads_last_byte').on(table.lastByteAt)],
);

/** Finished media under random paths. */
export const objects = pgTable(
  'objects',
  {
    /** /objects/… as clients name it. */
    path: text('path').primaryKey(),
    ownerId: uuid('owner_id').notNull().references(() => users.id),
    mediaType: text('media_type').notNull(),
    /** Bytes as received, and SHA-256 of them in hex. */
    size: bigint('size', { mode: 'number' }).notNull(),
    sha256: text('sha256').notNull(),
    /** Bytes as served, and SHA-256 of them in hex: another where location was taken out. */
    servedSize: bigint('served_size', { mode: 'number' }).notNull(),
    servedSha256: text('served_sha256').notNull(),
    createdAt: at('created_at').notNull(),
    /** When the sweep first found that no row names it; null again when one does. */
    unusedSince: at('unused_since'),
    durationSeconds: doublePrecision('duration_seconds'),
    /** What was made of it by now. */
    derived: text('derived').array().$type<DerivedKind[]>().notNull().default(sql`'{}'`),
    /** The object that the server made this one of, and what it is to that: `poster`, `compatible`, `w480`. */
    derivedFrom: text('derived_from').references((): AnyPgColumn => objects.path, { onDelete: 'cascade' }),
    derivedKind: text('derived_kind'),
  },
  (table) => [
    index('objects_owner').on(table.ownerId),
    uniqueIndex('objects_derived').on(table.derivedFrom, table.derivedKind).where(sql`derived_from is not null`),
  ],
);

/** Objects that something is still to be made of, first come, first served. */
export const derivations = pgTable(
  'derivations',
  {
    objectPath: text('object_path').primaryKey().references(() => objects.path, { onDelete: 'cascade' }),
    kind: text('kind').$type<'video' | 'picture'>().notNull(),
    attempts: integer('attempts').notNull().default(0),
    dueAt: at('due_at').notNull(),
  },
  (table) => [index('derivations_due').on(table.dueAt)],
);
