import { useState } from 'react';
import { Navigate } from 'react-router-dom';
import { type AdminReport, REPORT_LISTS } from '../../../api/contract/admin-reports.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ItemBoundary } from '../../components/entry-boundary.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { useTabRoute } from '../../components/use-tab-route.ts';
import { Freshness } from '../../online/freshness.tsx';
import { NOT_AUTHORIZED_PATH } from '../../sign-in/not-authorized-path.ts';
import { AgeDialog } from './age-dialog.tsx';
import { DecideDialog } from './decide-dialog.tsx';
import { DecisionLog } from './decision-log.tsx';
import { ReportEntry } from './report-entry.tsx';
import { TEXTS, type Verdict } from './texts.ts';
import { useReports } from './use-reports.ts';
import { outcomeOf } from './verdicts.ts';

/** 'Reports' at `/admin/reports`, for admins (R380): what waits for a decision, appeals, and what was decided. */
export function ReportsScreen() {
  const [chosen, choose] = useTabRoute(REPORT_LISTS);
  const { list, counts, refresh, decide, correctAge } = useReports(chosen);
  const [deciding, setDeciding] = useState<{ report: AdminReport; verdict: Verdict } | null>(null);
  /** Reasons that are typed and not sent, by report. */
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [correcting, setCorrecting] = useState(false);
  // Redirect non-admins (R109), but never because of a server error.
  if (list.status === 401 || list.status === 403) return <Navigate to={NOT_AUTHORIZED_PATH} replace />;
  const reports = list.rows;
  return (
    <>
      <PageHead title={TEXTS.title} />
      <div className="-mt-2 mb-4 flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-[60ch] flex-[1_1_240px] text-15 text-ink-2">{TEXTS.lead}</p>
        <Button onClick={() => setCorrecting(true)}>{TEXTS.age.open}</Button>
      </div>
      <Tabs
        label={TEXTS.tabsLabel}
        chosen={chosen}
        onChoose={choose}
        tabs={[
          { name: 'open', label: TEXTS.tabs.open(counts?.open ?? null) },
          { name: 'appeals', label: TEXTS.tabs.appeals(counts?.appeals ?? null) },
          { name: 'decided', label: TEXTS.tabs.decided },
        ]}
      >
        {!reports && !list.failure && (
          <p role="status" className="py-8 text-ink-2">
            {TEXTS.loading}
          </p>
        )}
        {!reports && list.failure && (
          <EmptyState
            icon={list.failure === 'refused' ? 'alert' : 'offline'}
            {...TEXTS[list.failure === 'refused' ? 'unread' : 'offline']}
            action={
              <Button icon="retry" onClick={refresh}>
                {TEXTS.refresh}
              </Button>
            }
          />
        )}
        {reports && (
          <>
            <Freshness list={list} onRefresh={refresh} />
            {reports.length === 0 ? (
              <EmptyState icon="flag" {...TEXTS.none[chosen]} />
            ) : (
              <ul className="divide-y divide-line border-y border-line">
                {reports.map((report) => (
                  <ItemBoundary key={report.id} what="report" id={report.id} resetKey={report}>
                    <ReportEntry report={report} onDecide={(verdict) => setDeciding({ report, verdict })} />
                  </ItemBoundary>
                ))}
              </ul>
            )}
            {list.next && (
              <Button icon="down" className="mt-3" pending={list.reading && TEXTS.loading} onClick={list.readOn}>
                {TEXTS.more}
              </Button>
            )}
            {chosen === 'decided' && <DecisionLog key={list.readAt} />}
          </>
        )}
      </Tabs>
      {deciding && (
        <DecideDialog
          {...deciding}
          answer={typed[deciding.report.id] ?? ''}
          onType={(answer) => setTyped({ ...typed, [deciding.report.id]: answer })}
          onDecide={async (answer) => {
            const { report, verdict } = deciding;
            const isDone = await decide(report.id, outcomeOf(report, verdict), answer);
            if (isDone) setTyped((all) => ({ ...all, [report.id]: '' }));
            return isDone;
          }}
          onClose={() => setDeciding(null)}
        />
      )}
      {correcting && <AgeDialog onSave={correctAge} onClose={() => setCorrecting(false)} />}
    </>
  );
}
