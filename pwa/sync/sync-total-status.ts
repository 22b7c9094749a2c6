import type { SyncTotal } from '../../sync/status/sync-total.ts';
import type { SyncTotalStatus } from '../components/total-words.ts';

/** The header's sync status. Failures come first, then unsaved files, then whatever prevents sending, then work in progress. */
export function syncTotalStatus(total: SyncTotal): SyncTotalStatus {
  const { pending: count, uploading } = total;
  if (count === 0 && !total.saving) {
    if (total.conflicts > 0) return { state: 'conflict', count: total.conflicts };
    if (total.firstReading === 'done') return { state: 'synced' };
    if (total.firstReading === 'coming') return { state: 'reading' };
  }
  const failed = total.refused + total.failed;
  if (failed > 0) return { state: 'failed', failed, count };
  if (total.saving) return { state: 'saving', count };
  if (total.pause) return { state: 'paused', why: total.pause.reason, count };
  if (total.offline) return { state: 'waiting', for: 'signal', count };
  if (total.held) return { state: 'held', hold: total.held, count };
  if (uploading) return { state: 'uploading', fraction: uploading.percent / 100, count };
  if (total.noRoom) return { state: 'waiting', for: 'room', count };
  if (total.askedToWait) return { state: 'waiting', for: 'server', count };
  if (total.notReady) return { state: 'waiting', for: 'unready', count };
  return { state: 'saved', count };
}
