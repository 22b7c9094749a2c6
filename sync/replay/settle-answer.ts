import { isOnlyNoted } from '../../api/contract/planned.ts';
import { type AnyRow, ENTITIES } from '../../api/contract/entities.ts';
import type { OperationAnswer } from '../../api/contract/sync-protocol.ts';
import { isCreate, isRemoval } from '../outbox/calls.ts';
import { failedRecord } from './failed-record.ts';
import { isCopied, settleCopied } from './settle-copied.ts';
import { isOvertaken } from '../store/row-version.ts';
import { offerOver } from '../outbox/requeue-lost-rows.ts';
import type { SendFailure } from '../store/failure.ts';
import type { OutboxRecord } from '../store/outbox-record.ts';
import type { Ports } from '../ports/ports.ts';
import { fold, shadowOf } from '../outbox/rebase.ts';
import type { Store } from '../store/store.ts';
import { failureOf, type Setback, classifyAnswer } from '../http/classify-answer.ts';

/** One change of an envelope and the server's answer to it. */
interface Turn {
  store: Store;
  ports: Ports;
  held: OutboxRecord;
  /** Undefined if the answer to the envelope has none for this change. */
  answer: OperationAnswer | undefined;
  retryAfterMs: number | null;
  /** How many changes the server has confirmed to this device so far. */
  confirmedCount: number;
}

interface Unconfirmed extends Pick<Turn, 'store' | 'ports' | 'confirmedCount'> {
  record: OutboxRecord;
  failure: SendFailure;
  /** How long the server asked this change to wait. */
  waitMs: number;
}

interface Settled {
  confirmed: boolean;
  /** What stops the whole queue. */
  setback: Setback | null;
  /** The row's confirmed copy or its pending changes have changed. */
  mustRefold: boolean;
}

const REQUEUED: Settled = { confirmed: false, setback: null, mustRefold: false };
const CHANGED: Settled = { ...REQUEUED, mustRefold: true };
const CONFIRMED: Settled = { ...CHANGED, confirmed: true };

/**
 * Applies one answer to the outbox and the shadow, inside the transaction that applies the envelope. The caller folds
 * the row once, after all answers: each fold reads everything that is still pending on the row.
 */
export async function settleAnswer({ store, ports, held, answer, retryAfterMs, confirmedCount }: Turn): Promise<Settled> {
  // The server answered this envelope, so none of its records is blocked on the way.
  const { unanswered: _unanswered, ...record } = held;
  if (!answer) {
    return held.state === 'refused' ? REQUEUED : requeue(store, record, record.lastError);
  }
  const outcome = classifyAnswer(answer.status, answer.body, retryAfterMs);
  if (outcome === 'confirmed') return confirm(store, record, answer.body);
  // An earlier answer has refused it; only a confirmation changes that.
  if (held.state === 'refused') return REQUEUED;
  const waitMs = 1_000 * (answer.retryAfter ?? 0);
  const unconfirmed = { store, ports, record, failure: failureOf(answer.status, answer.body), waitMs, confirmedCount };
  switch (outcome) {
    case 'refused':
      return settleRefusal(unconfirmed);
    case 'failed':
    case 'later':
      return retryLater(unconfirmed, outcome);
    case 'not-applied':
      return requeue(store, record, record.lastError);
    default:
      await requeue(store, record, unconfirmed.failure);
      return { ...REQUEUED, setback: outcome };
  }
}

async function settleRefusal(unconfirmed: Unconfirmed): Promise<Settled> {
  const { store, ports, record, failure } = unconfirmed;
  if (isMadeMeanwhile(record, failure)) return offerOverTheirs(unconfirmed);
  if (isSettled(record, failure)) return confirm(store, record, {});
  if (isOfNoUse(record, failure)) {
    await store.outbox.delete(record.seq);
    return CHANGED;
  }
  const copied = isCopied(record, failure) ? await settleCopied(store, ports, record, failure) : 'refused';
  if (copied === 'settled') return CHANGED;
  // Once the row has been read, the next answer settles it.
  if (copied === 'later') return retryLater(unconfirmed, 'later');
  await store.outbox.put({ ...record, state: 'refused', lastError: failure });
  return CHANGED;
}

async function offerOverTheirs(unconfirmed: Unconfirmed): Promise<Settled> {
  const { store, ports, record } = unconfirmed;
  const theirs = (await store.shadow.get([record.entity, record.entityId]))?.row;
  // Without the current row there is nothing to compare with: retry after the next read.
  if (!theirs) return retryLater(unconfirmed, 'later');
  await offerOver(store, ports, record, theirs);
  return CHANGED;
}

async function retryLater(unconfirmed: Unconfirmed, outcome: 'failed' | 'later'): Promise<Settled> {
  const { store, ports, record, failure, waitMs, confirmedCount } = unconfirmed;
  const failed = failedRecord(record, failure, outcome, confirmedCount, ports);
  await store.outbox.put({ ...failed, nextAttemptAt: Math.max(failed.nextAttemptAt, ports.now() + waitMs) });
  return REQUEUED;
}

async function requeue(store: Store, record: OutboxRecord, lastError: SendFailure | null): Promise<Settled> {
  await store.outbox.put({ ...record, state: 'queued', lastError });
  return REQUEUED;
}

/** Another device recreated this row first. Its copy may hold fields that this one lacks, and the reverse. */
const isMadeMeanwhile = (record: OutboxRecord, failure: SendFailure) =>
  record.offer === true && isCreate(record.call) && failure.status === 409 && record.lastError?.status !== 409;

/** Removing a missing row succeeds. So does offering a row again if the restored server already has it. */
const isSettled = (record: OutboxRecord, failure: SendFailure) =>
  (failure.status === 404 && isRemoval(record.call)) || (record.offer === true && isThereAlready(record, failure));

/** No one is asked about what the app adds by itself to a plan that is gone for good. */
const isOfNoUse = ({ call, payload }: OutboxRecord, { status }: SendFailure) =>
  call === 'plans.update' && status === 404 && isOnlyNoted(payload);

/** A 404 to a create means that its parent is missing: a comment on a session that no device has restored yet. */
const isThereAlready = ({ call }: OutboxRecord, failure: SendFailure) =>
  failure.status === 409 || (failure.status === 404 && !isCreate(call));

async function confirm(store: Store, record: OutboxRecord, body: unknown): Promise<Settled> {
  const { entity, entityId } = record;
  // The change has since been refused, by an earlier answer or because its feed was lost. The server applied it anyway.
  if (record.state === 'refused' && !(await store.shadow.get([entity, entityId]))) {
    await store.outbox.delete(record.seq);
    return { ...CONFIRMED, mustRefold: false };
  }
  const shadow = await shadowOf(store, entity, entityId, '');
  const parsed = ENTITIES[entity].safeParse(body);
  if (parsed.success && parsed.data.id === entityId) {
    const row: AnyRow = parsed.data;
    // If the feed has since reported the row gone, keep that until the feed says otherwise: this answer may be older.
    if (!shadow.row || !isOvertaken(row, shadow.row)) shadow.row = row;
  } else if (isRemoval(record.call) || parsed.success) {
    // Also for a row that the server stores under another id: the feed brings it.
    shadow.gone = true;
  } else if (!record.offer) {
    // Applied, but this version cannot parse the answer: keep showing our own result until the feed brings the row.
    shadow.row = fold(shadow.row, [record]);
  }
  await store.outbox.delete(record.seq);
  await store.shadow.put(shadow);
  return CONFIRMED;
}
