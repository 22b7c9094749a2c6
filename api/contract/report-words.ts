import type { ReportReason, ReportSubject } from './reports.ts';

/** The reasons as people read them, in the app, on the server's pages and in letters. */
export const REASON_WORDS: Readonly<Record<ReportReason, string>> = {
  cruelty: 'Cruel or dangerous handling',
  consent: 'Shows someone who didn’t agree to it',
  child: 'Concerns a child’s safety',
  threats: 'Threats, hate or harassment',
  nudity: 'Nudity or sexual content',
  copyright: 'Uses my work without permission',
  other: 'Something else',
};

const SUBJECT_WORDS: Readonly<Record<ReportSubject | 'complaint', string>> = {
  video: 'Session',
  comment: 'Comment',
  cue: 'Cue',
  profile: 'Profile',
  complaint: 'Complaint',
};

/** 'Session: Long down at the gate': what is reported, in words. */
export const subjectWords = (subject: ReportSubject | 'complaint', title: string): string =>
  title === '' ? SUBJECT_WORDS[subject] : `${SUBJECT_WORDS[subject]}: ${title}`;

/** Refusals of reports and appeals. */
export const REPORT_MESSAGES = {
  own: 'This is your own',
  twice: 'You have reported this already. You find it under Your data.',
  often: 'Others have reported this already. We are looking at it.',
  appealed: 'You have appealed already',
  noAppeal: 'There is nothing to appeal',
  tooLate: 'The time to appeal is over. You can still complain.',
  decided: 'This was decided already',
  restoreTooLate: 'It is too late to restore this: the copy is gone.',
  byAnother: 'Another administrator decides about what is your own',
  takenDown: 'This was taken down after a report. You can appeal under Your data.',
  paused: 'The public link is off until a report is decided.',
  about: 'Please say what it is about',
} as const;
