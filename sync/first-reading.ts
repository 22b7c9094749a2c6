import { feedName } from '../api/contract/sync-protocol.ts';
import { readFacts } from './row-sync.ts';
import type { Store } from './store.ts';

/** Until it is done, that a list is empty says nothing. It waits where the server cannot be reached or does not let in. */
export type FirstReading = 'done' | 'coming' | 'waiting';

/** How far this device has come in reading whole what its person has. */
export async function readFirstReading(store: Store): Promise<FirstReading> {
  const [own, facts] = await Promise.all([store.cursors.get(feedName('own', store.userId)), readFacts(store)]);
  if (own && !own.reading) return 'done';
  return facts.reachable && !facts.paused ? 'coming' : 'waiting';
}
