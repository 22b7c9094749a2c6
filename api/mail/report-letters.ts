import { APPEAL_DAYS } from '../contract/limits.ts';
import type { ReportOutcome, ReportSubject } from '../contract/reports.ts';
import type { Letter } from './letter.ts';
import { plainLetter } from './plain-letter.ts';

/** 'Saturday 28 November 2026'. */
export const dayInWords = (at: Date): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'Europe/London' }).format(at);

/** A report or complaint, as its letters name it. */
export interface InLetters {
  number: number;
  /** 'Session: Long down at the gate'. Empty for people without an account. */
  what: string;
  isComplaint: boolean;
}

const kind = ({ isComplaint }: InLetters) => (isComplaint ? 'complaint' : 'report');
const named = (one: InLetters) => `${one.isComplaint ? 'Complaint' : 'Report'} ${one.number}`;
const APPEAL = `You can appeal for ${APPEAL_DAYS} days: in the app under Your data, or on this page, with the number above.`;
const COMPLAIN = 'If you disagree, you can complain on this page, with the number above.';

/** To someone who reported or complained and has no account, or who complained. */
export const receivedLetter = (one: InLetters, dueAt: Date, publicUrl: string): Letter =>
  plainLetter(`${named(one)}: received`, [
    `We have received your ${kind(one)}. Its number is ${one.number}.`,
    one.what,
    `The people who run ${new URL(publicUrl).host} answer by ${dayInWords(dueAt)}. They write to this address.`,
  ]);

/** To the administrators. Names no one and quotes nothing. */
export const waitingLetter = (one: InLetters, dueAt: Date, publicUrl: string, isAppeal = false): Letter =>
  plainLetter(
    `${isAppeal ? `Appeal of report ${one.number}` : named(one)}: due ${dayInWords(dueAt)}`,
    [
      isAppeal ? 'Someone has appealed a decision.' : one.isComplaint ? 'Someone has complained.' : 'Something was reported.',
      'Everything about it is on this page:',
    ],
    `${publicUrl}/admin/reports`,
  );

const OUTCOMES: Record<ReportOutcome, string> = {
  taken_down: 'It was taken down.',
  kept: 'It stays: we found nothing that breaks the rules.',
  answered: 'This is our answer.',
};

/** To the person who reported or complained. */
export const outcomeLetter = (one: InLetters, outcome: ReportOutcome, answer: string, publicUrl: string, mayBeAppealed: boolean): Letter =>
  plainLetter(
    `${named(one)}: ${outcome === 'answered' ? 'our answer' : 'our decision'}`,
    [one.what, OUTCOMES[outcome], answer, mayBeAppealed ? APPEAL : COMPLAIN],
    `${publicUrl}/complaints`,
  );

/** To the person whose public link stops. */
export const pausedLetter = (one: InLetters, dueAt: Date, publicUrl: string): Letter =>
  plainLetter(
    `${named(one)}: your public link is paused`,
    [
      `Someone has reported this: ${one.what}`,
      `Its public link does not work until we have decided, by ${dayInWords(dueAt)}. You and your training partners see it as before.`,
      'You need not do anything. If you want to say something about it, write to us on this page:',
    ],
    `${publicUrl}/complaints`,
  );

const TAKEN_DOWN: Record<ReportSubject | 'complaint', string> = {
  video: 'Someone has reported it, and we have hidden it from others. You still have it.',
  cue: 'Someone has reported it, and we have made it private. You still have it.',
  comment: 'Someone has reported it, and we have deleted it.',
  profile: 'Someone has reported it. We have made it private and removed its name, text and picture.',
  complaint: '',
};

/** To the person whose row was decided about. @param outcome what is so now */
export const ownerLetter = (
  subject: ReportSubject | 'complaint',
  one: InLetters,
  outcome: 'taken_down' | 'kept',
  answer: string,
  publicUrl: string,
  mayBeAppealed: boolean,
): Letter =>
  plainLetter(
    `${named(one)}: ${outcome === 'taken_down' ? 'taken down' : 'our decision'}`,
    [
      one.what,
      outcome === 'taken_down' ? TAKEN_DOWN[subject] : 'It stays, and others see it as you have chosen.',
      answer,
      mayBeAppealed ? APPEAL : COMPLAIN,
    ],
    `${publicUrl}/complaints`,
  );
