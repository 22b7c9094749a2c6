import type { DBCore } from 'dexie';
import type { Store } from '../store/store.ts';

/** Counts the rows and keys of some tables that queries read from disk. What is only counted is not read. */
export async function countingReads(store: Store, ...counted: readonly string[]): Promise<{ count: number }> {
  const reads = { count: 0 };
  store.close({ disableAutoOpen: false });
  store.use({
    stack: 'dbcore',
    name: 'counting',
    create: (core): DBCore => ({
      ...core,
      table: (name) => {
        const table = core.table(name);
        return {
          ...table,
          async query(request) {
            const answer = await table.query(request);
            if (counted.includes(name)) reads.count += answer.result.length;
            return answer;
          },
          async openCursor(request) {
            const cursor = await table.openCursor(request);
            if (!cursor || !counted.includes(name)) return cursor;
            const start = cursor.start.bind(cursor);
            cursor.start = (onNext) =>
              start(() => {
                reads.count += 1;
                onNext();
              });
            return cursor;
          },
        };
      },
    }),
  });
  await store.open();
  return reads;
}
