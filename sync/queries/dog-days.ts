import { Dexie } from 'dexie';
import type { Store } from '../store/store.ts';

/** Sessions read at a time: more would only take more memory. */
const AT_ONCE = 500;

/**
 * The training day of each session of a dog, YYYY-MM-DD, oldest first. Reads the sessions themselves, in bulk: walking the days
 * in the index takes a request for each, which costs several times as much.
 */
export async function listDogDays(store: Store, dogId: string): Promise<string[]> {
  const days: string[] = [];
  for (let from: unknown = Dexie.minKey, held = 0; ; ) {
    const range = store.view('videos').where('[dogId+day]').between([dogId, from], [dogId, Dexie.maxKey]);
    const rows = await range.limit(AT_ONCE + held).toArray();
    days.push(...rows.slice(held).map(({ day }) => day as string));
    if (rows.length < AT_ONCE + held) return days;
    const last = days.at(-1) ?? '';
    from = last;
    // The next range begins with that day, of which these have been read.
    held = days.length - days.indexOf(last);
  }
}
