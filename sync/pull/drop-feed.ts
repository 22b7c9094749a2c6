import { ENTITY_NAMES } from '../../api/contract/entities.ts';
import { pendingOf } from '../outbox/rebase.ts';
import type { SendFailure } from '../store/failure.ts';
import type { Store } from '../store/store.ts';

const OUT_OF_SIGHT: SendFailure = { status: 403, code: 'out_of_sight' };

/**
 * Forgets a feed that the person may no longer read, such as that of a former partner. Removes all its rows and refuses
 * the person's unsent changes to them.
 */
export async function dropFeed(store: Store, feed: string): Promise<void> {
  const shadows = await store.shadow.where('feed').equals(feed).toArray();
  for (const { entity, id } of shadows) {
    for (const record of await pendingOf(store, entity, id)) {
      await store.outbox.put({ ...record, state: 'refused', lastError: OUT_OF_SIGHT });
    }
  }
  await store.shadow.where('feed').equals(feed).delete();
  for (const entity of ENTITY_NAMES) await store.view(entity).where('feed').equals(feed).delete();
  await store.suspects.where('feed').equals(feed).delete();
  await store.cursors.delete(feed);
}
