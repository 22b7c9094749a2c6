import { readFacts } from '../../sync/status/row-sync.ts';
import type { Store } from '../../sync/store/store.ts';

/**
 * Whether a failed call is explained by being offline, which is a state and not a failure (R32): according to the
 * browser or to the engine's last result.
 * @param store null outside the app: without an engine, a call that got no answer is all that is known
 */
export async function isOffline(store: Store | null): Promise<boolean> {
  return !navigator.onLine || !store || !(await readFacts(store)).reachable;
}
