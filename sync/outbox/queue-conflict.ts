import type { EntityName } from '../../api/contract/entities.ts';
import type { MutationName } from '../../api/contract/mutations.ts';
import { sameValue } from '../../api/contract/same-value.ts';
import type { Ports } from '../ports/ports.ts';
import type { Store } from '../store/store.ts';
import { queueUnchecked } from './queue-unchecked.ts';

/** No field has this value, and it cannot be merged, so the server keeps what it finds as a conflict. */
const UNLIKE_ANY = false;

/**
 * Makes the server keep another value of a field as a conflict, while the row keeps the value that it has: queues the other
 * value, and then the present one as an edit that did not see it. What another device has since set becomes a conflict too.
 */
export async function queueConflict(
  store: Store,
  ports: Ports,
  entity: EntityName,
  { entityId, field, other }: { entityId: string; field: string; other: unknown },
): Promise<void> {
  const row: object | undefined = await store.view(entity).get(entityId);
  const present = (row as Record<string, unknown> | undefined)?.[field];
  const known = await store.view('conflicts').where('[entity+entityId]').equals([entity, entityId]).toArray();
  const isKnown = known.some((conflict) => conflict.field === field && sameValue(conflict.other, other));
  if (present === undefined || isKnown || sameValue(present, other)) return;
  const update = `${entity}.update` as MutationName;
  await queueUnchecked(store, ports, update, { entityId, payload: { [field]: other, base: { [field]: present } } });
  await queueUnchecked(store, ports, update, { entityId, payload: { [field]: present, base: { [field]: UNLIKE_ANY } } });
}
