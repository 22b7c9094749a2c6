import type { Store } from '../store/store.ts';

/** Sequence number of the record queued last; undefined if the outbox is empty. */
export const newestSeq = async (store: Store): Promise<number | undefined> =>
  // By cursor: a live query of primary keys does not hear of new ones that the browser numbers.
  (await store.outbox.toCollection().lastKey()) as number | undefined;
