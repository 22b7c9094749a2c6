import type { EntityName } from '../../api/contract/entities.ts';
import type { StoredRow } from './stored-row.ts';
import type { Store } from './store.ts';

/** Keys asked for at a time: thousands of requests at once would hold up the other queries of a screen. */
const AT_ONCE = 200;

/**
 * The rows with one of these values in an index, in the order of the values, deleted ones too. Each value is one request;
 * `anyOf` would take one for each row, which costs several times as much.
 */
export async function rowsOf<E extends EntityName>(
  store: Store,
  entity: E,
  index: string,
  values: readonly string[],
): Promise<StoredRow<E>[]> {
  const table = store.view(entity);
  // In one transaction, because each needs time to begin.
  return store.transaction('r', table, async () => {
    const found: StoredRow<E>[] = [];
    for (let from = 0; from < values.length; from += AT_ONCE) {
      const some = values.slice(from, from + AT_ONCE);
      found.push(...(await Promise.all(some.map((value) => table.where(index).equals(value).toArray()))).flat());
    }
    return found;
  });
}
