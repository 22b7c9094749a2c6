import { liveQuery } from 'dexie';
import type { Store } from '../../sync/store.ts';
import { showError } from '../components/toast-store.ts';

/**
 * Says it in a toast when the server refuses one of these changes while the app is open; being offline is no refusal
 * (decision 25). The queue keeps the change and the reason.
 * @param keys of the records that carry the changes; null where nothing was changed
 */
export function tellWhenRefused(store: Store, keys: readonly (string | null)[], words: string): void {
  const wanted = keys.filter((key) => key !== null);
  const watch = liveQuery(() => store.outbox.where('key').anyOf(wanted).toArray()).subscribe({
    next: (records) => {
      const refused = records.some(({ state }) => state === 'refused');
      if (refused) showError(words);
      if (refused || records.length === 0) watch.unsubscribe();
    },
    // The store was closed: its person has left.
    error: () => {},
  });
}
