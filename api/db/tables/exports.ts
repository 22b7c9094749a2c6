import { sql } from 'drizzle-orm';
import { bigint, boolean, integer, pgTable, uuid } from 'drizzle-orm/pg-core';
import { at } from './columns.ts';
import { users } from './people.ts';

/** The export of a person that is being made or can be downloaded; a new one replaces it. Its texts are notes of the media store. */
export const dataExports = pgTable('exports', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id),
  id: uuid('id').notNull(),
  /** Whether films are part of it. */
  films: boolean('films').notNull(),
  /** The most bytes of a part; null for one file. */
  partBytes: bigint('part_bytes', { mode: 'number' }),
  askedAt: at('asked_at').notNull(),
  /** How often its making was begun since it last read a file. */
  attempts: integer('attempts').notNull().default(0),
  /** Of the last attempt, which alone may go on; in the names of its notes. */
  buildId: uuid('build_id'),
  filesDone: integer('files_done').notNull().default(0),
  filesTotal: integer('files_total').notNull().default(0),
  /** When it became ready, or was given up. */
  readyAt: at('ready_at'),
  failedAt: at('failed_at'),
  /** The bytes of each part. */
  parts: bigint('parts', { mode: 'number' }).array().notNull().default(sql`'{}'`),
  /** Files of rows that the media store has lost, and those that differ from what arrived. */
  lost: integer('lost').notNull().default(0),
  damaged: integer('damaged').notNull().default(0),
});
