import type { Conflict } from '../../api/contract/entities/conflict.ts';
import type { EntityName } from '../../api/contract/entities.ts';
import { MUTATIONS, type MutationName, type MutationPayload } from '../../api/contract/mutations.ts';
import { mutate } from './mutate.ts';
import type { Ports } from '../ports/ports.ts';
import type { Store } from '../store/store.ts';
import { plainRow } from '../store/stored-row.ts';

/** Restores the other value of a conflict, and settles the conflict. */
export async function takeOther(store: Store, ports: Ports, conflictId: string): Promise<void> {
  await store.transaction('rw', store.changeTables, async () => {
    const conflict = await store.view('conflicts').get(conflictId);
    const update = conflict && (`${conflict.entity}.update` as MutationName);
    if (!conflict || !update || !Object.hasOwn(MUTATIONS, update)) return;
    const payload = { [conflict.field]: conflict.other } as MutationPayload<MutationName>;
    await mutate(store, ports, update, { payload, params: { id: conflict.entityId } });
    await mutate(store, ports, 'conflicts.settle', { params: { id: conflictId } });
  });
}

/** Settles a conflict in favour of the current value. */
export async function keepCurrent(store: Store, ports: Ports, conflictId: string): Promise<void> {
  await mutate(store, ports, 'conflicts.settle', { params: { id: conflictId } });
}

/** Open conflicts of one row. */
export async function listConflicts(store: Store, entity: EntityName, entityId: string): Promise<Conflict[]> {
  const all = await store.view('conflicts').where('[entity+entityId]').equals([entity, entityId]).toArray();
  return all.filter(({ deletedAt }) => deletedAt === null).map(plainRow);
}
