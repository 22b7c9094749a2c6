import { ENVELOPE_MAX_BYTES, ENVELOPE_MAX_OPERATIONS, KEY_KEPT_DAYS } from '../../api/contract/limits.ts';
import type { Operation } from '../../api/contract/sync-protocol.ts';
import { isTimeFor } from '../http/backoff.ts';
import { isCreate } from '../outbox/calls.ts';
import type { OutboxRecord } from '../store/outbox-record.ts';
import type { Store } from '../store/store.ts';

/** How long the server surely keeps its answer to a change. */
export const ANSWER_KEPT_MS = KEY_KEPT_DAYS * 86_400_000;
// Leaves room for the JSON around the operations.
const BYTES = ENVELOPE_MAX_BYTES * 0.9;
/** Records read at once: one more than fit, so that most envelopes take one reading. */
const PAGE_RECORDS = ENVELOPE_MAX_OPERATIONS + 1;

/** So old that the server may have forgotten its answer. Compare it with the row before sending it again. */
const isStale = ({ firstSentAt }: OutboxRecord, now: number) => firstSentAt !== null && Math.abs(now - firstSentAt) > ANSWER_KEPT_MS;

export const isDue = ({ nextAttemptAt }: OutboxRecord, now: number) => isTimeFor(nextAttemptAt, now);

const rowKey = ({ entity, entityId }: OutboxRecord) => `${entity} ${entityId}`;

/** A refused change holds back others only if it creates a row that they need. */
const holdsBack = (record: OutboxRecord) => record.state !== 'refused' || isCreate(record.call);

/** At least one envelope with this record got no answer while the server was reachable. */
const isDoubtful = ({ unanswered }: OutboxRecord) => (unanswered?.times ?? 0) > 0;

/**
 * Chooses the records of the next envelope. First those that never failed; then those from unanswered envelopes, in
 * groups no larger than the halving allows; last those that failed on their own. Reads no more of the outbox than that
 * takes, because each envelope of a long queue would read all of it again.
 */
async function chooseEnvelope(store: Store, now: number, most: number): Promise<OutboxRecord[]> {
  const healthy = new Group(now, most, (record) => !isDoubtful(record));
  const doubtful = new Group(now, most, isDoubtful);
  const pending = new Map<string, OutboxRecord>();
  let read = 0;
  while (!healthy.isFull) {
    const page = await store.outbox.where('seq').above(read).limit(PAGE_RECORDS).toArray();
    const last = page.at(-1);
    if (!last) break;
    read = last.seq;
    await addPending(store, pending, page);
    for (const group of [healthy, doubtful]) group.offer(page, pending);
  }
  if (healthy.records.length > 0) return withOneFailing(healthy, most);
  if (doubtful.records.length > 0) return doubtful.records;
  return [...healthy.failing, ...doubtful.failing].sort(fewestFailuresFirst).slice(0, 1);
}

/** Adds these records and those they depend on. */
async function addPending(store: Store, pending: Map<string, OutboxRecord>, page: readonly OutboxRecord[]): Promise<void> {
  for (const record of page) pending.set(record.key, record);
  const needed = new Set(page.flatMap(({ dependsOn }) => dependsOn).filter((key) => !pending.has(key)));
  if (needed.size === 0) return;
  const found = await store.outbox
    .where('key')
    .anyOf([...needed])
    .toArray();
  for (const record of found) pending.set(record.key, record);
}

const fewestFailuresFirst = (a: OutboxRecord, b: OutboxRecord) => a.serverFailures - b.serverFailures || a.seq - b.seq;

/**
 * The envelope ends where the server fails, so records that failed before go last. Only one, to see which of them
 * failed.
 */
function withOneFailing({ records, failing, bytes }: Group, most: number): OutboxRecord[] {
  const next = failing.sort(fewestFailuresFirst)[0];
  return next && records.length < most && bytes + sizeOf(next) <= BYTES ? [...records, next] : records;
}

/**
 * Picks records oldest first, in order within a row, after their dependencies. A record that cannot be sent yet holds back
 * its row and its dependents; all others overtake it.
 */
class Group {
  readonly records: OutboxRecord[] = [];
  /** Records that could be sent too, but failed on their own before. */
  readonly failing: OutboxRecord[] = [];
  bytes = 0;
  /** It takes no more, whatever is offered. */
  isFull = false;
  readonly #now: number;
  readonly #isMeant: (record: OutboxRecord) => boolean;
  readonly #chosen = new Set<string>();
  readonly #heldRows: Set<string>;
  #room: number;

  /** @param heldRows rows whose changes wait, by `rowKey` */
  constructor(now: number, most: number, isMeant: (record: OutboxRecord) => boolean, heldRows: readonly string[] = []) {
    this.#now = now;
    this.#room = most;
    this.#isMeant = isMeant;
    this.#heldRows = new Set(heldRows);
  }

  /** @param page the next records, oldest first @param pending holds at least those and all that they depend on */
  offer(page: readonly OutboxRecord[], pending: ReadonlyMap<string, OutboxRecord>): void {
    for (const record of page) {
      if (this.isFull) return;
      this.#offerOne(record, pending);
    }
  }

  #offerOne(record: OutboxRecord, pending: ReadonlyMap<string, OutboxRecord>): void {
    if (record.state === 'refused' && !holdsBack(record)) return;
    if (!this.#isMeant(record) || !this.#canGo(record, pending)) {
      this.#heldRows.add(rowKey(record));
    } else if (record.serverFailures > 0) {
      this.failing.push(record);
      this.#heldRows.add(rowKey(record));
    } else {
      this.#take(record);
    }
  }

  #canGo(record: OutboxRecord, pending: ReadonlyMap<string, OutboxRecord>): boolean {
    if (record.state === 'refused' || this.#heldRows.has(rowKey(record))) return false;
    const waits = record.dependsOn.some((key) => {
      const needed = pending.get(key);
      return needed !== undefined && holdsBack(needed) && !this.#chosen.has(key);
    });
    return !waits && isDue(record, this.#now) && !isStale(record, this.#now);
  }

  /** The first record always fits. */
  #take(record: OutboxRecord): void {
    this.#room = Math.min(this.#room, record.unanswered?.atMost ?? this.#room);
    const bytes = this.bytes + sizeOf(record);
    this.isFull = this.records.length > 0 && (bytes > BYTES || this.records.length >= this.#room);
    if (this.isFull) return;
    this.bytes = bytes;
    this.#chosen.add(record.key);
    this.records.push(record);
    this.isFull = this.records.length >= this.#room;
  }
}

/**
 * The record in its wire format. Dependencies outside the envelope have already been applied. It also depends on the
 * previous change of its row in the envelope, because it was made on top of that.
 */
export function toOperation(record: OutboxRecord, envelope: readonly OutboxRecord[], now: number): Operation {
  const before = envelope.slice(0, envelope.indexOf(record)).findLast((other) => rowKey(other) === rowKey(record));
  const needed = new Set([...record.dependsOn, ...(before ? [before.key] : [])]);
  const dependsOn = [...needed].filter((key) => envelope.some((other) => other.key === key));
  const { key, call, params, payload } = record;
  const waited = Math.max(0, Math.round((now - record.createdAt) / 1_000));
  return { key, call, params, payload, waited, ...(dependsOn.length > 0 && { dependsOn }) };
}

// UTF-8 takes at most three bytes per UTF-16 code unit.
const sizeOf = ({ payload, params }: OutboxRecord) => 3 * (JSON.stringify(payload).length + JSON.stringify(params).length) + 300;

/**
 * Chooses the next envelope and marks its records as sent before the request leaves. After a crash at any point, the
 * same changes are sent again under the same keys.
 */
export function takeEnvelope(store: Store, now: number, most: number): Promise<OutboxRecord[]> {
  return store.transaction('rw', store.outbox, async () => markSent(store, now, await chooseEnvelope(store, now, most)));
}

/**
 * Takes the next envelope while the one before it is on its way, if it is full and none of its changes needs the answers:
 * they are on other rows and depend on no change of that envelope. Reads a page, because it may find nothing.
 * @returns empty if the next envelope has to wait
 */
export function takeFollowing(store: Store, now: number, before: readonly OutboxRecord[]): Promise<OutboxRecord[]> {
  return store.transaction('rw', store.outbox, async () => {
    const last = Math.max(...before.map(({ seq }) => seq));
    const page = await store.outbox.where('seq').above(last).limit(PAGE_RECORDS).toArray();
    if (page.length < ENVELOPE_MAX_OPERATIONS) return [];
    const pending = new Map<string, OutboxRecord>();
    await addPending(store, pending, page);
    const group = new Group(now, ENVELOPE_MAX_OPERATIONS, (record) => !isDoubtful(record), before.map(rowKey));
    group.offer(page, pending);
    return group.isFull ? markSent(store, now, group.records) : [];
  });
}

/** Call it inside the transaction that chose the records. */
async function markSent(store: Store, now: number, chosen: readonly OutboxRecord[]): Promise<OutboxRecord[]> {
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
}
