import { backoffMs } from '../http/backoff.ts';
import type { SendFailure } from '../store/failure.ts';
import { FAILURES_SHOWN, type OutboxRecord } from '../store/outbox-record.ts';
import type { Ports } from '../ports/ports.ts';

const BLOCKED_RETRY_MS = 3_600_000;

/** Other changes get through, so the fault is in this change and not in the server or the network. */
export const isBlocked = ({ serverFailures, confirmedAtFailure }: OutboxRecord, confirmedCount: number): boolean =>
  serverFailures >= FAILURES_SHOWN && confirmedAtFailure !== null && confirmedCount > confirmedAtFailure;

/**
 * The record after a failure of its own, with the time of its next attempt.
 * @param outcome `later` if the server only asked to wait; that never blocks the record
 * @param confirmedCount how many changes the server has confirmed so far
 */
export function failedRecord(
  record: OutboxRecord,
  lastError: SendFailure | null,
  outcome: 'failed' | 'later',
  confirmedCount: number,
  ports: Ports,
): OutboxRecord {
  const serverFailures = record.serverFailures + (outcome === 'failed' ? 1 : 0);
  const confirmedAtFailure = record.confirmedAtFailure ?? (outcome === 'failed' ? confirmedCount : null);
  const after: OutboxRecord = { ...record, serverFailures, confirmedAtFailure, lastError };
  const blocked = isBlocked(after, confirmedCount);
  const waitMs = blocked ? BLOCKED_RETRY_MS : backoffMs(outcome === 'later' ? record.attempts : serverFailures, ports.random);
  return { ...after, state: blocked ? 'blocked' : 'queued', nextAttemptAt: ports.now() + waitMs };
}
