import type { StoredRow } from '../store/stored-row.ts';
import type { Store } from '../store/store.ts';

/** The person's own sets that were made last, newest first. Reads them in bulk, with partners' sets between them. */
export async function listLatestOwnSets(store: Store, most: number): Promise<readonly StoredRow<'sets'>[]> {
  for (let looked = most; ; looked *= 4) {
    const rows = await store.view('sets').orderBy('live').reverse().limit(looked).toArray();
    const own = rows.filter(({ ownerId }) => ownerId === store.userId);
    if (own.length >= most || rows.length < looked) return own.slice(0, most);
  }
}
