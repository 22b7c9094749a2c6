import { APPEAL_DUE_DAYS, COMPLAINT_DUE_DAYS } from './limits.ts';

/** What can be reported. A session is a `video`, with its film, picture and notes. */
export const REPORT_SUBJECTS = ['video', 'comment', 'cue', 'profile'] as const;
export type ReportSubject = (typeof REPORT_SUBJECTS)[number];

/** The reasons of a report, in the order of its form (R379), with the hours that an administrator may take to decide. */
const DUE_HOURS = { cruelty: 168, consent: 168, child: 24, threats: 72, nudity: 168, copyright: 168, other: 168 } as const;
export type ReportReason = keyof typeof DUE_HOURS;
export const REASON_NAMES = Object.keys(DUE_HOURS) as [ReportReason, ...ReportReason[]];

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** When a report is decided at the latest; a complaint, without a reason. @param at ISO 8601 */
export const dueOf = (reason: ReportReason | null, at: string): string =>
  new Date(Date.parse(at) + (reason === null ? COMPLAINT_DUE_DAYS * DAY_MS : DUE_HOURS[reason] * HOUR_MS)).toISOString();

/** When an appeal is decided at the latest. @param at ISO 8601 */
export const appealDueOf = (at: string): string => new Date(Date.parse(at) + APPEAL_DUE_DAYS * DAY_MS).toISOString();

/** `taken_down` and `kept` for a report, `answered` for a complaint. */
export const REPORT_OUTCOMES = ['taken_down', 'kept', 'answered'] as const;
export type ReportOutcome = (typeof REPORT_OUTCOMES)[number];

export const REASON_MISSING = 'Please choose what is wrong with it';
export const WHY_MISSING = 'Please say why';
