import { DELETION_WAIT_DAYS } from '../../api/contract/limits.ts';
import type { WhatGoes } from '../../api/contract/account-deletion.ts';
import { formatBytes, formatDate, formatMoment } from '../dates/format-date.ts';
import { deviceDay, deviceZone } from '../dates/training-moment.ts';
import type { HeldReceipt } from './receipt.ts';

const number = (count: number) => count.toLocaleString();
const DAY_MS = 86_400_000;

/** Texts of 'Delete account' (R374). */
export const ACCOUNT_TEXTS = {
  title: 'Delete account',
  about: 'You see what goes before anything goes.',
  open: 'Delete account…',
  loading: 'Loading...',
  unreachable: 'The account can only be deleted when the server can be reached.',
  refused: "Couldn't load this. Please try again.",
  retry: 'Try again',
  this: (name: string) => `This deletes ${name ? `${name}’s account` : 'your account'} and:`,
  rows: ({ sessions, files, fileBytes, dogs, cues, programs, plans, trials, comments }: WhatGoes): [string, string][] => [
    ['Sessions, with their sets and comments', number(sessions)],
    ['Films and pictures', files === 0 ? '0' : `${number(files)} · ${formatBytes(fileBytes)}`],
    ['Dogs, cues, programs', [dogs, cues, programs].map(number).join(' · ')],
    ['Plans, trials', [plans, trials].map(number).join(' · ')],
    ['Comments that you wrote', number(comments)],
  ],
  onlyHere: (device: string) => `Only on this ${device}, not uploaded`,
  stays: 'What stays:',
  copies: 'copies of your public cues that others imported, without your name.',
  /** @param goneAt when the account goes, in milliseconds since 1970 */
  backups: (days: number | null, goneAt: number) =>
    days === null
      ? 'Backups hold it for as long as the people who run this server keep them.'
      : `Nightly backups are gone by ${formatDate(deviceDay(goneAt + (days + 1) * DAY_MS))}; ask the people who run this server about others.`,
  onlyAdmin: 'You are the only admin of this server. Name another one first, so that someone can let people in.',
  later: `In ${DELETION_WAIT_DAYS} days`,
  laterAbout: (day: string) => `Hidden at once. Sign in before ${formatDate(day)} to keep it.`,
  now: 'Now',
  nowAbout: 'Gone within a day. No way back.',
  heldAbout: (day: string) => `Hidden at once. Something of yours was reported, so it is deleted on ${formatDate(day)}.`,
  when: 'When',
  email: 'Type your email to confirm',
  exportFirst: 'Export first',
  confirm: 'Delete account',
  deleting: 'Deleting...',
  keep: 'Keep account',
  failed: "Couldn't delete the account. Please try again.",
  wrongEmail: 'This is not the email address of this account',

  toGo: (day: string) => `It will be deleted on ${formatDate(day)}. Until then, others can't see you, and you can still keep it.`,
  toGoTitle: 'Your account will be deleted',
  keepIt: 'Keep my account',
  keeping: 'Keeping...',
  keepFailed: "Couldn't keep the account. Please try again.",
} as const;

/** The receipt as a file for its person. */
export const receiptText = ({ number: name, at, goes, backupDays }: HeldReceipt): string =>
  [
    `Longline, receipt ${name}`,
    `An account was deleted on ${location.host}, ${formatMoment(at, deviceZone())}, with:`,
    ...ACCOUNT_TEXTS.rows(goes).map((row) => row.join(': ')),
    ACCOUNT_TEXTS.backups(backupDays, Date.parse(at)),
    '',
  ].join('\n');
