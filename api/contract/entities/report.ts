import * as z from 'zod/mini';
import { DURATION_MAX_SECONDS, REPORT_NOTE_MAX } from '../limits.ts';
import { REASON_MISSING, REASON_NAMES, REPORT_OUTCOMES, REPORT_SUBJECTS, WHY_MISSING } from '../reports.ts';
import { id, newRowId, requiredText, stamp, text } from '../text.ts';

/** A report or complaint, as the person who made it reads it, or the person whose row was reported (R379). */
export const Report = z.object({
  id,
  /** Who the reader is in it. */
  role: z.enum(['reporter', 'owner']),
  /** Its number in letters. Null until the server has it. */
  number: z.nullable(z.int()),
  subject: z.enum([...REPORT_SUBJECTS, 'complaint']),
  /** The reported row. Null for a complaint. */
  subjectId: z.nullable(id),
  /** Title, name or first words of the reported row, at the time of the report. */
  title: z.string(),
  /** Null for a complaint. */
  reason: z.nullable(z.enum(REASON_NAMES)),
  /** Seconds from the start of a film. */
  atSeconds: z.nullable(z.number()),
  /** What the reporter wrote; empty for the owner. */
  note: z.string(),
  createdAt: stamp,
  dueAt: stamp,
  /** The public link of the session is off until the decision. */
  isPaused: z.boolean(),
  /** Null until it is decided. */
  outcome: z.nullable(z.enum(REPORT_OUTCOMES)),
  /** Why, in the words of the administrator. */
  answer: z.nullable(z.string()),
  decidedAt: z.nullable(stamp),
  /** An appeal of the reader; null without one. */
  appealedAt: z.nullable(stamp),
  appealNote: z.nullable(z.string()),
  appealDueAt: z.nullable(stamp),
  appealAnswer: z.nullable(z.string()),
  appealDecidedAt: z.nullable(stamp),
  version: z.int(),
});
export type Report = z.infer<typeof Report>;

export const ReportCreate = z.object({
  id: z.optional(newRowId),
  subject: z.enum(REPORT_SUBJECTS),
  subjectId: id,
  reason: z.enum(REASON_NAMES, REASON_MISSING),
  atSeconds: z._default(z.nullable(z.number().check(z.gte(0), z.lte(DURATION_MAX_SECONDS))), null),
  note: z._default(text(REPORT_NOTE_MAX), ''),
});
export type ReportCreate = z.infer<typeof ReportCreate>;

export const ReportAppeal = z.object({ note: requiredText(REPORT_NOTE_MAX, WHY_MISSING) });
