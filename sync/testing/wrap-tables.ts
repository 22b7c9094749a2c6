import type { DBCore, DBCoreCursor, DBCoreOpenCursorRequest, DBCoreTable } from 'dexie';
import type { Store } from '../store/store.ts';

/** Replaces methods of a store's tables, in all its requests from now on. */
export async function wrapTables(store: Store, wrap: (table: DBCoreTable) => Partial<DBCoreTable>): Promise<void> {
  store.close({ disableAutoOpen: false });
  store.use({
    stack: 'dbcore',
    name: 'wrapped tables',
    create: (core): DBCore => ({
      ...core,
      table: (name) => {
        const table = core.table(name);
        return { ...table, ...wrap(table) };
      },
    }),
  });
  await store.open();
}

/** Opens a cursor that calls `onRow` at each row it reads. */
export async function openWatchedCursor(
  table: DBCoreTable,
  request: DBCoreOpenCursorRequest,
  onRow: () => void,
): Promise<DBCoreCursor | null> {
  const cursor = await table.openCursor(request);
  if (!cursor) return cursor;
  const start = cursor.start.bind(cursor);
  cursor.start = (onNext) =>
    start(() => {
      onRow();
      onNext();
    });
  return cursor;
}
