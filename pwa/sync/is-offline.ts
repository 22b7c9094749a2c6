import { readFacts } from '../../sync/status/row-sync.ts';
import type { Store } from '../../sync/store/store.ts';

/**
 * Whether being offline explains a failed call, according to the browser or to the engine's last result. Offline is a state
 * and not a failure (R32).
 * @param store null outside the app, where no engine runs: every call without an answer then counts as offline
 */
export async function isOffline(store: Store | null): Promise<boolean> {
  return !navigator.onLine || !store || !(await readFacts(store)).reachable;
}
