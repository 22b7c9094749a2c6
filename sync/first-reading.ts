import { FACTS, factsOf } from './row-sync.ts';
import { readSettings } from './settings.ts';
import type { Store } from './store.ts';

/** Until it is done, that a list is empty says nothing. It waits where the server cannot be reached or does not let in. */
export type FirstReading = 'done' | 'coming' | 'waiting';

/** How far this device has come in reading whole what its person has. */
export async function readFirstReading(store: Store): Promise<FirstReading> {
  const [cursors, settings] = await Promise.all([store.cursors.toArray(), readSettings(store, [...FACTS, 'lastSyncedAt'])]);
  // Before all was sent and read for the first time, all may have been read: a person's own feed comes first.
  const isRead = settings.lastSyncedAt !== undefined || (cursors.length > 0 && cursors.every(({ reading }) => reading === null));
  if (isRead) return 'done';
  const { reachable, paused } = factsOf(settings);
  return reachable && !paused ? 'coming' : 'waiting';
}
