import { isCreate } from './calls.ts';
import type { NewOutboxRecord } from './outbox-record.ts';
import { pendingOf } from './rebase.ts';
import type { Store } from './store.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Keys of the pending records that must be applied before this one: the last of the same row (and by it all before),
 * and the creates of rows that its payload or path name.
 */
export async function dependenciesOf(store: Store, record: NewOutboxRecord): Promise<string[]> {
  const before = await pendingOf(store, record.entity, record.entityId);
  const { base: _base, ...payload } = record.payload;
  const named = [...Object.values(payload), ...Object.values(record.params)]
    .flat()
    .filter((value): value is string => typeof value === 'string' && UUID.test(value) && value !== record.entityId);
  const creates = named.length
    ? await store.outbox.where('entityId').anyOf(named).filter(({ call }) => isCreate(call)).toArray()
    : [];
  return [...new Set([...before.slice(-1), ...creates].map(({ key }) => key))];
}

/** Points whatever waited for one record at the one that took its place. */
export async function replaceDependency(store: Store, oldKey: string, newKey: string): Promise<void> {
  await store.outbox
    .filter(({ dependsOn }) => dependsOn.includes(oldKey))
    .modify((record) => {
      record.dependsOn = [...new Set(record.dependsOn.map((key) => (key === oldKey ? newKey : key)))].filter(
        (key) => key !== record.key,
      );
    });
}
