import { AdminReport, LoggedDecision, ReportCounts, type ReportList } from '../../../api/contract/admin-reports.ts';
import { callPath } from '../../../api/contract/mutations.ts';
import { ONLINE_CALLS } from '../../../api/contract/online-calls.ts';
import type { ReportOutcome } from '../../../api/contract/reports.ts';
import { actOnline } from '../../online/act-online.ts';
import type { OnlineListSource } from '../../online/online-list.ts';
import { useOnlineList } from '../../online/use-online-list.ts';
import { useOnlineAccount } from '../../sync/online-account.ts';
import { TEXTS } from './texts.ts';

/** What was reported stays on the server: this device keeps no copy. */
const listOf = (list: ReportList): OnlineListSource<AdminReport> => ({
  name: `admin.reports.${list}`,
  path: `${ONLINE_CALLS['admin.reports'].path}?list=${list}`,
  row: AdminReport,
  isSecret: true,
});
const LISTS = { open: listOf('open'), appeals: listOf('appeals'), decided: listOf('decided') };
const COUNTS: OnlineListSource<ReportCounts> = {
  name: 'admin.reportCounts',
  path: ONLINE_CALLS['admin.reportCounts'].path,
  row: ReportCounts,
  single: true,
  isSecret: true,
};
const LOG: OnlineListSource<LoggedDecision> = {
  name: 'admin.decisions',
  path: `${ONLINE_CALLS['admin.decisions'].path}?limit=50`,
  row: LoggedDecision,
  isSecret: true,
};

/** The reports of one list, with what an administrator does about them. Each action resolves with whether it succeeded. */
export function useReports(chosen: ReportList) {
  const account = useOnlineAccount();
  const [list, counts] = [useOnlineList(LISTS[chosen]), useOnlineList(COUNTS)];
  const refresh = () => {
    list.refresh();
    counts.refresh();
  };
  const send = async (path: string, body: object, failed: string): Promise<boolean> => {
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
    const done = await actOnline(account, path, init, failed);
    // Also after a failure: an answer that was lost may have changed something, and another administrator may have decided.
    refresh();
    return done;
  };
  const decide = (id: string, outcome: ReportOutcome, answer: string) =>
    send(callPath(ONLINE_CALLS['admin.decideReport'].path, { id }), { outcome, answer }, TEXTS.failed);
  const correctAge = (correction: { email: string; isAdult: boolean; note: string }) =>
    send(ONLINE_CALLS['admin.correctAge'].path, correction, TEXTS.age.failed);
  return { list, counts: counts.rows?.[0] ?? null, refresh, decide, correctAge } as const;
}

export const useDecisions = () => useOnlineList(LOG);
