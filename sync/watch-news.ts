import { liveQuery, type Subscription } from 'dexie';
import { readSetting } from './settings.ts';
import type { Store } from './store.ts';

/**
 * Tells when a change was queued or somebody asked to try, in any page or worker of this browser.
 *
 * The engine's own writes tell nothing: a record that is put back after a vain attempt touches the same rows, and an
 * engine told of it would try again at once, for as long as there is no signal.
 */
export function watchNews(store: Store, onNews: () => void): Subscription {
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
