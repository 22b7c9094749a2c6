import { useId, useState } from 'react';
import type { AdminReport } from '../../../api/contract/admin-reports.ts';
import { subjectWords, REASON_WORDS } from '../../../api/contract/report-words.ts';
import { Button } from '../../components/button.tsx';
import { classNames } from '../../components/class-names.ts';
import { ItemBoundary } from '../../components/entry-boundary.tsx';
import { Icon } from '../../components/icon.tsx';
import { formatDate, formatLength, formatShortDay } from '../../dates/format-date.ts';
import { deviceDay } from '../../dates/training-moment.ts';
import { usePorts } from '../../sync/sync-provider.tsx';
import { dueWords } from './due-words.ts';
import { ReportDetails } from './report-details.tsx';
import { TEXTS, type Verdict } from './texts.ts';
import { isOpenAppeal, takesDown, verdictsOf } from './verdicts.ts';

export interface ReportEntryProps {
  report: AdminReport;
  onDecide: (verdict: Verdict) => void;
}

/** One report in the queue: what, when it is due, why and from whom, and what can be decided. */
export function ReportEntry({ report, onDecide }: ReportEntryProps) {
  const headingId = useId();
  const detailsId = useId();
  const [open, setOpen] = useState(false);
  const what = subjectWords(report.subject, report.title);
  return (
    <li className="py-4" aria-labelledby={headingId}>
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h2 id={headingId} dir="auto" className="min-w-0 flex-[1_1_240px] text-17 [overflow-wrap:anywhere]">
          {what}
        </h2>
        <When report={report} />
      </div>
      <p className="mt-1 max-w-[70ch] text-ink-2 [overflow-wrap:anywhere]">{aboutWords(report)}</p>
      {report.appealNote && report.appealedBy && (
        <p className="mt-1 max-w-[70ch] text-ink-2" dir="auto">
          <b className="font-semi">{TEXTS.appealOf[report.appealedBy]}</b> {report.appealNote}
        </p>
      )}
      {report.outcome && report.answer && (
        <p className="mt-1 max-w-[70ch] text-ink-2" dir="auto">
          <b className="font-semi">{TEXTS.decided(TEXTS.outcomes[report.outcome])}</b> {report.answer}
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          aria-expanded={open}
          aria-controls={detailsId}
          aria-label={open ? TEXTS.hideOf(what) : TEXTS.showOf(what)}
          onClick={() => setOpen(!open)}
        >
          {open ? TEXTS.hide : TEXTS.show}
        </Button>
        {verdictsOf(report).map((verdict) => (
          <ItemBoundary key={verdict} what="decision" id={report.id} resetKey={report}>
            <Decision report={report} verdict={verdict} what={what} onDecide={onDecide} />
          </ItemBoundary>
        ))}
      </div>
      <div id={detailsId}>{open && <ReportDetails report={report} />}</div>
    </li>
  );
}

function Decision({ report, verdict, what, onDecide }: ReportEntryProps & { verdict: Verdict; what: string }) {
  const restores = verdict === 'kept' && report.outcome === 'taken_down';
  const [words, label] = restores ? [TEXTS.restore, TEXTS.restoreOf(what)] : LABELS[verdict](what);
  return (
    <Button {...(takesDown(report, verdict) && { tone: 'danger' as const })} aria-label={label} onClick={() => onDecide(verdict)}>
      {words}
    </Button>
  );
}

const LABELS: Record<Verdict, (what: string) => [words: string, label: string]> = {
  kept: (what) => [TEXTS.keep, TEXTS.keepOf(what)],
  taken_down: (what) => [TEXTS.takeDown, TEXTS.takeDownOf(what)],
  answered: (what) => [TEXTS.answer, TEXTS.answerOf(what)],
  granted: (what) => [TEXTS.dialog.granted.action, TEXTS.grantOf(what)],
  rejected: (what) => [TEXTS.dialog.rejected.action, TEXTS.rejectOf(what)],
};

function When({ report }: { report: AdminReport }) {
  const { dueAt, outcome, decidedAt, appealDueAt, appealDecidedAt } = report;
  const now = usePorts().now();
  const waitsUntil = outcome === null ? dueAt : isOpenAppeal(report) ? appealDueAt : null;
  if (waitsUntil === null) {
    if (outcome === null || decidedAt === null) return null;
    const decided = TEXTS.decidedOn(TEXTS.outcomes[outcome], formatDate(deviceDay(Date.parse(appealDecidedAt ?? decidedAt))));
    return <span className="text-15 text-ink-3">{decided}</span>;
  }
  const { words, isSoon } = dueWords(waitsUntil, now);
  return (
    <span className={classNames('flex items-center gap-1 text-15', isSoon ? 'font-semi text-danger' : 'text-ink-3')}>
      {isSoon && <Icon name="clock" size="small" />}
      {words}
    </span>
  );
}

function aboutWords({ reason, atSeconds, reporter, createdAt, isPaused, others, subject, note }: AdminReport): string {
  const why = reason ? REASON_WORDS[reason] : '';
  const place = atSeconds === null ? '' : TEXTS.at(formatLength(atSeconds));
  const who = reporter.name ?? reporter.email ?? TEXTS.noAccount;
  const parts = [
    [why, place].filter(Boolean).join(', '),
    subject === 'complaint' ? note : '',
    TEXTS.from(who, formatShortDay(deviceDay(Date.parse(createdAt)))),
    others.length > 0 ? TEXTS.others(others.length) : '',
    isPaused ? TEXTS.paused : '',
  ];
  return parts
    .filter(Boolean)
    .map((part) => (/[.!?…]$/.test(part) ? part : `${part}.`))
    .join(' ');
}
