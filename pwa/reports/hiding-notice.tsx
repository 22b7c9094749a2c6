import { Link } from 'react-router-dom';
import { getHidingReport } from '../../sync/queries/reports.ts';
import { Icon } from '../components/icon.tsx';
import { useStore } from '../sync/sync-provider.tsx';
import { useLive } from '../sync/use-live.ts';
import { stateWords } from './report-words.ts';
import { REPORT_TEXTS as TEXTS } from './texts.ts';

/** Says on the person's own row that others do not see it, and why. */
export function HidingNotice({ subjectId }: { subjectId: string }) {
  const store = useStore();
  const report = useLive(() => getHidingReport(store, subjectId), [store, subjectId]);
  if (!report) return null;
  return (
    <p className="mt-2 flex items-start gap-2 text-15 text-ink-2">
      <Icon name="flag" size="small" className="mt-0.5 flex-none" />
      <span>
        {stateWords(report)}{' '}
        <Link to="/your-data" className="inline-flex min-h-8 items-center text-primary underline underline-offset-3">
          {report.outcome === null ? TEXTS.seeReport : TEXTS.seeDecision}
        </Link>
      </span>
    </p>
  );
}
