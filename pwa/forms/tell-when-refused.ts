import { awaitRefusal } from '../../sync/await-answer.ts';
import type { Store } from '../../sync/store.ts';
import { showError } from '../components/toast-store.ts';

/**
 * Says it in a toast, once, when the server refuses one of these changes while the app is open; being offline is no
 * refusal (decision 25). The queue keeps the change and the reason.
 * @param words what it is called; with `inServersWords` only where the server gave none (specification, section 8)
 * @param keys of the records that carry the changes; null where nothing was changed
 */
export function tellWhenRefused(store: Store, keys: readonly (string | null)[], words: string, { inServersWords = false } = {}): void {
  let told = false;
  for (const key of keys) {
    if (key === null) continue;
    void awaitRefusal(store, key).then((message) => {
      if (message === null || told) return;
      told = true;
      showError((inServersWords && message) || words);
    });
  }
}
