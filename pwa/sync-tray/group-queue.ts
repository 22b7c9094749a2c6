import type { QueueEntry } from '../../sync/status/read-queue.ts';

export type QueueGroup = 'failed' | 'uploading' | 'waiting' | 'paused';

/** In order: needs the person's attention, in progress, waiting. */
export const QUEUE_GROUPS: readonly QueueGroup[] = ['failed', 'uploading', 'waiting', 'paused'];

export function groupOf({ sync }: Pick<QueueEntry, 'sync'>): QueueGroup {
  switch (sync.state) {
    case 'refused':
    case 'failed':
      return 'failed';
    case 'uploading':
      return 'uploading';
    // Why nothing at all is sent is above the list.
    case 'paused':
      return sync.why === 'person' ? 'paused' : 'waiting';
    default:
      return 'waiting';
  }
}
