import { sql } from 'drizzle-orm';
import { boolean, check, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { at } from './columns.ts';

/** One row: which installation this database is, and what its sweeps know of the clock (decisions 57 and 59). */
export const installation = pgTable(
  'installation',
  {
    single: boolean('single').primaryKey().default(true),
    id: uuid('id').notNull().defaultRandom(),
    /** The id of the media store that belongs to this database; null until they are bound. */
    mediaStoreId: uuid('media_store_id'),
    /** When an operator last said that a backup was restored. */
    restoredAt: at('restored_at'),
    /** The clock at the last sweep. */
    sweptAt: at('swept_at'),
    /** Since when each sweep came less than a day after the one before. */
    steadySince: at('steady_since'),
    /** Sweeps count ages up to this moment; null: they delete nothing by age. */
    agesUntil: at('ages_until'),
  },
  (table) => [check('installation_is_single', sql`${table.single}`)],
);

/** Where sweeps that walk through everything ended, so that the next goes on there. */
export const sweepWalks = pgTable('sweep_walks', {
  name: text('name').primaryKey(),
  /** The last name that was looked at; the next sweep takes those after it. */
  after: text('after').notNull(),
});
