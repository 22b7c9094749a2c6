import { use } from 'react';
import type { RowSync } from '../../sync/status/row-sync.ts';
import type { KnotState } from '../components/knot.tsx';
import { SyncChip } from '../components/sync-chip.tsx';
import { useSave } from '../sync/use-save.ts';
import { OpenQueue } from './open-queue.tsx';
import { paceWords } from './time-left.ts';

/** The knot that shows a row's state. */
export function knotOf(sync: RowSync): KnotState {
  switch (sync.state) {
    case 'saving':
    case 'sending':
      return 'saved';
    case 'paused':
    case 'held':
      return 'waiting';
    case 'refused':
      return 'failed';
    default:
      return sync.state;
  }
}

/** States that the person can do something about, in the queue. */
const OPENS: readonly RowSync['state'][] = ['paused', 'held', 'refused', 'failed'];

/** A row's sync state, in R132's words. A tap opens the queue for a refused row and retries a failed one if that can help. */
export function RowChip({ sync, entityId, compact = false }: { sync: RowSync; entityId: string; compact?: boolean }) {
  const save = useSave();
  const openQueue = use(OpenQueue);
  const extras = (of: RowSync) => (of.state === 'uploading' ? { fraction: of.percent / 100 } : { onTap: tapOf(of) });
  const tapOf = (of: RowSync) => {
    if (of.state === 'failed' && of.retry === 'helps') return () => void tryAgain();
    return OPENS.includes(of.state) ? openQueue : undefined;
  };
  const tryAgain = async () => {
    // Lazy: only failed rows need it, so the first cards do not wait for it.
    const { retryAllOf } = await import('./retry-all-of.ts');
    // If a retry cannot help, the queue shows why and what to do.
    if (!(await save((store, ports) => retryAllOf(store, ports, entityId)))) openQueue();
  };
  const chip = <SyncChip compact={compact} status={{ ...sync, ...extras(sync) }} />;
  // A compact chip has no room for the pace of an upload; the queue shows it.
  if (sync.state !== 'uploading' || compact) return chip;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      {chip}
      <span className="text-15 text-ink-3">{paceWords(sync)}</span>
    </span>
  );
}
