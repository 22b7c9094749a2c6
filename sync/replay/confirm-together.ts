import { type AnyRow, ENTITIES, type EntityName } from '../../api/contract/entities.ts';
import type { OperationAnswer } from '../../api/contract/sync-protocol.ts';
import { refold } from '../outbox/rebase.ts';
import { isOvertaken } from '../store/row-version.ts';
import type { OutboxRecord } from '../store/outbox-record.ts';
import { storedRow } from '../store/stored-row.ts';
import type { ShadowRow, Store } from '../store/store.ts';
import { classifyAnswer } from '../http/classify-answer.ts';

type RowKey = [EntityName, string];

/** A change as it was sent, and as the outbox has it now. */
interface Sent {
  sent: OutboxRecord;
  held: OutboxRecord | undefined;
}

/** The changes of one row in an envelope, and the row as each answer has it. */
interface ConfirmedRow {
  key: RowKey;
  seqs: number[];
  rows: AnyRow[];
}

interface SettledRow {
  key: RowKey;
  seqs: number[];
  shadow: ShadowRow & { row: AnyRow };
  /** Nothing else is pending on the row. */
  isDone: boolean;
}

/**
 * Confirms the changes of all rows whose changes in an envelope are all confirmed, in bulk. In a typical envelope that is
 * nearly all of them; one at a time would take longer than the server itself needs. A row on which more is pending is folded
 * once. Call it inside the transaction that applies the answers.
 * @returns the keys of the changes that it settled
 */
export async function confirmTogether(
  store: Store,
  envelope: readonly OutboxRecord[],
  answered: ReadonlyMap<string, OperationAnswer>,
): Promise<ReadonlySet<string>> {
  // Read the current records: one that its author has since discarded or retried is gone or has another key.
  const held = await store.outbox.bulkGet(envelope.map(({ seq }) => seq));
  const byRow = new Map<string, Sent[]>();
  for (const [place, sent] of envelope.entries()) {
    const name = `${sent.entity} ${sent.entityId}`;
    const changes = byRow.get(name) ?? [];
    byRow.set(name, changes);
    changes.push({ sent, held: held[place] });
  }
  const confirmed = [...byRow.values()].flatMap((changes) => confirmedRow(changes, answered) ?? []);
  const settled = await settledRows(store, confirmed);
  await store.outbox.bulkDelete(settled.flatMap(({ seqs }) => seqs));
  const done = settled.filter(({ isDone }) => isDone);
  await store.shadow.bulkDelete(done.map(({ key }) => key));
  for (const entity of new Set(done.map(({ key: [of] }) => of))) {
    const ofEntity = done.filter(({ key: [of] }) => of === entity);
    await store.view(entity).bulkPut(ofEntity.map(({ shadow }) => storedRow(entity, shadow.row, shadow.feed, store.userId)));
  }
  const pending = settled.filter(({ isDone }) => !isDone);
  await store.shadow.bulkPut(pending.map(({ shadow }) => shadow));
  for (const { key } of pending) await refold(store, ...key);
  const seqs = new Set(settled.flatMap((row) => row.seqs));
  return new Set(envelope.flatMap(({ seq, key }) => (seqs.has(seq) ? [key] : [])));
}

/** Null unless each change is still pending and was answered with the row. */
function confirmedRow(changes: readonly Sent[], answered: ReadonlyMap<string, OperationAnswer>): ConfirmedRow | null {
  const [first] = changes;
  if (!first) return null;
  const { entity, entityId } = first.sent;
  const rows: AnyRow[] = [];
  for (const { sent, held } of changes) {
    const answer = held?.key === sent.key && held.state !== 'refused' ? answered.get(sent.key) : undefined;
    if (!answer || classifyAnswer(answer.status, answer.body) !== 'confirmed') return null;
    const parsed = ENTITIES[entity].safeParse(answer.body);
    if (!parsed.success || parsed.data.id !== entityId) return null;
    rows.push(parsed.data);
  }
  return { key: [entity, entityId], seqs: changes.map(({ sent }) => sent.seq), rows };
}

/** Leaves out rows that their feed has since reported gone. */
async function settledRows(store: Store, confirmed: readonly ConfirmedRow[]): Promise<SettledRow[]> {
  const [shadows, pending] = await Promise.all([
    store.shadow.bulkGet(confirmed.map(({ key }) => key)),
    Promise.all(confirmed.map(({ key }) => store.outbox.where('[entity+entityId]').equals(key).count())),
  ]);
  return confirmed.flatMap(({ key, seqs, rows }, place) => {
    const shadow = shadows[place];
    if (!shadow || shadow.gone) return [];
    const row = rows.reduce<AnyRow | null>((newest, next) => (newest && isOvertaken(next, newest) ? newest : next), shadow.row);
    return row ? [{ key, seqs, shadow: { ...shadow, row }, isDone: pending[place] === seqs.length }] : [];
  });
}
