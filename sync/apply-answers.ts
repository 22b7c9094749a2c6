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
  /** The first answer that stops the whole queue, such as a 401. */
  setback: Setback | null;
}

/**
 * Applies the answers to one envelope. Outbox, confirmed rows, views and shadows change in one transaction, so a crash
 * leaves either all of it or none, and nothing is sent again under the same keys.
 * @param history `epoch`: the epoch that the envelope was made on; answers from a history that the device has left
 *   confirm nothing. `reached`: how far the feeds have moved with it. `retryAfterMs`: how long the server asked to wait
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
      // Missing if its author has discarded it, or another page's engine has applied the answer.
      const held = await store.outbox.get({ key });
      const answer = answered.get(key);
      const verdict = answer ? verdictOf(answer.status, answer.body, retryAfterMs) : 'not-applied';
      if (!held || (held.state === 'refused' && verdict !== 'confirmed')) continue;
      // The server answered this envelope, so none of its records is blocked on the way.
      const { unanswered: _unanswered, ...record } = held;
      const failure = answer ? failureOf(answer.status, answer.body) : null;
      if (answer && verdict === 'confirmed') {
        await confirm(store, record, answer.body);
        applied.confirmed += 1;
      } else if (verdict === 'refused' && isMadeMeanwhile(record, failure)) {
        const theirs = (await store.shadow.get([record.entity, record.entityId]))?.row;
        // Without the current row there is nothing to compare with: retry after the next read.
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

/** Another device recreated this row first. Its copy may hold fields that this one lacks, and the reverse. */
const isMadeMeanwhile = (record: OutboxRecord, failure: SendFailure | null) =>
  record.offer === true && isCreate(record.call) && failure?.status === 409 && record.lastError?.status !== 409;

/** Removing a missing row succeeds. So does offering a row again if the restored server already has it. */
const isSettled = (record: OutboxRecord, failure: SendFailure | null) =>
  (failure?.status === 404 && isRemoval(record.call)) || (record.offer === true && isThereAlready(record, failure));

/** A 404 to a create means that its parent is missing: a comment on a session that nobody has restored yet. */
const isThereAlready = ({ call }: OutboxRecord, failure: SendFailure | null) =>
  failure?.status === 409 || (failure?.status === 404 && !isCreate(call));

async function confirm(store: Store, record: OutboxRecord, body: unknown): Promise<void> {
  const { entity, entityId } = record;
  // Refused meanwhile, by an earlier answer or because its feed was lost. The server applied it all the same.
  if (record.state === 'refused' && !(await store.shadow.get([entity, entityId]))) {
    await store.outbox.delete(record.seq);
    return;
  }
  const shadow = await shadowOf(store, entity, entityId, '');
  const parsed = ENTITIES[entity].safeParse(body);
  if (parsed.success && parsed.data.id === entityId) {
    const row: AnyRow = parsed.data;
    // If the feed has since reported the row gone, keep that until the feed says otherwise: this answer may be older.
    if (!shadow.row || !isOvertaken(row, shadow.row)) shadow.row = row;
  } else if (isRemoval(record.call)) {
    shadow.gone = true;
  } else if (!record.offer) {
    // Applied, but this version cannot parse the answer: keep showing our own result until the feed brings the row.
    shadow.row = fold(shadow.row, [record]);
  }
  await store.outbox.delete(record.seq);
  await store.shadow.put(shadow);
  await refold(store, entity, entityId);
}
