import { FACTS, factsOf } from './row-sync.ts';
import { readSettings } from '../store/settings.ts';
import type { SettingValues } from '../store/setting-values.ts';
import type { HeldCursor, Store } from '../store/store.ts';

/**
 * Until the first full read is done, an empty list means nothing. `waiting`: the server is unreachable or refuses
 * access.
 */
export type FirstReading = 'done' | 'coming' | 'waiting';

const SETTINGS = [...FACTS, 'lastSyncedAt'] as const;

/** Progress of this device's first full read of its person's records. */
export async function readFirstReading(store: Store): Promise<FirstReading> {
  const [settings, cursors] = await Promise.all([readSettings(store, SETTINGS), store.cursors.toArray()]);
  return firstReadingOf(settings, cursors);
}

export function firstReadingOf(
  settings: Partial<Pick<SettingValues, (typeof SETTINGS)[number]>>,
  cursors: readonly HeldCursor[],
): FirstReading {
  // All feeds may be read before the first full cycle ends. Any cursor implies one for the person's own feed, read first.
  const isRead = settings.lastSyncedAt !== undefined || (cursors.length > 0 && cursors.every(({ reading }) => reading === null));
  if (isRead) return 'done';
  const { reachable, paused } = factsOf(settings);
  return reachable && !paused ? 'coming' : 'waiting';
}
