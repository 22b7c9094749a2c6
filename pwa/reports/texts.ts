import type { ReportOutcome, ReportSubject } from '../../api/contract/reports.ts';

/** Every text of reports in the app (R379 to R381), apart from the reasons and the page of the administrators. */
export const REPORT_TEXTS = {
  reason: 'What is wrong with it?',
  at: (time: string) => `It is at ${time}`,
  note: 'What should we look at?',
  by: (day: string) => `The people who run this server read it and decide by ${day}. The owner isn’t told who reported it.`,
  danger: 'Is someone in danger now? Call 999.',
  send: 'Send report',
  sending: 'Sending...',
  failed: 'Failed to send the report',

  sent: {
    title: 'Report sent',
    waits: 'Report saved',
    number: (number: number) => `Its number is ${number}.`,
    decides: (day: string) => `We decide by ${day}, and tell you under Your data.`,
    waitsAbout: "It is sent once you're online.",
    done: 'Done',
  },

  section: 'Reports and complaints',
  about: 'What you reported, and what was decided about sessions, comments and cues of yours.',
  none: 'Nothing so far.',
  loading: 'Loading reports...',
  rules: 'Rules',
  complain: 'Complain',
  number: (number: number) => `Number ${number}`,
  open: (day: string) => `We decide by ${day}`,
  openComplaint: (day: string) => `We answer by ${day}`,
  outcomes: { taken_down: 'Taken down', kept: 'It stays', answered: 'Answered' } satisfies Record<ReportOutcome, string>,
  paused: (day: string) => `Reported. Its public link is off until we decide, by ${day}.`,
  hidden: {
    video: 'Taken down: only you see it.',
    comment: 'Taken down: it is deleted.',
    cue: 'Taken down: it is private.',
    profile: 'Taken down: it is private, without name, text and picture.',
  } satisfies Record<ReportSubject, string>,
  shownAgain: 'Others see it as you have chosen.',
  appealed: (day: string) => `You have appealed. We decide by ${day}.`,
  appealDecided: 'Answer to your appeal:',
  appeal: 'Appeal',
  appealOf: (what: string) => `Appeal: ${what}`,
  seeDecision: 'See the decision',
  seeReport: 'See the report',

  appealDialog: { title: 'Appeal', save: 'Send appeal', saving: 'Sending...' },
  appealNote: 'Why was the decision wrong?',
  appealHint: (day: string) => `Someone looks at it again and decides by ${day}. You can appeal once.`,
  appealFailed: 'Failed to send the appeal',
} as const;
