import { sql } from 'drizzle-orm';
import { boolean, check, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { at } from './columns.ts';

/** One row: this database's installation, and what its sweeps know about the clock (docs/decisions/0057, docs/decisions/0059). */
export const installation = pgTable(
  'installation',
  {
    single: boolean('single').primaryKey().default(true),
    id: uuid('id').notNull().defaultRandom(),
    /** Id of the media store that belongs to this database; null until they are bound. */
    mediaStoreId: uuid('media_store_id'),
    /** When a restored backup was last recorded. */
    restoredAt: at('restored_at'),
    /** The clock at the last sweep. */
    sweptAt: at('swept_at'),
    /** Since this time, sweeps have been less than a day apart. */
    steadySince: at('steady_since'),
    /** Sweeps count ages up to this moment; null means they delete nothing by age. */
    agesUntil: at('ages_until'),
    /** The moment of the newest nightly backup that was restored as a test. */
    backedUpAt: at('backed_up_at'),
    /** How many media files that backup lacks, because the store lacked or had altered them. */
    backupLost: integer('backup_lost').notNull().default(0),
    /** When the newest attempt failed, and why; null if it worked. */
    backupFailedAt: at('backup_failed_at'),
    backupFailure: text('backup_failure'),
    /** Where backups of this database were made. An erasure is listed in each, even if no setting names it. */
    backupFolders: text('backup_folders').array().notNull().default(sql`'{}'`),
  },
  (table) => [check('installation_is_single', sql`${table.single}`)],
);

/** Where sweeps that scan everything stopped, so the next one continues there. */
export const sweepWalks = pgTable('sweep_walks', {
  name: text('name').primaryKey(),
  /** The last name examined; the next sweep starts after it. */
  after: text('after').notNull(),
});
