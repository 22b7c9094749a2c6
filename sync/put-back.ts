import { ENVELOPE_MAX_OPERATIONS } from '../api/contract/limits.ts';
import { backoffMs } from './backoff.ts';
import { failedRecord, isBlocked } from './failed-record.ts';
import type { OutboxRecord, SendFailure } from './outbox-record.ts';
import type { Ports } from './ports.ts';
import { readSetting } from './settings.ts';
import type { Store } from './store.ts';

/** So often an envelope gets no answer from a server that can be reached before it is halved: one lost request proves nothing. */
const HALVE_AFTER = 3;

/** So many failed alone and nothing got through since: then it is no matter of single records, and they are not all tried. */
const FRUITLESS_ALONE = 3;

/** Of a record that has not failed on its own: as yet nothing is known against it. */
const WAITING: SendFailure = { status: 0, code: 'offline', message: 'Waiting for the network' };

/** Queues again what was sent without an answer, under the same keys. */
export function putBack(store: Store, envelope: readonly OutboxRecord[], failure: SendFailure | null): Promise<void> {
  return changeSent(store, envelope, (record, confirmedCount) => ({
    ...record,
    state: isBlocked(record, confirmedCount) ? 'blocked' : 'queued',
    lastError: failure ?? record.lastError,
  }));
}

/** The same where the server may be out of reach altogether: before these go again it is asked whether it is there. */
export function putBackToAskFirst(store: Store, envelope: readonly OutboxRecord[]): Promise<void> {
  return changeSent(store, envelope, (record, confirmedCount) => ({
    ...record,
    state: isBlocked(record, confirmedCount) ? 'blocked' : 'queued',
    lastError: record.serverFailures > 0 ? record.lastError : WAITING,
    unanswered: record.unanswered ?? { times: 0, atMost: ENVELOPE_MAX_OPERATIONS },
  }));
}

/**
 * The same where the server can be reached and only this envelope gets no answer. Repeated, the records go in envelopes
 * half as large, until the one that is stopped on the way is alone; then it fails on its own (decision 73).
 * @param failure what its author reads once it fails alone
 * @returns `halved`: they go again at once, in smaller envelopes; `nothing-goes`: no change has got through since this began
 */
export async function putBackToHalve(
  store: Store,
  ports: Ports,
  envelope: readonly OutboxRecord[],
  failure: SendFailure,
): Promise<'halved' | 'later' | 'nothing-goes'> {
  const times = 1 + Math.max(...envelope.map(({ unanswered }) => unanswered?.times ?? 0));
  const isAlone = envelope.length === 1;
  const halves = !isAlone && times >= HALVE_AFTER;
  await changeSent(store, envelope, (record, confirmedCount) => {
    const atMost = halves || isAlone ? Math.ceil(envelope.length / 2) : (record.unanswered?.atMost ?? ENVELOPE_MAX_OPERATIONS);
    const after: OutboxRecord = { ...record, unanswered: { times, atMost }, confirmedAtFailure: record.confirmedAtFailure ?? confirmedCount };
    if (isAlone) return failedRecord(after, failure, 'failed', confirmedCount, ports);
    return { ...after, state: 'queued', lastError: WAITING, nextAttemptAt: halves ? 0 : ports.now() + backoffMs(times, ports.random) };
  });
  return (await nothingGoes(store)) ? 'nothing-goes' : halves ? 'halved' : 'later';
}

async function nothingGoes(store: Store): Promise<boolean> {
  const confirmedCount = (await readSetting(store, 'confirmedCount')) ?? 0;
  const alone = store.outbox.filter(({ serverFailures, confirmedAtFailure }) => serverFailures > 0 && confirmedAtFailure === confirmedCount);
  return (await alone.count()) >= FRUITLESS_ALONE;
}

/** What its author has discarded meanwhile, or another page has had the answer to, is left alone. */
async function changeSent(
  store: Store,
  envelope: readonly OutboxRecord[],
  change: (record: OutboxRecord, confirmedCount: number) => OutboxRecord,
): Promise<void> {
  const keys = envelope.map(({ key }) => key);
  await store.transaction('rw', store.outbox, store.settings, async () => {
    const confirmedCount = (await readSetting(store, 'confirmedCount')) ?? 0;
    const sent = await store.outbox.where('key').anyOf(keys).filter(({ state }) => state === 'sending').toArray();
    await store.outbox.bulkPut(sent.map((record) => change(record, confirmedCount)));
  });
}
