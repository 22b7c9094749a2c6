import { type QueueEntry, readQueue } from '../status/read-queue.ts';
import type { Store } from '../store/store.ts';

/** All of the queue, however long. */
export const listQueue = async (store: Store): Promise<QueueEntry[]> => (await readQueue(store, Number.POSITIVE_INFINITY)).entries;
