import { BACKGROUND_SYNC_TAG } from '../../sync/background-sync.ts';
import { syncInBackground } from '../../sync/sync-in-background.ts';

/** A `sync` event (Background Synchronization, section 4.3), which TypeScript's library does not know. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

/** Lets the browser wake the service worker when there is a network, also when no page is open. */
export function listenForSync(scope: ServiceWorkerGlobalScope): void {
  scope.addEventListener('sync', (event) => {
    const { tag, waitUntil } = event as SyncEvent;
    if (tag === BACKGROUND_SYNC_TAG) waitUntil.call(event, syncInBackground());
  });
}
