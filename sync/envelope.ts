import { ENVELOPE_MAX_BYTES, ENVELOPE_MAX_OPERATIONS, KEY_KEPT_DAYS } from '../api/contract/limits.ts';
import type { Operation } from '../api/contract/sync-protocol.ts';
import { isTimeFor } from './backoff.ts';
import { isCreate } from './calls.ts';
import type { OutboxRecord } from './outbox-record.ts';
import type { Store } from './store.ts';

const DAY_MS = 86_400_000;
// Room for what surrounds the operations.
const BYTES = ENVELOPE_MAX_BYTES * 0.9;

/** So old that the server may have forgotten its answer: compared with the row first, never blindly sent again. */
export const isAged = ({ firstSentAt }: OutboxRecord, now: number) =>
  firstSentAt !== null && Math.abs(now - firstSentAt) > KEY_KEPT_DAYS * DAY_MS;

export const isDue = ({ nextAttemptAt }: OutboxRecord, now: number) => isTimeFor(nextAttemptAt, now);

const rowKey = ({ entity, entityId }: OutboxRecord) => `${entity} ${entityId}`;

/** A refused change holds back only what cannot be without it: a row that was never made. */
const holdsBack = (record: OutboxRecord) => record.state !== 'refused' || isCreate(record.call);

/**
 * Chooses what the next envelope carries: oldest first, in order within a row, after what it depends on. What cannot
 * go yet holds back its own row and its dependents; everything else overtakes. Changes that the server has failed on
 * go last, for the envelope ends at such a failure.
 */
function chooseEnvelope(
  outbox: readonly OutboxRecord[],
  now: number,
  most = ENVELOPE_MAX_OPERATIONS,
): OutboxRecord[] {
  const pending = new Map(outbox.map((record) => [record.key, record]));
  const healthy: OutboxRecord[] = [];
  const failing: OutboxRecord[] = [];
  const chosen = new Set<string>();
  const heldRows = new Set<string>();
  let bytes = 0;
  for (const record of outbox) {
    if (healthy.length >= most) break;
    if (record.state === 'refused' && !holdsBack(record)) continue;
    const waits = record.dependsOn.some((key) => {
      const needed = pending.get(key);
      return needed !== undefined && holdsBack(needed) && !chosen.has(key);
    });
    const canGo = record.state !== 'refused' && !waits && !heldRows.has(rowKey(record)) && isDue(record, now) && !isAged(record, now);
    if (!canGo) {
      heldRows.add(rowKey(record));
      continue;
    }
    if (record.serverFailures > 0) {
      failing.push(record);
      heldRows.add(rowKey(record));
      continue;
    }
    bytes += sizeOf(record);
    if (bytes > BYTES && healthy.length > 0) break;
    chosen.add(record.key);
    healthy.push(record);
  }
  // One at a time: which of two failing changes broke the envelope must be known.
  const next = failing.sort((a, b) => a.serverFailures - b.serverFailures || a.seq - b.seq)[0];
  return next && healthy.length < most && bytes + sizeOf(next) <= BYTES ? [...healthy, next] : healthy.length > 0 ? healthy : failing.slice(0, 1);
}

/**
 * As it goes over the wire. Dependencies outside the envelope have been applied already. It also depends on the one
 * before it of its row, for what it was made on may have been discarded or corrected since.
 */
export function toOperation(record: OutboxRecord, envelope: readonly OutboxRecord[]): Operation {
  const before = envelope.slice(0, envelope.indexOf(record)).findLast((other) => rowKey(other) === rowKey(record));
  const needed = new Set([...record.dependsOn, ...(before ? [before.key] : [])]);
  const dependsOn = [...needed].filter((key) => envelope.some((other) => other.key === key));
  const { key, call, params, payload } = record;
  return { key, call, params, payload, ...(dependsOn.length > 0 && { dependsOn }) };
}

// Texts are at most three bytes a code unit in UTF-8.
const sizeOf = ({ payload, params }: OutboxRecord) => 3 * (JSON.stringify(payload).length + JSON.stringify(params).length) + 300;

/**
 * Chooses the next envelope and marks it as sent, before anything leaves: after a crash at any moment the same changes
 * go again under the same keys.
 */
export function takeEnvelope(store: Store, now: number, most: number): Promise<OutboxRecord[]> {
  return store.transaction('rw', store.outbox, async () => {
    const chosen = chooseEnvelope(await store.outbox.orderBy('seq').toArray(), now, most);
    const sent = chosen.map(
      (record): OutboxRecord => ({
        ...record,
        state: 'sending',
        firstSentAt: record.firstSentAt ?? now,
        attempts: record.attempts + 1,
      }),
    );
    await store.outbox.bulkPut(sent);
    return sent;
  });
}
