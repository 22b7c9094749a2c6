import { ENTITY_NAMES, type EntityName } from '../../api/contract/entities.ts';
import { awaitOffered } from '../outbox/dependencies.ts';
import { mayBeOffered, offerMissing } from '../outbox/requeue-lost-rows.ts';
import type { Ports } from '../ports/ports.ts';
import { plainRow } from '../store/stored-row.ts';
import type { Store, Suspect } from '../store/store.ts';

/**
 * The person's own rows that a restored server may lack: it has not named them in a full read that has not ended. Only this
 * device may hold them, although they count as synced. Parents come first.
 */
export async function rowsNotNamedYet(store: Store): Promise<Suspect[]> {
  const found: Suspect[] = [];
  for (const { feed, reading } of await store.cursors.toArray()) {
    if (!reading?.restored) continue;
    const suspects = await store.suspects.where('feed').equals(feed).toArray();
    for (const entity of ENTITY_NAMES) {
      const some = suspects.filter((suspect) => suspect.entity === entity);
      const shadows = await store.shadow.bulkGet(some.map(({ id }): [EntityName, string] => [entity, id]));
      const views = await store.view(entity).bulkGet(some.map(({ id }) => id));
      for (const [place, suspect] of some.entries()) {
        const [shadow, view] = [shadows[place], views[place]];
        const row = shadow ? shadow.row : view && plainRow(view);
        if (row && mayBeOffered(store, entity, row, reading.sharedUntil)) found.push(suspect);
      }
    }
  }
  return found;
}

/** Offers these rows, so that they stay with the person's unsynced work when the device forgets what is confirmed. */
export function offerNotNamedYet(store: Store, ports: Ports): Promise<void> {
  return store.transaction('rw', [...store.rowTables, store.cursors, store.suspects], async () => {
    for (const { feed, entity, id } of await rowsNotNamedYet(store)) {
      await offerMissing(store, ports, entity, id);
      await store.suspects.delete([feed, entity, id]);
    }
    await awaitOffered(store);
  });
}
