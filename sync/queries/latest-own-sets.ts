import { Dexie } from 'dexie';
import type { StoredRow } from '../store/stored-row.ts';
import type { Store } from '../store/store.ts';

/** The person's own sets that were made last, newest first. Reads `most` rows at a time, with partners' sets between them. */
export async function listLatestOwnSets(store: Store, most: number): Promise<readonly StoredRow<'sets'>[]> {
  const own: StoredRow<'sets'>[] = [];
  for (let until: unknown = Dexie.maxKey, held = 0; ; ) {
    const range = store.view('sets').where('live').belowOrEqual(until).reverse();
    const rows = await range.limit(most + held).toArray();
    own.push(...rows.slice(held).filter(({ ownerId }) => ownerId === store.userId));
    if (own.length >= most || rows.length < most + held) return own.slice(0, most);
    const last = rows.at(-1)?.live;
    // The next range begins with that moment, of which these have been read.
    held = rows.filter(({ live }) => live === last).length;
    until = last;
  }
}
