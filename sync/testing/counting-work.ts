import type { DBCoreMutateRequest } from 'dexie';
import type { Store } from '../store/store.ts';
import { openWatchedCursor, wrapTables } from './wrap-tables.ts';

export interface CountedWork {
  /** Requests to IndexedDB. */
  statements: number;
  /** Rows and keys that they read, or looked up in vain. */
  read: number;
  /** Rows that they wrote or deleted. */
  written: number;
}

const writtenBy = (request: DBCoreMutateRequest): number => {
  if (request.type === 'add' || request.type === 'put') return request.values.length;
  return request.type === 'delete' ? request.keys.length : 1;
};

/** Counts what a store asks of IndexedDB from now on, in all tables. */
export async function countingWork(store: Store): Promise<CountedWork> {
  const work: CountedWork = { statements: 0, read: 0, written: 0 };
  const counted = (read: number, written = 0) => {
    work.statements += 1;
    work.read += read;
    work.written += written;
  };
  await wrapTables(store, (table) => ({
    get(request) {
      counted(1);
      return table.get(request);
    },
    getMany(request) {
      counted(request.keys.length);
      return table.getMany(request);
    },
    async query(request) {
      const answer = await table.query(request);
      counted(answer.result.length);
      return answer;
    },
    async count(request) {
      const count = await table.count(request);
      counted(count);
      return count;
    },
    openCursor(request) {
      counted(0);
      return openWatchedCursor(table, request, () => (work.read += 1));
    },
    mutate(request) {
      counted(0, writtenBy(request));
      return table.mutate(request);
    },
  }));
  return work;
}
