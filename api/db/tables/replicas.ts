import { boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { at } from './columns.ts';

/** Fixed windows shared by replicas: one row per limit and per person or address it counts. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    bucket: text('bucket').primaryKey(),
    count: integer('count').notNull(),
    resetsAt: at('resets_at').notNull(),
  },
  (table) => [index('rate_limits_resets').on(table.resetsAt)],
);

/** A process's hold on something that all replicas share, such as a tus upload or a periodic job, until it expires. */
export const leases = pgTable('leases', {
  name: text('name').primaryKey(),
  holder: uuid('holder').notNull(),
  expiresAt: at('expires_at').notNull(),
  /** Another process waits for it; the holder releases it at its next renewal. */
  wanted: boolean('wanted').notNull().default(false),
});
