import * as z from 'zod/mini';
import { LIST_MAX, REPORT_NOTE_MAX } from './limits.ts';
import { REASON_NAMES, REPORT_OUTCOMES, REPORT_SUBJECTS, WHY_MISSING } from './reports.ts';
import { email, id, requiredText } from './text.ts';

/** Someone in a report. All fields are null for someone without an account who left no address. */
const Concerned = z.object({ userId: z.nullable(id), name: z.nullable(z.string()), email: z.nullable(z.string()) });

/** What was reported, as it was then. Kept under lock for a while, also if its owner changes or deletes it. */
export const Evidence = z.object({
  texts: z.array(z.object({ label: z.string(), text: z.string() })),
  objects: z.array(z.object({ path: z.string(), mediaType: z.string() })),
});
export type Evidence = z.infer<typeof Evidence>;

export const AdminReport = z.object({
  id,
  number: z.int(),
  subject: z.enum([...REPORT_SUBJECTS, 'complaint']),
  subjectId: z.nullable(id),
  title: z.string(),
  reason: z.nullable(z.enum(REASON_NAMES)),
  atSeconds: z.nullable(z.number()),
  note: z.string(),
  reporter: Concerned,
  /** Null for a complaint, and once the account is erased. */
  owner: z.nullable(Concerned),
  createdAt: z.string(),
  dueAt: z.string(),
  isPaused: z.boolean(),
  /** Other open reports of the same row, the oldest first. A decision is for all of them. */
  others: z.array(z.object({ reason: z.nullable(z.enum(REASON_NAMES)), note: z.string(), atSeconds: z.nullable(z.number()) })),
  outcome: z.nullable(z.enum(REPORT_OUTCOMES)),
  answer: z.nullable(z.string()),
  decidedAt: z.nullable(z.string()),
  appealedAt: z.nullable(z.string()),
  appealedBy: z.nullable(z.enum(['reporter', 'owner'])),
  appealNote: z.nullable(z.string()),
  appealDueAt: z.nullable(z.string()),
  appealAnswer: z.nullable(z.string()),
  appealDecidedAt: z.nullable(z.string()),
  /** Null once its time is over. */
  evidence: z.nullable(Evidence),
});
export type AdminReport = z.infer<typeof AdminReport>;

export const REPORT_LISTS = ['open', 'appeals', 'decided'] as const;
export type ReportList = (typeof REPORT_LISTS)[number];
export const AdminReportsQuery = z.object({
  list: z._default(z.enum(REPORT_LISTS), 'open'),
  limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(LIST_MAX))),
  cursor: z.optional(z.string().check(z.maxLength(200))),
});

/** How many wait, for the tabs. */
export const ReportCounts = z.object({ open: z.int(), appeals: z.int() });
export type ReportCounts = z.infer<typeof ReportCounts>;

export const ReportDecision = z.object({
  outcome: z.enum(REPORT_OUTCOMES),
  /** Everyone concerned reads it. */
  answer: requiredText(REPORT_NOTE_MAX, WHY_MISSING),
});
export type ReportDecision = z.infer<typeof ReportDecision>;

export const DECISION_ACTIONS = [
  'paused',
  'taken_down',
  'kept',
  'answered',
  'restored',
  'appeal_granted',
  'appeal_rejected',
  'age',
] as const;

/** A line of the log of decisions. */
export const LoggedDecision = z.object({
  id,
  at: z.string(),
  /** Null for what the server did by itself, and once the account of the admin is erased. */
  admin: z.nullable(z.string()),
  action: z.enum(DECISION_ACTIONS),
  /** Of the report. */
  number: z.nullable(z.int()),
  /** Whose row or age it is about. */
  person: z.nullable(z.string()),
  note: z.string(),
});
export type LoggedDecision = z.infer<typeof LoggedDecision>;

/** Corrects what a person has said about their age. */
export const AgeCorrection = z.object({
  email,
  isAdult: z.boolean('Please choose one of the two'),
  note: requiredText(REPORT_NOTE_MAX, WHY_MISSING),
});
