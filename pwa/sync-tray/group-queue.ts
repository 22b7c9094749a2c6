import type { QueueEntry } from '../../sync/status.ts';

export type QueueGroup = 'failed' | 'uploading' | 'waiting' | 'paused';

/** What asks for its person first, then what moves, then what waits. */
export const QUEUE_GROUPS: readonly QueueGroup[] = ['failed', 'uploading', 'waiting', 'paused'];

export function groupOf({ kind, sync }: Pick<QueueEntry, 'kind' | 'sync'>): QueueGroup {
  switch (sync.state) {
    case 'refused':
    case 'failed':
      return 'failed';
    case 'uploading':
      return 'uploading';
    // A change is held for a reason that the tray names above; only a file is paused on its own.
    case 'paused':
      return kind === 'file' ? 'paused' : 'waiting';
    default:
      return 'waiting';
  }
}
