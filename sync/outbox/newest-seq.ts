import type { Store } from '../store/store.ts';

/** Sequence number of the record queued last; undefined if the outbox is empty. */
export const newestSeq = async (store: Store): Promise<number | undefined> =>
  // Uses a cursor: a live query of primary keys does not notice new keys that the browser assigns.
  (await store.outbox.toCollection().lastKey()) as number | undefined;
