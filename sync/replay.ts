import { ENVELOPE_MAX_OPERATIONS } from '../api/contract/limits.ts';
import { type BatchRequest, BatchAnswer, feedName, SYNC_VERSION } from '../api/contract/sync-protocol.ts';
import { applyAnswers, putBack } from './apply-answers.ts';
import { callApi } from './call-api.ts';
import { takeEnvelope, toOperation } from './envelope.ts';
import type { Ports } from './ports.ts';
import type { Store } from './store.ts';
import { failureOf, READ_FIRST, type Setback, setbackOf } from './verdict.ts';

/** When nothing gets through any more, the rest of the queue is not tried one by one. */
const FRUITLESS_MAX = 3;

/**
 * Sends queued changes, oldest first, until nothing is left that can go now.
 *
 * 1. Take up to fifty that can go and mark them as sent, on disk, before anything leaves.
 * 2. Send them in one envelope, each under its own key.
 * 3. Apply the answers in one transaction: what was confirmed leaves the outbox, what was refused stays for its author,
 *    the rest is queued again.
 * 4. Without an answer all are queued again, under the same keys: the server knows those that it has applied.
 *
 * Nothing goes to a server that was restored from a backup until what it has now was read whole. Each envelope says how
 * far this device has read, so that a server which went back notices before it writes.
 *
 * @returns what keeps the rest from going; null when nothing does
 */
export async function replay(store: Store, ports: Ports): Promise<Setback | null> {
  let most = ENVELOPE_MAX_OPERATIONS;
  let fruitless = 0;
  for (;;) {
    const own = await store.cursors.get(feedName('own', store.userId));
    if (own?.reading?.restored) return READ_FIRST;
    const envelope = await takeEnvelope(store, ports.now(), most);
    if (envelope.length === 0) return null;
    const request: BatchRequest = {
      version: SYNC_VERSION,
      ...(own && { epoch: own.cursor.epoch, read: own.cursor }),
      operations: envelope.map((record) => toOperation(record, envelope)),
    };
    const answered = await callApi(store, ports, '/api/batch', request);

    if (answered.kind === 'answer' && answered.status === 409) {
      await putBack(store, envelope, null);
      return READ_FIRST;
    }

    // The envelope itself was not taken: halve it until the one that it is about stands alone.
    if (answered.kind === 'answer' && (answered.status === 413 || answered.status === 400)) {
      const [only] = envelope;
      if (envelope.length > 1 || !only) {
        await putBack(store, envelope, null);
        most = Math.ceil(envelope.length / 2);
      } else {
        await applyAnswers(store, ports, envelope, [{ key: only.key, status: answered.status, body: answered.body }]);
        most = ENVELOPE_MAX_OPERATIONS;
      }
      continue;
    }

    const setback = setbackOf(answered);
    if (setback || answered.kind === 'unreachable') {
      const failure = answered.kind === 'answer' ? failureOf(answered.status, answered.body) : OFFLINE;
      await putBack(store, envelope, failure);
      return setback ?? { kind: 'retry', reachable: false, afterMs: null };
    }
    const parsed = BatchAnswer.safeParse(answered.body);
    if (!parsed.success) {
      await putBack(store, envelope, OFFLINE);
      return { kind: 'retry', reachable: false, afterMs: null };
    }
    const { confirmed, setback: met } = await applyAnswers(store, ports, envelope, parsed.data.answers, { epoch: own?.cursor.epoch, reached: parsed.data.reached });
    if (met) return met;
    fruitless = confirmed > 0 ? 0 : fruitless + 1;
    if (fruitless >= FRUITLESS_MAX) return { kind: 'retry', reachable: true, afterMs: null };
  }
}

const OFFLINE = { status: 0, code: 'offline', message: 'Waiting for the network' };
