import { backoffMs } from './backoff.ts';
import type { OutboxRecord, SendFailure } from './outbox-record.ts';
import type { Ports } from './ports.ts';
import { FAILURES_SHOWN } from './row-sync.ts';

const BLOCKED_RETRY_MS = 3_600_000;

/** While others get through, the trouble is not the server's or the network's but this change's. */
export const isBlocked = ({ serverFailures, confirmedAtFailure }: OutboxRecord, confirmedCount: number): boolean =>
  serverFailures >= FAILURES_SHOWN && confirmedAtFailure !== null && confirmedCount > confirmedAtFailure;

/**
 * A record as it is after a failure of its own, with the time of its next attempt.
 * @param verdict `later` where it was only asked to wait: that never blocks it
 * @param confirmedCount how many changes the server has confirmed so far
 */
export function failedRecord(
  record: OutboxRecord,
  lastError: SendFailure | null,
  verdict: 'failed' | 'later',
  confirmedCount: number,
  ports: Ports,
): OutboxRecord {
  const serverFailures = record.serverFailures + (verdict === 'failed' ? 1 : 0);
  const confirmedAtFailure = record.confirmedAtFailure ?? (verdict === 'failed' ? confirmedCount : null);
  const after: OutboxRecord = { ...record, serverFailures, confirmedAtFailure, lastError };
  const blocked = isBlocked(after, confirmedCount);
  const waitMs = blocked ? BLOCKED_RETRY_MS : backoffMs(verdict === 'later' ? record.attempts : serverFailures, ports.random);
  return { ...after, state: blocked ? 'blocked' : 'queued', nextAttemptAt: ports.now() + waitMs };
}
