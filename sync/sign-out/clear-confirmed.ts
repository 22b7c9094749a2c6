import { ENTITY_NAMES } from '../../api/contract/entities.ts';
import { deleteUnnamed } from '../media/recover-media.ts';
import type { Ports } from '../ports/ports.ts';
import { toReadAgain } from '../pull/reached.ts';
import type { HeldCursor, Store } from '../store/store.ts';
import { filesToKeep } from './files-to-keep.ts';

/**
 * Clears what the server has, when a person's unsynced work has to stay readable because it cannot be sealed
 * (docs/decisions/0132). Pending changes and the files that stay keep their rows, and the person's next sign-in reads the rest
 * again.
 */
export async function clearConfirmed(store: Store, ports: Ports): Promise<void> {
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
      await store
        .view(entity)
        .filter(({ id }) => !needed.has(id))
        .delete();
    }
    await store.cursors.bulkPut((await store.cursors.toArray()).map(fromTheStart));
    // Until all of it is read again, an empty list means nothing.
    await store.settings.delete('lastSyncedAt');
  });
  await deleteUnnamed(store, ports);
}

/** Keeps the history: without it, the next read would offer rows that were deleted meanwhile. */
const fromTheStart = ({ feed, cursor, reading }: HeldCursor): HeldCursor => ({
  feed,
  cursor: toReadAgain(cursor),
  reading: reading ?? { otherEpoch: false },
});
