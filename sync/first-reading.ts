import { FACTS, factsOf } from './row-sync.ts';
import { readSettings, type SettingValues } from './settings.ts';
import type { HeldCursor, Store } from './store.ts';

/** Until it is done, that a list is empty says nothing. It waits where the server cannot be reached or does not let in. */
export type FirstReading = 'done' | 'coming' | 'waiting';

const SETTINGS = [...FACTS, 'lastSyncedAt'] as const;

/** How far this device has come in reading whole what its person has. */
export async function readFirstReading(store: Store): Promise<FirstReading> {
  const [settings, cursors] = await Promise.all([readSettings(store, SETTINGS), store.cursors.toArray()]);
  return firstReadingOf(settings, cursors);
}

export function firstReadingOf(settings: Partial<Pick<SettingValues, (typeof SETTINGS)[number]>>, cursors: readonly HeldCursor[]): FirstReading {
  // Before all was sent and read for the first time, all may have been read: a person's own feed comes first.
  const isRead = settings.lastSyncedAt !== undefined || (cursors.length > 0 && cursors.every(({ reading }) => reading === null));
  if (isRead) return 'done';
  const { reachable, paused } = factsOf(settings);
  return reachable && !paused ? 'coming' : 'waiting';
}
