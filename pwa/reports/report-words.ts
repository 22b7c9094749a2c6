import type { Report } from '../../api/contract/entities/report.ts';
import { APPEAL_DAYS } from '../../api/contract/limits.ts';
import { formatDate } from '../dates/format-date.ts';
import { deviceDay } from '../dates/training-moment.ts';
import { REPORT_TEXTS as TEXTS } from './texts.ts';

const DAY_MS = 86_400_000;
const day = (moment: string) => formatDate(deviceDay(Date.parse(moment)));

/** What has become of a report, for the person who reads it; null before the server has it. */
export function stateWords({
  role,
  number,
  subject,
  outcome,
  dueAt,
  isPaused,
}: Pick<Report, 'role' | 'number' | 'subject' | 'outcome' | 'dueAt' | 'isPaused'>): string | null {
  if (number === null) return null;
  if (role === 'reporter') {
    if (outcome) return TEXTS.outcomes[outcome];
    return subject === 'complaint' ? TEXTS.openComplaint(day(dueAt)) : TEXTS.open(day(dueAt));
  }
  if (outcome === 'taken_down' && subject !== 'complaint') return TEXTS.hidden[subject];
  return isPaused ? TEXTS.paused(day(dueAt)) : TEXTS.shownAgain;
}

/** What has become of an appeal; null without one. */
export function appealWords({ appealedAt, appealDueAt, appealAnswer }: Report): string | null {
  if (!appealedAt) return null;
  if (appealAnswer !== null) return `${TEXTS.appealDecided} ${appealAnswer}`;
  return TEXTS.appealed(day(appealDueAt ?? appealedAt));
}

/** Whether the reader may appeal: the decision is against them, not too long ago, and they have not yet. */
export function mayAppeal({ role, outcome, decidedAt, appealedAt }: Report, now: number): boolean {
  const isAgainst = role === 'owner' ? outcome === 'taken_down' : outcome === 'kept';
  return isAgainst && !appealedAt && decidedAt !== null && now - Date.parse(decidedAt) < APPEAL_DAYS * DAY_MS;
}
