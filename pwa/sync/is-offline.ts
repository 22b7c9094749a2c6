import { readFacts } from '../../sync/status/row-sync.ts';
import type { Store } from '../../sync/store/store.ts';

/**
 * Whether a failed call is explained by being offline, which is a state and not a failure (R32): according to the
 * browser or to the engine's last result.
 */
export async function isOffline(store: Store): Promise<boolean> {
  const { reachable } = await readFacts(store);
  return !navigator.onLine || !reachable;
}
