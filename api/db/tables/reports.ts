import { sql } from 'drizzle-orm';
import { boolean, doublePrecision, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { DECISION_ACTIONS, type Evidence } from '../../contract/admin-reports.ts';
import { REASON_NAMES, REPORT_OUTCOMES, REPORT_SUBJECTS } from '../../contract/reports.ts';
import { at } from './columns.ts';
import { users } from './people.ts';

/** What a taken-down row was before. Restoring it brings that back. */
export interface TakenDown {
  visibility?: 'friends' | 'public' | 'private';
  profile?: Pick<typeof users.$inferSelect, 'firstName' | 'lastName' | 'bio' | 'profileImageUrl' | 'profileVisibility'>;
}

/** Reports and complaints (R379). They outlive their people, whose columns are null then. */
export const reports = pgTable(
  'reports',
  {
    id: uuid('id').primaryKey(),
    number: integer('number').notNull(),
    subject: text('subject', { enum: [...REPORT_SUBJECTS, 'complaint'] }).notNull(),
    /** Without a reference: the row may be purged. */
    subjectId: uuid('subject_id'),
    ownerId: uuid('owner_id').references(() => users.id, { onDelete: 'set null' }),
    reporterId: uuid('reporter_id').references(() => users.id, { onDelete: 'set null' }),
    /** Where someone without an account hears of the outcome. */
    reporterEmail: text('reporter_email'),
    title: text('title').notNull(),
    reason: text('reason', { enum: REASON_NAMES }),
    atSeconds: doublePrecision('at_seconds'),
    note: text('note').notNull(),
    createdAt: at('created_at').notNull(),
    dueAt: at('due_at').notNull(),
    isPaused: boolean('is_paused').notNull().default(false),
    /** The owner knows of it: their link was paused, or something was taken down. */
    ownerTold: boolean('owner_told').notNull().default(false),
    evidence: jsonb('evidence').$type<Evidence>(),
    /** Until when evidence and rows stay. */
    heldUntil: at('held_until'),
    before: jsonb('before').$type<TakenDown>(),
    outcome: text('outcome', { enum: REPORT_OUTCOMES }),
    answer: text('answer'),
    decidedAt: at('decided_at'),
    appealedBy: text('appealed_by', { enum: ['reporter', 'owner'] }),
    appealedAt: at('appealed_at'),
    appealNote: text('appeal_note'),
    appealDueAt: at('appeal_due_at'),
    appealAnswer: text('appeal_answer'),
    appealDecidedAt: at('appeal_decided_at'),
    version: integer('version').notNull().default(1),
  },
  (table) => [
    uniqueIndex('reports_number').on(table.number),
    index('reports_open').on(table.dueAt, table.id).where(sql`outcome is null`),
    index('reports_appeals').on(table.appealDueAt, table.id).where(sql`appealed_at is not null and appeal_decided_at is null`),
    index('reports_decided').on(table.decidedAt, table.id).where(sql`decided_at is not null`),
    index('reports_subject').on(table.subjectId).where(sql`subject_id is not null`),
    index('reports_owner').on(table.ownerId, table.createdAt, table.id).where(sql`owner_id is not null`),
    index('reports_reporter').on(table.reporterId, table.createdAt, table.id).where(sql`reporter_id is not null`),
    index('reports_held').on(table.heldUntil).where(sql`held_until is not null`),
  ],
);

/** Files of evidence: they stay, and administrators may open them. */
export const heldObjects = pgTable(
  'held_objects',
  {
    path: text('path').notNull(),
    reportId: uuid('report_id')
      .notNull()
      .references(() => reports.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.path, table.reportId] }), index('held_objects_report').on(table.reportId)],
);

/** The log of decisions. Without references: it outlives what it is about. */
export const decisions = pgTable(
  'decisions',
  {
    id: uuid('id').primaryKey(),
    at: at('at').notNull(),
    adminId: uuid('admin_id'),
    action: text('action', { enum: DECISION_ACTIONS }).notNull(),
    number: integer('number'),
    personId: uuid('person_id'),
    note: text('note').notNull(),
  },
  (table) => [
    index('decisions_at').on(table.at, table.id),
    index('decisions_admin').on(table.adminId),
    index('decisions_person').on(table.personId),
  ],
);
