import type { AnyRow, EntityName } from '../../api/contract/entities.ts';
import { mergePatch } from '../../api/contract/merge.ts';
import { findMutation, isCreate, isUpdate } from './calls.ts';
import type { OutboxRecord } from '../store/outbox-record.ts';
import { plainRow, storedRow } from '../store/stored-row.ts';
import type { ShadowRow, Store } from '../store/store.ts';

/** Applies one pending change to a row as the server will, as far as this device can know. */
function applied(row: AnyRow | null, record: OutboxRecord): AnyRow | null {
  const mutation = findMutation(record.call);
  if (!mutation) return row;
  const { base, ...patch } = record.payload as { base?: Record<string, unknown> };
  const payload = mutation.merge && row ? mergePatch(mutation.merge, row, patch, base, mutation.payload).patch : patch;
  return mutation.effect(row, payload, {
    id: record.entityId,
    userId: record.userId,
    now: new Date(record.createdAt).toISOString(),
    params: record.params,
    source: record.source,
  });
}

// Keep showing a refused edit until its author decides. A refused deletion or share has no text to lose, and showing it
// would be wrong.
const isShown = (record: OutboxRecord) => record.state !== 'refused' || isCreate(record.call) || isUpdate(record.call);

/** The view of a row: its confirmed copy with its pending changes applied, oldest first. */
export const fold = (confirmed: AnyRow | null, pending: readonly OutboxRecord[]): AnyRow | null =>
  pending.filter(isShown).reduce(applied, confirmed);

/** The pending changes of one row, oldest first. */
export const pendingOf = (store: Store, entity: EntityName, id: string): Promise<OutboxRecord[]> =>
  store.outbox.where('[entity+entityId]').equals([entity, id]).sortBy('seq');

/**
 * Rebuilds the view of one row from its shadow and outbox. Call it inside the transaction that changed either. A row
 * without a shadow has nothing pending; its view already is its confirmed copy.
 */
export async function refold(store: Store, entity: EntityName, id: string): Promise<void> {
  const shadow = await store.shadow.get([entity, id]);
  if (!shadow) return;
  const pending = await pendingOf(store, entity, id);
  if (pending.length === 0) await store.shadow.delete([entity, id]);
  const confirmed = shadow.gone && pending.length === 0 ? null : shadow.row;
  const row = fold(confirmed, pending);
  if (row) await store.view(entity).put(storedRow(entity, row, shadow.feed, store.userId));
  else await store.view(entity).delete(id);
}

/** The confirmed copy of a row, to keep while changes are pending; taken from the view if none were pending so far. */
export async function shadowOf(store: Store, entity: EntityName, id: string, feed: string): Promise<ShadowRow> {
  const held = await store.shadow.get([entity, id]);
  if (held) return held;
  const view = await store.view(entity).get(id);
  return { entity, id, feed: view?.feed ?? feed, row: view ? plainRow(view) : null, gone: false };
}
