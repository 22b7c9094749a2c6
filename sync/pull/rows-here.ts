import type { Table } from 'dexie';
import type { StoredRow } from '../store/stored-row.ts';

/** Keys to read at most, for each row asked for, to learn which rows exist. */
const KEYS_PER_ROW = 2;

/**
 * Like `bulkGet`, but much faster in an almost empty table, such as during a first read: one query finds which rows exist. Reads
 * no more keys than the page warrants, because each page of a long read would read all of them again.
 */
export async function getRowsHere(table: Table<StoredRow, string>, ids: readonly string[]): Promise<(StoredRow | undefined)[]> {
  const most = KEYS_PER_ROW * ids.length;
  const keys = await table
    .toCollection()
    .limit(most + 1)
    .primaryKeys();
  if (keys.length > most) return table.bulkGet([...ids]);
  const here = new Set(keys);
  const some = ids.filter((id) => here.has(id));
  if (some.length === 0) return [];
  const found = new Map((await table.bulkGet(some)).map((row, place) => [some[place], row]));
  return ids.map((id) => found.get(id));
}
