import { ENTITY_NAMES } from '../../api/contract/entities.ts';
import { pendingOf } from '../outbox/rebase.ts';
import type { Store } from '../store/store.ts';

const NO_LONGER_YOURS = {
  status: 403,
  code: 'forbidden',
  message: 'You can no longer see what this belongs to, so it was not sent. The text is still here.',
};

/**
 * Forgets a feed that the user may no longer read, such as that of a former partner. Removes all its rows and refuses
 * the user's unsent changes to them, with a message.
 */
export async function dropFeed(store: Store, feed: string): Promise<void> {
  const shadows = await store.shadow.where('feed').equals(feed).toArray();
  for (const { entity, id } of shadows) {
    for (const record of await pendingOf(store, entity, id)) {
      await store.outbox.put({ ...record, state: 'refused', lastError: NO_LONGER_YOURS });
    }
  }
  await store.shadow.where('feed').equals(feed).delete();
  for (const entity of ENTITY_NAMES) await store.view(entity).where('feed').equals(feed).delete();
  await store.suspects.where('feed').equals(feed).delete();
  await store.cursors.delete(feed);
}
