import { type AnyRow, ENTITIES, type EntityName } from '../../api/contract/entities.ts';
import type { OperationAnswer } from '../../api/contract/sync-protocol.ts';
import { isOvertaken } from '../store/row-version.ts';
import type { OutboxRecord } from '../store/outbox-record.ts';
import { storedRow } from '../store/stored-row.ts';
import type { Store } from '../store/store.ts';
import { classifyAnswer } from '../http/classify-answer.ts';

/**
 * Confirms all changes of an envelope that are the only pending ones of their rows, in bulk. In a typical envelope that
 * is nearly all of them, and one at a time they take longer than the server does. Call it inside the transaction that
 * applies the answers.
 * @returns the keys of the changes that it settled
 */
export async function confirmAlone(
  store: Store,
  envelope: readonly OutboxRecord[],
  answered: ReadonlyMap<string, OperationAnswer>,
): Promise<ReadonlySet<string>> {
  // Read the current records: one that its author has discarded or retried meanwhile is gone or has another key.
  const held = await store.outbox.bulkGet(envelope.map(({ seq }) => seq));
  const confirmed = held.flatMap((record) => {
    const answer = record && record.state !== 'refused' ? answered.get(record.key) : undefined;
    if (!record || !answer || classifyAnswer(answer.status, answer.body) !== 'confirmed') return [];
    const parsed = ENTITIES[record.entity].safeParse(answer.body);
    return parsed.success && parsed.data.id === record.entityId ? [{ record, row: parsed.data as AnyRow }] : [];
  });
  const rows = confirmed.map(({ record }): [EntityName, string] => [record.entity, record.entityId]);
  const [shadows, pending] = await Promise.all([
    store.shadow.bulkGet(rows),
    Promise.all(rows.map((row) => store.outbox.where('[entity+entityId]').equals(row).count())),
  ]);
  const alone = confirmed.flatMap(({ record, row }, place) => {
    const shadow = shadows[place];
    if (!shadow || shadow.gone || pending[place] !== 1) return [];
    const newest = shadow.row && isOvertaken(row, shadow.row) ? shadow.row : row;
    return [{ record, stored: storedRow(record.entity, newest, shadow.feed, store.userId) }];
  });
  await store.outbox.bulkDelete(alone.map(({ record }) => record.seq));
  await store.shadow.bulkDelete(alone.map(({ record }): [EntityName, string] => [record.entity, record.entityId]));
  for (const entity of new Set(alone.map(({ record }) => record.entity))) {
    await store.view(entity).bulkPut(alone.filter(({ record }) => record.entity === entity).map(({ stored }) => stored));
  }
  return new Set(alone.map(({ record }) => record.key));
}
