import { ENTITY_NAMES } from '../../api/contract/entities.ts';
import { deleteUnnamed } from '../media/recover-media.ts';
import { foldTaps } from '../outbox/taps.ts';
import type { Ports } from '../ports/ports.ts';
import { toReadAgain } from '../pull/reached.ts';
import { offerNotNamedYet } from '../pull/rows-not-named-yet.ts';
import type { HeldCursor, Store } from '../store/store.ts';
import { filesToKeep } from './files-to-keep.ts';

/**
 * Clears the data that the server has confirmed, when a person's unsynced work cannot be sealed and stays readable
 * (docs/decisions/0132). Rows of pending changes and kept files stay; the person's next sign-in reads the others again.
 */
export async function clearConfirmed(store: Store, ports: Ports): Promise<void> {
  await offerNotNamedYet(store, ports);
  // A tap that no set takes stays, and must not keep the rest here.
  await foldTaps(store, ports).catch(() => undefined);
  await store.transaction('rw', [...store.rowTables, store.cursors, store.settings], async () => {
    const files = await filesToKeep(store);
    const kept = new Set(files.map(({ id }) => id));
    await store.media.filter(({ id }) => !kept.has(id)).delete();
    const shadows = await store.shadow.toArray();
    for (const entity of ENTITY_NAMES) {
      const needed = new Set([
        ...shadows.filter((row) => row.entity === entity).map(({ id }) => id),
        ...files.filter((row) => row.entity === entity).map(({ entityId }) => entityId),
      ]);
      // By its address the server tells whose account it was, if it has lost it (R303).
      if (entity === 'profile') needed.add(store.userId);
      await store
        .view(entity)
        .filter(({ id }) => !needed.has(id))
        .delete();
    }
    await store.cursors.bulkPut((await store.cursors.toArray()).map(fromTheStart));
    // An empty list means nothing until all rows are read again.
    await store.settings.delete('lastSyncedAt');
    await store.settings.delete('partnerLink');
  });
  await deleteUnnamed(store, ports);
}

/** Keeps the feed's history: without it, the next read would offer rows that have since been deleted. */
const fromTheStart = ({ cursor, reading, ...held }: HeldCursor): HeldCursor => ({
  ...held,
  cursor: toReadAgain(cursor),
  reading: reading ?? { otherEpoch: false },
});
