import type { Store } from '../../sync/store.ts';

/** The last answer to a list of the server, as it is kept on the device. */
export interface Kept<Row> {
  rows: readonly Row[];
  readAt: number;
  next: string | null;
}

export interface KeptNames {
  /** Its identity; lists of one kind with different filters are different lists. */
  name: string;
  /**
   * Names what is kept of it on the device, where that is the last answer of several lists; `name` unless given. Of several
   * names the first is written, and of which most fits is shown.
   */
  keptAs?: string | readonly [string, ...string[]];
}

export const keysOf = ({ name, keptAs = name }: KeptNames) => [keptAs].flat().map((each) => `online:${each}`);

/** Takes rows out of what is kept of a list. */
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
