import { BACKGROUND_SYNC_TAG } from '../../sync/background-sync.ts';
import { syncInBackground } from '../../sync/sync-in-background.ts';

/** A `sync` event (Background Synchronization, section 4.3), missing from TypeScript's library. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

/** Runs a sync when the browser wakes the service worker on reconnect, even with no page open. */
export function listenForSync(scope: ServiceWorkerGlobalScope): void {
  scope.addEventListener('sync', (event) => {
    const { tag, waitUntil } = event as SyncEvent;
    if (tag === BACKGROUND_SYNC_TAG) waitUntil.call(event, syncInBackground());
  });
}
