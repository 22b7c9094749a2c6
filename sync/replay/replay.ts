import { ENVELOPE_MAX_OPERATIONS } from '../../api/contract/limits.ts';
import { type BatchRequest, BatchAnswer, feedName, SYNC_VERSION } from '../../api/contract/sync-protocol.ts';
import { type Applied, applyAnswers } from './apply-answers.ts';
import { askReady } from './ask-ready.ts';
import { callApi } from '../http/call-api.ts';
import { takeEnvelope, takeFollowing, toOperation } from './envelope.ts';
import { lossOf } from '../http/loss-of.ts';
import type { Ports } from '../ports/ports.ts';
import { requeueEnvelope, requeueToAskFirst, requeueToHalve } from './requeue-envelope.ts';
import type { OutboxRecord } from '../store/outbox-record.ts';
import { readSetting } from '../store/settings.ts';
import type { HeldCursor, Store } from '../store/store.ts';
import { classifyAnswer, failureOf, READ_FIRST, type Setback, setbackOf, UNREACHABLE } from '../http/classify-answer.ts';

/** Stop after this many fruitless rounds instead of trying every record. */
const FRUITLESS_MAX = 3;

const NOTHING_APPLIED: Applied = { confirmed: 0, setback: null };

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
 * While an envelope travels, the device takes the next one, and sends it as soon as all changes of the first are
 * confirmed: it applies those answers while the next travels (docs/decisions/0166).
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
  // Read once: later it would wait for the answers that are being applied.
  const wasAway = (await readSetting(store, 'connection'))?.reachable === false;
  let own: HeldCursor | undefined;
  let following: OutboxRecord[] = [];
  let applying = Promise.resolve(NOTHING_APPLIED);
  for (;;) {
    let envelope = following;
    if (envelope.length === 0) {
      own = await store.cursors.get(feedName('own', store.userId));
      if (own?.reading?.restored) return READ_FIRST;
      envelope = await takeEnvelope(store, ports.now(), most);
    }
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
      operations: envelope.map((record) => toOperation(record, envelope, ports.now())),
    };
    const mayFollow = (isThere || !wasAway) && envelope.length === ENVELOPE_MAX_OPERATIONS;
    const flight = await inFlight(store, ports, { request, envelope, applying, mayFollow });
    const { answered, parsed, metBefore } = flight;
    const { status, retryAfterMs } = answered;
    following = flight.following;
    applying = Promise.resolve(NOTHING_APPLIED);
    if (metBefore) {
      await requeueEnvelope(store, envelope, null);
      return metBefore;
    }

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
    applying = applyAnswers(store, ports, envelope, answers, { epoch: own?.cursor.epoch, reached, retryAfterMs });
    if (following.length > 0) continue;
    const { confirmed, setback: met } = await applying;
    if (met) return met;
    fruitless = confirmed > 0 ? 0 : fruitless + 1;
    if (fruitless >= FRUITLESS_MAX) return TRY_LATER;
  }
}

interface Flight {
  request: BatchRequest;
  envelope: readonly OutboxRecord[];
  /** The answers to the envelope before. */
  applying: Promise<Applied>;
  mayFollow: boolean;
}

/**
 * Sends an envelope. While it is in flight, applies the answers to the one before and takes the next one.
 * @returns `metBefore`: the setback of the answers to the one before; `following`: the next envelope if it may be sent at
 *   once
 */
async function inFlight(store: Store, ports: Ports, { request, envelope, applying, mayFollow }: Flight) {
  const asking = callApi(store, ports, '/api/batch', request);
  const taking = mayFollow ? takeFollowing(store, ports.now(), envelope) : Promise.resolve([]);
  // If one of them throws, the others must end before the caller goes on.
  await Promise.allSettled([asking, applying, taking]);
  const [answered, { setback: metBefore }, taken] = await Promise.all([asking, applying, taking]);
  const parsed = BatchAnswer.safeParse(answered.kind === 'answer' ? answered.body : null);
  if (!metBefore && parsed.success && isConfirmed(envelope, parsed.data)) return { answered, parsed, metBefore, following: taken };
  await requeueEnvelope(store, taken, null);
  return { answered, parsed, metBefore, following: [] };
}

const isConfirmed = (envelope: readonly OutboxRecord[], { answers }: BatchAnswer) =>
  answers.length === envelope.length && answers.every(({ status, body }) => classifyAnswer(status, body) === 'confirmed');
