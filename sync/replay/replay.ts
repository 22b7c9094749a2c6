import { ENVELOPE_MAX_OPERATIONS } from '../../api/contract/limits.ts';
import { type BatchRequest, BatchAnswer, feedName, SYNC_VERSION } from '../../api/contract/sync-protocol.ts';
import { applyAnswers } from './apply-answers.ts';
import { askReady } from './ask-ready.ts';
import { callApi } from '../http/call-api.ts';
import { takeEnvelope, toOperation } from './envelope.ts';
import { lossOf } from '../http/loss-of.ts';
import type { Ports } from '../ports/ports.ts';
import { requeueEnvelope, requeueToAskFirst, requeueToHalve } from './requeue-envelope.ts';
import type { Store } from '../store/store.ts';
import { failureOf, READ_FIRST, type Setback, setbackOf, UNREACHABLE } from '../http/classify-answer.ts';

/** Stop after this many fruitless rounds instead of trying every record. */
const FRUITLESS_MAX = 3;

const TRY_LATER: Setback = { kind: 'retry', reachable: true, afterMs: null };
/** Something blocks these changes on the way; others may get through. */
const OTHERS_MAY_GO: Setback = { ...TRY_LATER, newMayGo: true };

/**
 * Sends queued changes, oldest first, until nothing is left that can be sent now.
 *
 * 1. Take up to fifty that can be sent and mark them as sent, on disk, before the request leaves.
 * 2. Send them in one envelope, each under its own key.
 * 3. Apply the answers in one transaction: confirmed changes leave the outbox, refused ones stay for their author, the
 *    rest is queued again.
 * 4. On no answer, requeue everything under the same keys; the server deduplicates.
 * 5. Before resending such records, ask whether the server is ready. If it is and they still get no answer, halve the
 *    envelope until the blocked record is alone.
 *
 * The device sends nothing to a restored server until it has read everything there. Each envelope carries the cursor of
 * the person's own feed, so that a server that lost data notices before it writes.
 *
 * @returns why the rest cannot be sent now; null if nothing is left to send
 */
export async function replay(store: Store, ports: Ports): Promise<Setback | null> {
  let most = ENVELOPE_MAX_OPERATIONS;
  let fruitless = 0;
  // The server has answered since the last loss.
  let isThere = false;
  let lostTogether = false;
  for (;;) {
    const own = await store.cursors.get(feedName('own', store.userId));
    if (own?.reading?.restored) return READ_FIRST;
    const envelope = await takeEnvelope(store, ports.now(), most);
    if (envelope.length === 0) return lostTogether ? OTHERS_MAY_GO : null;
    if (!isThere && envelope.some(({ unanswered }) => unanswered)) {
      const away = await askReady(store, ports);
      if (away) {
        await requeueEnvelope(store, envelope, away.failure);
        return away.setback;
      }
      isThere = true;
    }
    const request: BatchRequest = {
      version: SYNC_VERSION,
      ...(own && { epoch: own.cursor.epoch, read: own.cursor }),
      operations: envelope.map((record) => toOperation(record, envelope)),
    };
    const answered = await callApi(store, ports, '/api/batch', request);
    const { status, retryAfterMs } = answered;

    if (answered.kind === 'answer' && status === 409) {
      await requeueEnvelope(store, envelope, null);
      return READ_FIRST;
    }

    // The whole envelope is too large, for the server or a proxy, or malformed. Halve it until the record is alone.
    if (status === 413 || (answered.kind === 'answer' && status === 400)) {
      const [only] = envelope;
      if (envelope.length > 1 || !only) {
        await requeueEnvelope(store, envelope, null);
        most = Math.ceil(envelope.length / 2);
        continue;
      }
      most = ENVELOPE_MAX_OPERATIONS;
      if (answered.kind === 'answer') {
        await applyAnswers(store, ports, envelope, [{ key: only.key, status, body: answered.body }]);
        continue;
      }
    }

    const parsed = BatchAnswer.safeParse(answered.kind === 'answer' ? answered.body : null);
    const loss = lossOf(answered, parsed.success);
    // One lost request says nothing about its records: resend them first, in their order.
    if (loss && (!isThere || !envelope.some(({ unanswered }) => unanswered))) {
      await requeueToAskFirst(store, envelope);
      return loss.setback;
    }
    if (loss) {
      isThere = false;
      lostTogether ||= envelope.length > 1;
      const next = await requeueToHalve(store, ports, envelope, loss.failure);
      if (next === 'nothing-goes' || (next === 'later' && (fruitless += 1) >= FRUITLESS_MAX)) return OTHERS_MAY_GO;
      continue;
    }
    const setback = setbackOf(answered);
    if (setback || !parsed.success) {
      await requeueEnvelope(store, envelope, answered.kind === 'answer' ? failureOf(status, answered.body) : null);
      return setback ?? UNREACHABLE;
    }
    isThere = true;
    const { answers, reached } = parsed.data;
    const { confirmed, setback: met } = await applyAnswers(store, ports, envelope, answers, {
      epoch: own?.cursor.epoch,
      reached,
      retryAfterMs,
    });
    if (met) return met;
    fruitless = confirmed > 0 ? 0 : fruitless + 1;
    if (fruitless >= FRUITLESS_MAX) return TRY_LATER;
  }
}
