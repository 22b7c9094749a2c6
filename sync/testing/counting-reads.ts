import type { Store } from '../store/store.ts';
import { openWatchedCursor, wrapTables } from './wrap-tables.ts';

/** Counts the rows and keys of some tables that queries read from disk. What is only counted is not read. */
export async function countingReads(store: Store, ...counted: readonly string[]): Promise<{ count: number }> {
  const reads = { count: 0 };
  await wrapTables(store, (table) => {
    if (!counted.includes(table.name)) return {};
    return {
      async query(request) {
        const answer = await table.query(request);
        reads.count += answer.result.length;
        return answer;
      },
      openCursor: (request) => openWatchedCursor(table, request, () => (reads.count += 1)),
    };
  });
  return reads;
}
