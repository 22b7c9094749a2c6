import type { Store } from '../../sync/store/store.ts';

/** A server list's last answer, as stored on this device. */
export interface Kept<Row> {
  rows: readonly Row[];
  readAt: number;
  next: string | null;
}

export interface KeptNames {
  /** Identifies the list; the same list with another filter has another name. */
  name: string;
  /**
   * Storage names on this device, which several lists may share; default `name`. Answers are written under the first.
   * Reading picks the one with the most matching rows.
   */
  keptAs?: string | readonly [string, ...string[]];
}

export const keysOf = ({ name, keptAs = name }: KeptNames) => [keptAs].flat().map((each) => `online:${each}`);

/** Removes rows from a list's stored answers. */
export async function dropKept<Row>(store: Store, names: KeptNames, isGone: (row: Row) => boolean): Promise<void> {
  await store.transaction('rw', store.settings, async () => {
    for (const found of await store.settings.bulkGet(keysOf(names))) {
      if (!found) continue;
      const kept = found.value as Kept<Row>;
      const rows = kept.rows.filter((row) => !isGone(row));
      if (rows.length < kept.rows.length) await store.settings.put({ ...found, value: { ...kept, rows } });
    }
  });
}
