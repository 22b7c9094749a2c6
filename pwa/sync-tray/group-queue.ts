import type { QueueEntry } from '../../sync/status/read-queue.ts';

export type QueueGroup = 'failed' | 'uploading' | 'waiting' | 'paused';

/** In order: needs the person's attention, in progress, waiting. */
export const QUEUE_GROUPS: readonly QueueGroup[] = ['failed', 'uploading', 'waiting', 'paused'];

export function groupOf({ kind, sync }: Pick<QueueEntry, 'kind' | 'sync'>): QueueGroup {
  switch (sync.state) {
    case 'refused':
    case 'failed':
      return 'failed';
    case 'uploading':
      return 'uploading';
    // Only files can be paused individually; for a paused change, the tray shows the reason above the list.
    case 'paused':
      return kind === 'file' ? 'paused' : 'waiting';
    default:
      return 'waiting';
  }
}
