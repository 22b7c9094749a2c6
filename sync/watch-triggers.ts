import { liveQuery, type Subscription } from 'dexie';
import { newestSeq } from './outbox/newest-seq.ts';
import { readSetting } from './store/settings.ts';
import type { Store } from './store/store.ts';

/**
 * Calls `onNews` when any page or worker of this browser queues a change or asks for an attempt.
 *
 * Ignores the engine's own writes: requeueing a record after a failed attempt touches the same rows, and reacting to
 * that would retry at once, without end while there is no signal.
 */
export function watchTriggers(store: Store, onNews: () => void): Subscription {
  let known = 0;
  let asked: string | undefined;
  return liveQuery(() => newestAndAsked(store)).subscribe(({ newest, wake }) => {
    // Sequence numbers never return, so a lower one means that the newest records left the outbox.
    const isNews = newest > known || wake !== asked;
    known = Math.max(known, newest);
    asked = wake;
    if (isNews) onNews();
  });
}

async function newestAndAsked(store: Store): Promise<{ newest: number; wake: string | undefined }> {
  const [newest = 0, wake] = await Promise.all([newestSeq(store), readSetting(store, 'wake')]);
  return { newest, wake };
}
