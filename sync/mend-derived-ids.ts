import { isDerivedId } from '../api/contract/text.ts';
import { isCreate } from './outbox/calls.ts';
import { requeueAs } from './outbox/requeue-as.ts';
import { pendingOf, refold, shadowOf } from './outbox/rebase.ts';
import type { Ports } from './ports/ports.ts';
import type { OutboxRecord } from './store/outbox-record.ts';
import type { Store } from './store/store.ts';

/**
 * Gives queued rows a random id where an older version chose a derived one, which the server refuses
 * (docs/decisions/0085): it offered imported cues to a restored server without naming their source.
 * Call this on startup.
 */
export function mendDerivedIds(store: Store, ports: Ports): Promise<void> {
  return store.transaction('rw', store.rowTables, async () => {
    for (const record of await store.outbox.filter(isUnacceptable).toArray()) await giveNewId(store, ports, record);
  });
}

/** Excludes a create that was sent without an answer: the server may have applied it. It is mended once it is refused. */
const isUnacceptable = ({ call, entityId, payload, firstSentAt, state, lastError }: OutboxRecord) =>
  call !== 'cues.import' &&
  isCreate(call) &&
  isDerivedId(entityId) &&
  !payload['importedFromId'] &&
  (firstSentAt === null || (state === 'refused' && lastError?.status === 400));

async function giveNewId(store: Store, ports: Ports, create: OutboxRecord): Promise<void> {
  const { entity, entityId: oldId } = create;
  const newId = ports.newId();
  const renamed = <T extends object>(value: T): T => JSON.parse(JSON.stringify(value).replaceAll(oldId, newId)) as T;
  const { feed, row } = await shadowOf(store, entity, oldId, '');
  const own = await pendingOf(store, entity, oldId);
  const others = await store.outbox.filter((record) => record.entityId !== oldId && names(record, create)).toArray();
  for (const { payload, params, ...record } of [...own, ...others]) {
    const entityId = record.entityId === oldId ? newId : record.entityId;
    await store.outbox.put({ ...record, entityId, params: renamed(params), payload: renamed(payload) });
  }
  for (const { key } of [...own, ...others.filter(({ lastError }) => lastError)]) {
    const record = await store.outbox.get({ key });
    // It was refused because the row was missing.
    if (record?.state === 'refused') await requeueAs(store, record, ports.newId());
  }
  await store.shadow.delete([entity, oldId]);
  await store.view(entity).delete(oldId);
  await store.shadow.put({ entity, id: newId, feed, row: row && renamed(row), gone: false });
  await refold(store, entity, newId);
  for (const other of others) await refold(store, other.entity, other.entityId);
}

/**
 * Whether a record names the row and the server has certainly not applied it: a repeat under the same key must be the
 * same request.
 */
const names = ({ payload, params, firstSentAt, state, dependsOn }: OutboxRecord, { entityId, key }: OutboxRecord) =>
  (firstSentAt === null || state === 'refused' || dependsOn.includes(key)) && JSON.stringify([payload, params]).includes(entityId);
