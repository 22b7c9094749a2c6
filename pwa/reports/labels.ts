import type { ReportSubject } from '../../api/contract/reports.ts';

/** Labels of what opens a report, apart from the texts of its dialog, which loads with it. */
export const REPORT_LABELS = {
  report: 'Report',
  title: {
    video: 'Report this session',
    comment: 'Report this comment',
    cue: 'Report this cue',
    profile: 'Report this profile',
  } satisfies Record<ReportSubject, string>,
} as const;
