import { readFacts } from '../../sync/row-sync.ts';
import type { Store } from '../../sync/store.ts';

/**
 * Whether a call that got no answer failed for want of a network, which is a state and no failure (decision 25): by the
 * browser's word or by what the engine found.
 */
export async function isOffline(store: Store): Promise<boolean> {
  const { reachable } = await readFacts(store);
  return !navigator.onLine || !reachable;
}
