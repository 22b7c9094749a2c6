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
  let newest = 0;
  let asked: string | undefined;
  return liveQuery(() => lastQueuedAndAsked(store)).subscribe(({ seq, wake }) => {
    const isNews = seq > newest || wake !== asked;
    newest = Math.max(newest, seq);
    asked = wake;
    if (isNews) onNews();
  });
}

async function lastQueuedAndAsked(store: Store): Promise<{ seq: number; wake: string | undefined }> {
  const [last, wake] = await Promise.all([store.outbox.orderBy('seq').last(), readSetting(store, 'wake')]);
  return { seq: last?.seq ?? 0, wake };
}
