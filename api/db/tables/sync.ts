import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { at, bytes } from './columns.ts';

/**
 * `own:<user>`, `shown:<user>`, `inbox:<user>`. The writing transaction raises the head under this row's lock, so
 * positions are in commit order.
 */
export const feeds = pgTable('feeds', {
  name: text('name').primaryKey(),
  head: bigint('head', { mode: 'number' }).notNull().default(0),
  /** Changes when the history is replaced, after a restore from a backup. */
  epoch: uuid('epoch').notNull(),
  /** This history matches the previous epochs' up to here; null for a feed's first epoch, '-infinity' if unknown. */
  sharedUntil: at('shared_until'),
  /** Tombstones at or below this position are deleted; a cursor below it reads from the start. */
  horizon: bigint('horizon', { mode: 'number' }).notNull().default(0),
  /** The database server run that last raised the feed (`findServerRun`); empty if unknown. */
  branch: text('branch').notNull().default(''),
  /** Where each earlier branch ended, before another run raised the feed. */
  forks: jsonb('forks').$type<Record<string, Fork>>().notNull().default({}),
});

/** Where a branch of a feed ended; positions above it are lost. */
export interface Fork {
  head: number;
  /** When the entry at that position was written. */
  at: string | null;
}

/** One entry per row in a feed, raised on each change, marked on deletion. */
export const feedEntries = pgTable(
  'feed_entries',
  {
    feed: text('feed').notNull(),
    entity: text('entity').notNull(),
    rowId: uuid('row_id').notNull(),
    position: bigint('position', { mode: 'number' }).notNull(),
    gone: boolean('gone').notNull(),
    at: at('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.feed, table.entity, table.rowId] }),
    uniqueIndex('feed_entries_position').on(table.feed, table.position),
    // The sessions that partners hold: at most PARTNER_SESSIONS_HELD per feed.
    index('feed_entries_held').on(table.feed).where(sql`entity = 'videos' and not gone`),
    index('feed_entries_gone').on(table.at).where(sql`${table.gone}`),
  ],
);

/**
 * Answers already sent, stored in the transaction of their effect and kept for 90 days; their bodies for a day
 * (docs/decisions/0087).
 */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: uuid('user_id').notNull(),
    key: uuid('key').notNull(),
    /** SHA-256 of method, path and canonical JSON of the payload. */
    requestHash: bytes('request_hash').notNull(),
    status: integer('status').notNull(),
    /** Wrapped: a bare JSON null would become SQL NULL. */
    body: jsonb('body').$type<{ value: unknown }>().notNull(),
    /** The body is gone; `rowId` and `rowVersion` name the row that it held, if any. */
    forgotten: boolean('forgotten').notNull().default(false),
    rowId: uuid('row_id'),
    rowVersion: integer('row_version'),
    createdAt: at('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.key] }),
    index('idempotency_keys_created').on(table.createdAt),
    index('idempotency_keys_bodies').on(table.createdAt).where(sql`not ${table.forgotten}`),
  ],
);
