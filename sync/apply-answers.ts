import { type AnyRow, ENTITIES } from '../api/contract/entities.ts';
import { type BatchAnswer, feedName, type OperationAnswer } from '../api/contract/sync-protocol.ts';
import { isCreate, isRemoval } from './calls.ts';
import { confirmAlone } from './confirm-alone.ts';
import { failedRecord } from './failed-record.ts';
import { isOvertaken } from './is-overtaken.ts';
import { offerOver } from './offer-again.ts';
import type { OutboxRecord, SendFailure } from './outbox-record.ts';
import type { Ports } from './ports.ts';
import { putBack } from './put-back.ts';
import { fold, refold, shadowOf } from './rebase.ts';
import { noteReached } from './reached.ts';
import { readSetting, writeSetting } from './settings.ts';
import type { Store } from './store.ts';
import { failureOf, READ_FIRST, type Setback, verdictOf } from './verdict.ts';

export interface Applied {
  confirmed: number;
  /** What one of the answers says about all that follows. */
  setback: Setback | null;
}

/**
 * Applies the answers to one envelope: outbox, confirmed rows, views and shadows change in one transaction, so that
 * a crash leaves either all of it or none, and none is sent again under the same keys.
 * @param history the epoch that the envelope was made on, since answers of a history that has been left confirm
 * nothing; how far the feeds have come with it; and what the server asked to wait
 */
export function applyAnswers(
  store: Store,
  ports: Ports,
  envelope: readonly OutboxRecord[],
  answers: readonly OperationAnswer[],
  { epoch, reached, retryAfterMs = null }: { epoch?: string | undefined; reached?: BatchAnswer['reached']; retryAfterMs?: number | null } = {},
): Promise<Applied> {
  return store.transaction('rw', [...store.rowTables, store.cursors, store.settings], async () => {
    const own = await store.cursors.get(feedName('own', store.userId));
    if (epoch !== undefined && own?.cursor.epoch !== epoch) {
      await putBack(store, envelope, null);
      return { confirmed: 0, setback: READ_FIRST };
    }
    await noteReached(store, reached);
    const confirmedBefore = (await readSetting(store, 'confirmedCount')) ?? 0;
    const applied: Applied = { confirmed: 0, setback: null };
    const answered = new Map(answers.map((answer) => [answer.key, answer]));
    const settled = await confirmAlone(store, envelope, answered);
    applied.confirmed += settled.size;
    for (const { key } of envelope) {
      if (settled.has(key)) continue;
      // Gone: its author has discarded it, or another page's engine has had the answer.
      const held = await store.outbox.get({ key });
      const answer = answered.get(key);
      const verdict = answer ? verdictOf(answer.status, answer.body, retryAfterMs) : 'not-applied';
      if (!held || (held.state === 'refused' && verdict !== 'confirmed')) continue;
      // Its envelope was answered: nothing on the way stops what is in it.
      const { unanswered: _unanswered, ...record } = held;
      const failure = answer ? failureOf(answer.status, answer.body) : null;
      if (answer && verdict === 'confirmed') {
        await confirm(store, record, answer.body);
        applied.confirmed += 1;
      } else if (verdict === 'refused' && isMadeMeanwhile(record, failure)) {
        const theirs = (await store.shadow.get([record.entity, record.entityId]))?.row;
        // Where it is not known yet what there is now, the reading that follows tells.
        if (!theirs) await store.outbox.put(failedRecord(record, failure, 'later', confirmedBefore + applied.confirmed, ports));
        else {
          await offerOver(store, ports, record, theirs);
          await refold(store, record.entity, record.entityId);
        }
      } else if (verdict === 'refused' && isSettled(record, failure)) {
        await confirm(store, record, {});
        applied.confirmed += 1;
      } else if (verdict === 'refused') {
        await store.outbox.put({ ...record, state: 'refused', lastError: failure });
        await refold(store, record.entity, record.entityId);
      } else if (verdict === 'failed' || verdict === 'later') {
        await store.outbox.put(failedRecord(record, failure, verdict, confirmedBefore + applied.confirmed, ports));
      } else {
        await store.outbox.put({ ...record, state: 'queued', lastError: verdict === 'not-applied' ? record.lastError : failure });
        if (typeof verdict === 'object') applied.setback ??= verdict;
      }
    }
    if (applied.confirmed > 0) await writeSetting(store, 'confirmedCount', confirmedBefore + applied.confirmed);
    return applied;
  });
}

/** Offered as a new row, which another device has made again before: what it has and this one lacks is not known yet. */
const isMadeMeanwhile = (record: OutboxRecord, failure: SendFailure | null) =>
  record.offer === true && isCreate(record.call) && failure?.status === 409 && record.lastError?.status !== 409;

/** What is no longer there needs no removing; what was offered again to a restored server and is there is welcome. */
const isSettled = (record: OutboxRecord, failure: SendFailure | null) =>
  (failure?.status === 404 && isRemoval(record.call)) || (record.offer === true && isThereAlready(record, failure));

/** A row without what it belongs to is not there: a comment on a session that nobody has brought back yet. */
const isThereAlready = ({ call }: OutboxRecord, failure: SendFailure | null) =>
  failure?.status === 409 || (failure?.status === 404 && !isCreate(call));

async function confirm(store: Store, record: OutboxRecord, body: unknown): Promise<void> {
  const { entity, entityId } = record;
  // Refused meanwhile by an earlier answer, or because its feed was lost: it was applied all the same.
  if (record.state === 'refused' && !(await store.shadow.get([entity, entityId]))) {
    await store.outbox.delete(record.seq);
    return;
  }
  const shadow = await shadowOf(store, entity, entityId, '');
  const parsed = ENTITIES[entity].safeParse(body);
  if (parsed.success && parsed.data.id === entityId) {
    const row: AnyRow = parsed.data;
    // Where its feed has told since that it has gone, it stays so until the feed tells otherwise: this may be the older word.
    if (!shadow.row || !isOvertaken(row, shadow.row)) shadow.row = row;
  } else if (isRemoval(record.call)) {
    shadow.gone = true;
  } else if (!record.offer) {
    // Applied, but told in words that this app does not know: what it shows stands until the feed brings the row.
    shadow.row = fold(shadow.row, [record]);
  }
  await store.outbox.delete(record.seq);
  await store.shadow.put(shadow);
  await refold(store, entity, entityId);
}
