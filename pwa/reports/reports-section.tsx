import { Suspense, useState } from 'react';
import type { Report } from '../../api/contract/entities/report.ts';
import { subjectWords } from '../../api/contract/report-words.ts';
import { listReports, type ReportCard } from '../../sync/queries/reports.ts';
import { Button } from '../components/button.tsx';
import { DialogBoundary } from '../components/dialog-boundary.tsx';
import { ItemBoundary } from '../components/entry-boundary.tsx';
import { lazyWithPreload } from '../components/lazy-component.tsx';
import { KnownEmpty } from '../sync/known-empty.tsx';
import { usePorts, useStore } from '../sync/sync-provider.tsx';
import { useLive } from '../sync/use-live.ts';
import { RowChip } from '../sync-tray/row-chip.tsx';
import { appealWords, mayAppeal, stateWords } from './report-words.ts';
import { REPORT_TEXTS as TEXTS } from './texts.ts';

const AppealDialog = lazyWithPreload(async () => (await import('./appeal-dialog.tsx')).AppealDialog);

const LINK = 'inline-flex min-h-12 items-center text-15 text-primary underline underline-offset-3';

/** 'Reports and complaints': what the person reported, what was decided about rows of theirs, and how to appeal. */
export function ReportsSection() {
  const store = useStore();
  const reports = useLive(() => listReports(store), [store]);
  const [appealing, setAppealing] = useState<Report | null>(null);
  return (
    <section aria-labelledby="reports" className="max-w-[640px]">
      <h2 id="reports">{TEXTS.section}</h2>
      <p className="mt-1 text-15 text-ink-2">{TEXTS.about}</p>
      {reports?.length === 0 && (
        <KnownEmpty loading={TEXTS.loading}>
          <p className="mt-3 text-15 text-ink-2">{TEXTS.none}</p>
        </KnownEmpty>
      )}
      {reports && reports.length > 0 && (
        <ul className="mt-3 divide-y divide-line border-y border-line">
          {reports.map((card) => (
            <ItemBoundary key={card.report.id} what="report" id={card.report.id} resetKey={card}>
              <ReportLine card={card} onAppeal={setAppealing} />
            </ItemBoundary>
          ))}
        </ul>
      )}
      <p className="mt-1 flex flex-wrap gap-x-6">
        <a href="/complaints" target="_blank" rel="noreferrer" className={LINK}>
          {TEXTS.complain}
        </a>
        <a href="/rules" target="_blank" rel="noreferrer" className={LINK}>
          {TEXTS.rules}
        </a>
      </p>
      {appealing && (
        <DialogBoundary onClose={() => setAppealing(null)}>
          <Suspense fallback={null}>
            <AppealDialog report={appealing} onClose={() => setAppealing(null)} />
          </Suspense>
        </DialogBoundary>
      )}
    </section>
  );
}

function ReportLine({ card: { report, sync }, onAppeal }: { card: ReportCard; onAppeal: (report: Report) => void }) {
  const now = usePorts().now();
  const what = subjectWords(report.subject, report.title);
  const state = stateWords(report);
  const appeal = appealWords(report);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3">
      <div className="min-w-0 flex-[1_1_200px] leading-[1.4] [overflow-wrap:anywhere]">
        <b className="block font-semi" dir="auto">
          {what}
        </b>
        {state && <p className="text-15 text-ink-2">{state}</p>}
        {report.answer && report.answer !== report.appealAnswer && (
          <p className="text-15 text-ink-2" dir="auto">
            {report.answer}
          </p>
        )}
        {appeal && (
          <p className="text-15 text-ink-2" dir="auto">
            {appeal}
          </p>
        )}
        <span className="flex min-h-8 items-center gap-2 text-15 text-ink-3">
          {report.number !== null && TEXTS.number(report.number)}
          <RowChip sync={sync} entityId={report.id} compact />
        </span>
      </div>
      {mayAppeal(report, now) && (
        <Button className="ms-auto" aria-label={TEXTS.appealOf(what)} onClick={() => onAppeal(report)}>
          {TEXTS.appeal}
        </Button>
      )}
    </li>
  );
}
