import { type MutationName, MUTATIONS } from '../../api/contract/mutations.ts';
import { feedName, SYNC_VERSION } from '../../api/contract/sync-protocol.ts';
import type { Ports } from '../ports/ports.ts';
import { type NewOutboxRecord, UNSENT } from '../store/outbox-record.ts';
import type { Store } from '../store/store.ts';
import { dependenciesOf } from './dependencies.ts';
import { refold, shadowOf } from './rebase.ts';

type Change = Pick<NewOutboxRecord, 'entityId' | 'payload'> & Partial<Pick<NewOutboxRecord, 'params' | 'state' | 'lastError' | 'offer'>>;

/**
 * Queues a change of a row from elsewhere as it is, in the caller's transaction. `mutate` would throw if a value no longer fits
 * the contract; here the server refuses it, and its author can correct it in the tray.
 */
export async function queueUnchecked(store: Store, ports: Ports, call: MutationName, { params = {}, ...change }: Change): Promise<void> {
  const { entity, path } = MUTATIONS[call];
  const { entityId } = change;
  const record: NewOutboxRecord = {
    key: ports.newId(),
    userId: store.userId,
    schemaVersion: SYNC_VERSION,
    call,
    params: path.includes('{id}') ? { ...params, id: entityId } : params,
    entity,
    baseVersion: 0,
    dependsOn: [],
    ...UNSENT,
    createdAt: ports.now(),
    ...change,
  };
  record.dependsOn = await dependenciesOf(store, record);
  const shadow = await shadowOf(store, entity, entityId, feedName('own', store.userId));
  await store.outbox.add(record);
  await store.shadow.put(shadow);
  await refold(store, entity, entityId);
}
