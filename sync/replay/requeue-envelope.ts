import { Dexie } from 'dexie';
import { ENVELOPE_MAX_OPERATIONS } from '../../api/contract/limits.ts';
import { backoffMs } from '../http/backoff.ts';
import { failedRecord, isBlocked } from './failed-record.ts';
import type { SendFailure } from '../store/failure.ts';
import type { OutboxRecord } from '../store/outbox-record.ts';
import type { Ports } from '../ports/ports.ts';
import { readSetting } from '../store/settings.ts';
import type { Store } from '../store/store.ts';

/** An envelope is halved after this many unanswered attempts with a reachable server. One lost request proves nothing. */
const HALVE_AFTER = 3;

/** Stop once this many records failed alone and nothing got through: single records are not the cause. */
const FRUITLESS_ALONE = 3;

/** Error of a record that has not failed on its own: nothing points to it so far. */
const WAITING: SendFailure = { status: 0, code: 'offline' };

/** Requeues an unanswered envelope, under the same keys. */
export function requeueEnvelope(store: Store, envelope: readonly OutboxRecord[], failure: SendFailure | null): Promise<void> {
  return changeSent(store, envelope, (record, confirmedCount) => ({
    ...record,
    state: isBlocked(record, confirmedCount) ? 'blocked' : 'queued',
    lastError: failure ?? record.lastError,
  }));
}

/** The same when the server may be unreachable: `replay` asks whether it is ready before it resends these records. */
export function requeueToAskFirst(store: Store, envelope: readonly OutboxRecord[]): Promise<void> {
  return changeSent(store, envelope, (record, confirmedCount) => ({
    ...record,
    state: isBlocked(record, confirmedCount) ? 'blocked' : 'queued',
    lastError: record.serverFailures > 0 ? record.lastError : WAITING,
    unanswered: record.unanswered ?? { times: 0, atMost: ENVELOPE_MAX_OPERATIONS },
  }));
}

/**
 * The same when the server is reachable and only this envelope gets no answer. After repeated losses, `replay` sends the
 * records in envelopes half as large, until the blocked one is alone and fails on its own (docs/decisions/0073).
 * @param failure shown to the author once the record fails alone
 * @returns `halved`: send again at once, in smaller envelopes; `nothing-goes`: no change has got through since this
 *   began
 */
export async function requeueToHalve(
  store: Store,
  ports: Ports,
  envelope: readonly OutboxRecord[],
  failure: SendFailure,
): Promise<'halved' | 'later' | 'nothing-goes'> {
  const times = 1 + Math.max(...envelope.map(({ unanswered }) => unanswered?.times ?? 0));
  const isAlone = envelope.length === 1;
  const halves = !isAlone && times >= HALVE_AFTER;
  // One due time for all: otherwise each record would come due, and be sent, alone.
  const nextAttemptAt = halves ? 0 : ports.now() + backoffMs(times, ports.random);
  await changeSent(store, envelope, (record, confirmedCount) => {
    const atMost = halves || isAlone ? Math.ceil(envelope.length / 2) : (record.unanswered?.atMost ?? ENVELOPE_MAX_OPERATIONS);
    const after: OutboxRecord = {
      ...record,
      unanswered: { times, atMost },
      confirmedAtFailure: record.confirmedAtFailure ?? confirmedCount,
    };
    if (isAlone) return failedRecord(after, failure, 'failed', confirmedCount, ports);
    return { ...after, state: 'queued', lastError: WAITING, nextAttemptAt };
  });
  return (await nothingGoes(store)) ? 'nothing-goes' : halves ? 'halved' : 'later';
}

async function nothingGoes(store: Store): Promise<boolean> {
  const confirmedCount = (await readSetting(store, 'confirmedCount')) ?? 0;
  const alone = store.outbox.where('[confirmedAtFailure+serverFailures]').between([confirmedCount, 1], [confirmedCount, Dexie.maxKey]);
  return (await alone.count()) >= FRUITLESS_ALONE;
}

/** Skips records that their author has since discarded, or that another page has an answer for. */
async function changeSent(
  store: Store,
  envelope: readonly OutboxRecord[],
  change: (record: OutboxRecord, confirmedCount: number) => OutboxRecord,
): Promise<void> {
  const keys = envelope.map(({ key }) => key);
  await store.transaction('rw', store.outbox, store.settings, async () => {
    const confirmedCount = (await readSetting(store, 'confirmedCount')) ?? 0;
    const sent = await store.outbox
      .where('key')
      .anyOf(keys)
      .filter(({ state }) => state === 'sending')
      .toArray();
    await store.outbox.bulkPut(sent.map((record) => change(record, confirmedCount)));
  });
}
