import { awaitRefusal } from '../../sync/status/await-answer.ts';
import type { Mutated } from '../../sync/outbox/mutate.ts';
import type { Store } from '../../sync/store/store.ts';
import { showError } from '../components/toast-store.ts';
import { failureWords } from '../sync-tray/failure-words.ts';

export interface SavedChange extends Pick<Mutated, 'key'> {
  /** Toast text if this change is refused although the server may have accepted the others. */
  failed?: string;
}

/**
 * Shows one toast if the server refuses any of these changes while the app is open. Being offline is not a refusal
 * (R34, R35). The queue keeps the change and the reason.
 * @param words toast text; with `inServersWords`, used only if the server's reason is unknown (R34)
 */
export function tellWhenRefused(store: Store, changes: readonly SavedChange[], words: string, { inServersWords = false } = {}): void {
  let told = false;
  for (const { key, failed = words } of changes) {
    if (key === null) continue;
    void awaitRefusal(store, key).then((refusal) => {
      if (!refusal || told) return;
      told = true;
      showError(inServersWords && refusal.failure ? failureWords(refusal.failure) : failed);
    });
  }
}
