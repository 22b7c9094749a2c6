import { liveQuery, type Subscription } from 'dexie';
import { readSetting } from './store/settings.ts';
import type { Store } from './store/store.ts';

/**
 * Calls `onNews` when any page or worker of this browser queues a change or asks for an attempt.
 *
 * Ignores the engine's own writes: requeueing a record after a failed attempt touches the same rows, and reacting to
 * that would retry at once, without end while there is no signal.
 */
export function watchTriggers(store: Store, onNews: () => void): Subscription {
  let known: ReadonlySet<unknown> = new Set();
  let asked: string | undefined;
  return liveQuery(() => keysAndAsked(store)).subscribe(({ keys, wake }) => {
    // A refused change that its author corrects keeps its place, under a new key.
    const isNews = keys.some((key) => !known.has(key)) || wake !== asked;
    known = new Set(keys);
    asked = wake;
    if (isNews) onNews();
  });
}

async function keysAndAsked(store: Store): Promise<{ keys: readonly unknown[]; wake: string | undefined }> {
  const [keys, wake] = await Promise.all([store.outbox.orderBy('key').keys(), readSetting(store, 'wake')]);
  return { keys, wake };
}
