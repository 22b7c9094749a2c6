import { isCreate } from './calls.ts';
import type { NewOutboxRecord, OutboxRecord } from '../store/outbox-record.ts';
import { pendingOf } from './rebase.ts';
import type { Store } from '../store/store.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Keys of the pending records that must be applied before this one: the last change of the same row (which depends on
 * all earlier ones), and the creates of rows that its payload or path references.
 */
export async function dependenciesOf(store: Store, record: NewOutboxRecord): Promise<string[]> {
  const before = await pendingOf(store, record.entity, record.entityId);
  const named = namedBy(record);
  const creates = named.length
    ? await store.outbox
        .where('entityId')
        .anyOf(named)
        .filter(({ call }) => isCreate(call))
        .toArray()
    : [];
  return [...new Set([...before.slice(-1), ...creates].map(({ key }) => key))];
}

/** Ids of other rows that a change references. */
function namedBy({ payload: { base: _base, ...payload }, params, entityId }: NewOutboxRecord): string[] {
  return [...Object.values(payload), ...Object.values(params)]
    .flat()
    .filter((value): value is string => typeof value === 'string' && UUID.test(value) && value !== entityId);
}

/** A change that references a row waits while this device offers that row to a restored server again. */
export async function awaitOffered(store: Store): Promise<void> {
  const offers = await store.outbox.filter(({ call, offer }) => offer === true && isCreate(call)).toArray();
  const creates = new Map(offers.map(({ entityId, key }) => [entityId, key]));
  const awaited = (record: OutboxRecord) => namedBy(record).flatMap((id) => creates.get(id) ?? []);
  await store.outbox
    .filter((record) => awaited(record).some((key) => !record.dependsOn.includes(key)))
    .modify((record) => {
      record.dependsOn = [...new Set([...record.dependsOn, ...awaited(record)])];
    });
}

/** Records that waited for `oldKey` now wait for `newKey`. */
export async function replaceDependency(store: Store, oldKey: string, newKey: string): Promise<void> {
  await store.outbox
    .where('dependsOn')
    .equals(oldKey)
    .modify((record) => {
      record.dependsOn = [...new Set(record.dependsOn.map((key) => (key === oldKey ? newKey : key)))].filter((key) => key !== record.key);
    });
}
