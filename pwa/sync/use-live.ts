import { useLiveQuery } from 'dexie-react-hooks';

/**
 * Result of a live store query, rerun when any page or worker changes the rows it read.
 * `undefined` is loading.
 */
export const useLive = <T>(query: () => Promise<T> | T, deps: unknown[]): T | undefined => useLiveQuery(query, deps);
