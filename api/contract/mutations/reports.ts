import { mutation } from '../call.ts';
import { ReportAppeal, ReportCreate } from '../entities/report.ts';
import { appealDueOf, dueOf } from '../reports.ts';

/** A report that the server does not have yet. */
const UNDECIDED = {
  role: 'reporter',
  number: null,
  isPaused: false,
  outcome: null,
  answer: null,
  decidedAt: null,
  appealedAt: null,
  appealNote: null,
  appealDueAt: null,
  appealAnswer: null,
  appealDecidedAt: null,
  version: 0,
} as const;

export const REPORT_MUTATIONS = {
  'reports.create': mutation({
    method: 'POST',
    path: '/api/reports',
    entity: 'reports',
    payload: ReportCreate,
    effect: (_row, given, { id, now, source }) => ({
      ...UNDECIDED,
      ...given,
      id,
      // Of the reported row, as far as the device knows it.
      title: (source as { title?: string } | undefined)?.title ?? '',
      createdAt: now,
      dueAt: dueOf(given.reason, now),
    }),
  }),
  'reports.appeal': mutation({
    method: 'POST',
    path: '/api/reports/{id}/appeal',
    entity: 'reports',
    payload: ReportAppeal,
    effect: (row, { note }, { now }) => row && { ...row, appealedAt: now, appealNote: note, appealDueAt: appealDueOf(now) },
  }),
} as const;
