import { ENVELOPE_MAX_BYTES, KEY_KEPT_DAYS } from '../../api/contract/limits.ts';
import type { Operation } from '../../api/contract/sync-protocol.ts';
import { isTimeFor } from '../http/backoff.ts';
import { isCreate } from '../outbox/calls.ts';
import type { OutboxRecord } from '../store/outbox-record.ts';
import type { Store } from '../store/store.ts';

const DAY_MS = 86_400_000;
// Leaves room for the JSON around the operations.
const BYTES = ENVELOPE_MAX_BYTES * 0.9;

/** So old that the server may have forgotten its answer. Compare it with the row before sending it again. */
export const isStale = ({ firstSentAt }: OutboxRecord, now: number) =>
  firstSentAt !== null && Math.abs(now - firstSentAt) > KEY_KEPT_DAYS * DAY_MS;

export const isDue = ({ nextAttemptAt }: OutboxRecord, now: number) => isTimeFor(nextAttemptAt, now);

const rowKey = ({ entity, entityId }: OutboxRecord) => `${entity} ${entityId}`;

/** A refused change holds back others only if it creates a row that they need. */
const holdsBack = (record: OutboxRecord) => record.state !== 'refused' || isCreate(record.call);

/** At least one envelope with this record got no answer while the server was reachable. */
const isDoubtful = ({ unanswered }: OutboxRecord) => (unanswered?.times ?? 0) > 0;

/**
 * Chooses the records of the next envelope. First those that never failed; then those from unanswered envelopes, in
 * groups no larger than the halving allows; last those that failed on their own.
 */
function chooseEnvelope(outbox: readonly OutboxRecord[], now: number, most: number): OutboxRecord[] {
  const healthy = chooseGroup(outbox, now, most, (record) => !isDoubtful(record));
  if (healthy.group.length > 0) return withOneFailing(healthy, most);
  const doubtful = chooseGroup(outbox, now, most, isDoubtful);
  if (doubtful.group.length > 0) return doubtful.group;
  return [...healthy.failing, ...doubtful.failing].sort(fewestFailuresFirst).slice(0, 1);
}

const fewestFailuresFirst = (a: OutboxRecord, b: OutboxRecord) => a.serverFailures - b.serverFailures || a.seq - b.seq;

/**
 * The envelope ends where the server fails, so records that failed before go last. Only one, to see which of them
 * failed.
 */
function withOneFailing({ group, failing, bytes }: Group, most: number): OutboxRecord[] {
  const next = failing.sort(fewestFailuresFirst)[0];
  return next && group.length < most && bytes + sizeOf(next) <= BYTES ? [...group, next] : group;
}

interface Group {
  group: OutboxRecord[];
  /** A record that could be sent too, but failed on its own before. */
  failing: OutboxRecord[];
  bytes: number;
}

/**
 * Picks records oldest first, in order within a row, after their dependencies. A record that cannot be sent yet holds back
 * its row and its dependents; all others overtake it.
 */
function chooseGroup(outbox: readonly OutboxRecord[], now: number, most: number, isMeant: (record: OutboxRecord) => boolean): Group {
  const pending = new Map(outbox.map((record) => [record.key, record]));
  const group: OutboxRecord[] = [];
  const failing: OutboxRecord[] = [];
  let room = most;
  const chosen = new Set<string>();
  const heldRows = new Set<string>();
  let bytes = 0;
  for (const record of outbox) {
    if (group.length >= room) break;
    if (record.state === 'refused' && !holdsBack(record)) continue;
    const waits = record.dependsOn.some((key) => {
      const needed = pending.get(key);
      return needed !== undefined && holdsBack(needed) && !chosen.has(key);
    });
    const canGo = record.state !== 'refused' && !waits && !heldRows.has(rowKey(record)) && isDue(record, now) && !isStale(record, now);
    if (!canGo || !isMeant(record)) {
      heldRows.add(rowKey(record));
      continue;
    }
    if (record.serverFailures > 0) {
      failing.push(record);
      heldRows.add(rowKey(record));
      continue;
    }
    room = Math.min(room, record.unanswered?.atMost ?? room);
    bytes += sizeOf(record);
    if ((bytes > BYTES || group.length >= room) && group.length > 0) break;
    chosen.add(record.key);
    group.push(record);
  }
  return { group, failing, bytes };
}

/**
 * The record in its wire format. Dependencies outside the envelope have already been applied. It also depends on the
 * previous change of its row in the envelope, because it was made on top of that.
 */
export function toOperation(record: OutboxRecord, envelope: readonly OutboxRecord[]): Operation {
  const before = envelope.slice(0, envelope.indexOf(record)).findLast((other) => rowKey(other) === rowKey(record));
  const needed = new Set([...record.dependsOn, ...(before ? [before.key] : [])]);
  const dependsOn = [...needed].filter((key) => envelope.some((other) => other.key === key));
  const { key, call, params, payload } = record;
  return { key, call, params, payload, ...(dependsOn.length > 0 && { dependsOn }) };
}

// UTF-8 takes at most three bytes per UTF-16 code unit.
const sizeOf = ({ payload, params }: OutboxRecord) => 3 * (JSON.stringify(payload).length + JSON.stringify(params).length) + 300;

/**
 * Chooses the next envelope and marks its records as sent before the request leaves. After a crash at any point, the
 * same changes are sent again under the same keys.
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
