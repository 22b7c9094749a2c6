import { readFacts } from '../../sync/status/row-sync.ts';
import { Button } from '../components/button.tsx';
import { momentWords } from '../dates/moment-words.ts';
import { useOnlineAccount } from '../sync/online-account.ts';
import { useLive } from '../sync/use-live.ts';
import type { OnlineListState } from './online-list.ts';
import { ONLINE_TEXTS } from './texts.ts';

export interface FreshnessProps {
  list: Pick<OnlineListState<unknown>, 'readAt' | 'reading' | 'failure'>;
  onRefresh: () => void;
}

/** The age of a server list, with a button to refresh it (R131). */
export function Freshness({ list: { readAt, reading, failure }, onRefresh }: FreshnessProps) {
  const { store, ports } = useOnlineAccount();
  const now = ports.now();
  const reachable = useLive(() => store && readFacts(store), [store])?.reachable ?? true;
  const words =
    failure === 'refused' ? ONLINE_TEXTS.refused : failure === 'unreachable' || !reachable ? ONLINE_TEXTS.offline : ONLINE_TEXTS.asOf;
  return (
    <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-4">
      <p role="status" className="text-15 text-ink-3">
        {readAt !== null && words(momentWords(readAt, now))}
      </p>
      <Button tone="quiet" icon="retry" className="-me-3" pending={reading && ONLINE_TEXTS.refreshing} onClick={onRefresh}>
        {ONLINE_TEXTS.refresh}
      </Button>
    </div>
  );
}
