import type { Store } from '../../sync/store/store.ts';

/** A server list's last answer, as stored on this device. */
export interface CachedRows<Row> {
  rows: readonly Row[];
  readAt: number;
  next: string | null;
}

export interface CacheNames {
  /** Identifies the list; the same list with another filter has another name. */
  name: string;
  /**
   * Storage names on this device, which several lists may share; default `name`. Answers are written under the first.
   * Reading picks the one with the most matching rows.
   */
  cachedAs?: string | readonly [string, ...string[]];
}

export const keysOf = ({ name, cachedAs = name }: CacheNames) => [cachedAs].flat().map((each) => `online:${each}`);

/** Removes rows from a list's stored answers. */
export async function dropCached<Row>(store: Store, names: CacheNames, isGone: (row: Row) => boolean): Promise<void> {
  await store.transaction('rw', store.settings, async () => {
    for (const found of await store.settings.bulkGet(keysOf(names))) {
      if (!found) continue;
      const cached = found.value as CachedRows<Row>;
      const rows = cached.rows.filter((row) => !isGone(row));
      if (rows.length < cached.rows.length) await store.settings.put({ ...found, value: { ...cached, rows } });
    }
  });
}
