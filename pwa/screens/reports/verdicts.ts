import type { AdminReport } from '../../../api/contract/admin-reports.ts';
import type { ReportOutcome } from '../../../api/contract/reports.ts';
import { TEXTS, type Verdict } from './texts.ts';

/** What an administrator can decide about a report now, the one that takes a row down last. */
export function verdictsOf(report: AdminReport): Verdict[] {
  const { subject, outcome } = report;
  if (isOpenAppeal(report)) return outcome === 'kept' ? ['rejected', 'granted'] : ['granted', 'rejected'];
  if (subject === 'complaint') return outcome === null ? ['answered'] : [];
  if (outcome === null) return ['kept', 'taken_down'];
  return outcome === 'kept' ? ['taken_down'] : ['kept'];
}

/** An appeal is granted by the other outcome, and rejected by the same. */
export function outcomeOf({ outcome }: AdminReport, verdict: Verdict): ReportOutcome {
  if (verdict === 'granted') return outcome === 'kept' ? 'taken_down' : 'kept';
  return verdict === 'rejected' ? (outcome ?? 'kept') : verdict;
}

/** Whether others no longer see the row after it. */
export const takesDown = (report: AdminReport, verdict: Verdict): boolean =>
  verdict !== 'rejected' && outcomeOf(report, verdict) === 'taken_down';

/** What a decision does, and who reads its reason. */
export function effectWords(report: AdminReport, verdict: Verdict): string {
  if (verdict === 'answered' || report.subject === 'complaint') return TEXTS.reads.answered;
  if (verdict === 'rejected') return `${TEXTS.does.rejected} ${TEXTS.reads.one}`;
  const does = takesDown(report, verdict) ? TEXTS.does.taken_down[report.subject] : TEXTS.does.kept;
  return `${does} ${TEXTS.reads.all}`;
}

export const isOpenAppeal = ({ appealedAt, appealDecidedAt }: Pick<AdminReport, 'appealedAt' | 'appealDecidedAt'>): boolean =>
  appealedAt !== null && appealDecidedAt === null;
