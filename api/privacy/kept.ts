import {
  ANSWER_KEPT_HOURS,
  ASK_AGAIN_DAYS,
  DELETED_KEPT_DAYS,
  DELETION_WAIT_DAYS,
  EVIDENCE_KEPT_DAYS,
  EXPORT_KEPT_DAYS,
  KEY_KEPT_DAYS,
  PARTNER_LINK_DAYS,
  RATES,
  REPORT_KEPT_DAYS,
  TOMBSTONE_KEPT_DAYS,
  UPLOAD_KEPT_DAYS,
} from '../contract/limits.ts';
import { ROW_POLICIES, type RowPolicy } from '../contract/row-policies.ts';
import { ATTEMPT_SECONDS, DEVICE_SECONDS, SIGN_IN_SECONDS, WAITLIST_SECONDS, WRONG_CODES_SECONDS } from '../auth/lifetimes.ts';

const HOUR = 3_600;
const DAY = 24 * HOUR;

interface Kept {
  /** What it is, in the words of the privacy page. */
  what: string;
  seconds: number;
  /** When the time begins. */
  from: string;
}

/**
 * How long this program keeps what is no longer needed (R370). The sweeps use the same constants; the privacy page is made
 * from this table. What a person keeps in the log stays until they delete it.
 */
export const KEPT: readonly Kept[] = [
  {
    what: `Deleted ${wordsOfRows(DELETED_KEPT_DAYS)}, texts that a change displaced, and deleted or replaced films and pictures`,
    seconds: DELETED_KEPT_DAYS * DAY,
    from: 'the deletion',
  },
  {
    what: 'The mark that something was deleted, without its content',
    seconds: TOMBSTONE_KEPT_DAYS * DAY,
    from: `those ${DELETED_KEPT_DAYS} days`,
  },
  { what: 'Uploads that were not finished', seconds: UPLOAD_KEPT_DAYS * DAY, from: 'their last byte' },
  { what: 'Exports of your data', seconds: EXPORT_KEPT_DAYS * DAY, from: 'they were made' },
  { what: 'Answers to changes, for devices that lost them', seconds: ANSWER_KEPT_HOURS * HOUR, from: 'the change' },
  { what: 'The numbers of changes, without their content', seconds: KEY_KEPT_DAYS * DAY, from: 'the change' },
  { what: 'Sign-ins, with the kind of device and browser', seconds: SIGN_IN_SECONDS, from: 'their last use' },
  { what: 'Sign-in codes, as a hash, with their email address', seconds: ATTEMPT_SECONDS, from: 'the mail' },
  { what: 'The cookie that recognises a device', seconds: DEVICE_SECONDS, from: 'the last sign-in on it' },
  { what: 'Counts of wrong codes for an address, under a hash', seconds: WRONG_CODES_SECONDS, from: 'the last wrong code' },
  {
    what: 'Counts of requests, by account, email or network address',
    seconds: Math.max(...Object.values(RATES).map(({ perSeconds }) => perSeconds)),
    from: 'the first request',
  },
  { what: 'Accounts whose person chose to delete them in a week', seconds: DELETION_WAIT_DAYS * DAY, from: 'the request' },
  { what: 'That you declined a request, so that the same person cannot ask again', seconds: ASK_AGAIN_DAYS * DAY, from: 'your answer' },
  {
    what: 'Links to become training partners, as hashes, unless they are used before',
    seconds: PARTNER_LINK_DAYS * DAY,
    from: 'they were made',
  },
  { what: 'Links to become training partners that wait for beta access', seconds: WAITLIST_SECONDS, from: 'they were kept' },
  { what: 'A copy of what was taken down after a report', seconds: EVIDENCE_KEPT_DAYS * DAY, from: 'the decision' },
  { what: 'Reports, complaints, and the log of decisions', seconds: REPORT_KEPT_DAYS * DAY, from: 'the decision' },
  { what: 'Addresses on the waitlist', seconds: WAITLIST_SECONDS, from: 'joining it' },
];

/** 'dogs, cues and programs': the kinds of rows whose content stays for so long once they are deleted. */
function wordsOfRows(days: number): string {
  const kinds = Object.values<RowPolicy<never>>(ROW_POLICIES).filter(({ keptDays }) => keptDays === days);
  return new Intl.ListFormat('en-GB').format(kinds.flatMap(({ exported }) => exported?.name ?? []));
}

/** '30 days', '24 hours', '10 minutes'. */
export function timeInWords(seconds: number): string {
  if (seconds >= 2 * DAY) return `${seconds / DAY} days`;
  if (seconds >= 2 * HOUR) return `${seconds / HOUR} hours`;
  return `${seconds / 60} minutes`;
}
