import type { RowSync } from '../../sync/status/row-sync.ts';
import type { KnotState } from '../components/knot.tsx';
import { SyncChip, type SyncChipStatus } from '../components/sync-chip.tsx';
import { useDialogRoute } from '../components/use-dialog-route.ts';
import { useSave } from '../sync/use-save.ts';
import { paceWords } from './time-left.ts';
import { SYNC_QUEUE_DIALOG } from './sync-queue-dialog.ts';

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

/** A row's sync state, in R132's words. A tap opens the queue for a refused row and retries a failed one if that can help. */
export function RowChip({ sync, entityId, compact = false }: { sync: RowSync; entityId: string; compact?: boolean }) {
  const save = useSave();
  const queue = useDialogRoute(SYNC_QUEUE_DIALOG);
  const tryAgain = async () => {
    // Lazy: only failed rows need it, so the first cards do not wait for it.
    const { retryAllOf } = await import('./retry-all-of.ts');
    // If a retry cannot help, the queue shows why and what to do.
    if (!(await save((store, ports) => retryAllOf(store, ports, entityId)))) queue.open();
  };
  const chip = (
    <SyncChip
      compact={compact}
      status={chipOf(
        sync,
        () => queue.open(),
        () => void tryAgain(),
      )}
    />
  );
  // A compact chip has no room for the pace of an upload; the queue shows it.
  if (sync.state !== 'uploading' || compact) return chip;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      {chip}
      <span className="text-15 text-ink-3">{paceWords(sync)}</span>
    </span>
  );
}

function chipOf(sync: RowSync, onOpen: () => void, onRetry: () => void): SyncChipStatus {
  switch (sync.state) {
    case 'uploading':
      return { state: 'uploading', fraction: sync.percent / 100 };
    // Until the server confirms the change, it is only on this device.
    case 'sending':
      return { state: 'saved' };
    case 'paused':
      return sync.byPerson ? { state: 'paused', onOpen } : { state: 'paused' };
    case 'held':
      return { state: 'held', asks: sync.hold === 'ask', onOpen };
    case 'waiting':
      return { state: 'waiting', for: sync.for };
    case 'refused':
      return { state: 'refused', onOpen };
    case 'failed':
      return { state: 'failed', onRetry };
    default:
      return { state: sync.state };
  }
}
