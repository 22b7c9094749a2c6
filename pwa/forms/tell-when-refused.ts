import { awaitRefusal } from '../../sync/await-answer.ts';
import type { Mutated } from '../../sync/mutate.ts';
import type { Store } from '../../sync/store.ts';
import { showError } from '../components/toast-store.ts';

export interface SavedChange extends Pick<Mutated, 'key'> {
  /** What its refusal is called, where the rest of what was saved may well have been taken. */
  failed?: string;
}

/**
 * Says it in a toast, once, when the server refuses one of these changes while the app is open; being offline is no
 * refusal (decision 25). The queue keeps the change and the reason.
 * @param words what it is called; with `inServersWords` only where the server gave none (specification, section 8)
 */
export function tellWhenRefused(store: Store, changes: readonly SavedChange[], words: string, { inServersWords = false } = {}): void {
  let told = false;
  for (const { key, failed = words } of changes) {
    if (key === null) continue;
    void awaitRefusal(store, key).then((message) => {
      if (message === null || told) return;
      told = true;
      showError((inServersWords && message) || failed);
    });
  }
}
