import { Dexie } from 'dexie';
import { PARTNER_SESSIONS_HELD } from '../../api/contract/limits.ts';
import { feedName } from '../../api/contract/sync-protocol.ts';
import type { Store } from '../store/store.ts';
import { listPartnerships } from './partnerships.ts';

/**
 * Partners may have sessions older than this moment that this device doesn't hold: it holds the newest
 * PARTNER_SESSIONS_HELD of each (R44). Null if it holds all of them.
 */
export async function olderThanHeld(store: Store): Promise<string | null> {
  const { partner } = await listPartnerships(store);
  const oldest = await Promise.all(
    partner.map(({ partnerUserId }) => {
      const feed = feedName('shown', partnerUserId);
      const newestFirst = store.view('videos').where('[feed+live]').between([feed, Dexie.minKey], [feed, Dexie.maxKey]).reverse();
      return newestFirst.offset(PARTNER_SESSIONS_HELD - 1).first();
    }),
  );
  const moments = oldest.flatMap((row) => (row ? [row.trainedAt] : []));
  return moments.toSorted().at(-1) ?? null;
}

/** Which of these sessions this device holds. */
export async function heldSessions(store: Store, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await store.view('videos').bulkGet([...ids]);
  return new Set(rows.flatMap((row) => (row ? [row.id] : [])));
}
