import { useLiveQuery } from 'dexie-react-hooks';

/**
 * What a query over the store answers, again whenever the rows that it read change, in whatever page or worker.
 * `undefined` is loading.
 */
export const useLive = <T>(query: () => Promise<T> | T, deps: unknown[]): T | undefined => useLiveQuery(query, deps);
