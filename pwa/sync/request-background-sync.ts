import { BACKGROUND_SYNC_TAG } from '../../sync/background-sync.ts';

interface SyncRegistration extends ServiceWorkerRegistration {
  /** Chromium only. */
  sync?: { register(tag: string): Promise<void> };
}

/** Asks the browser to wake the service worker when there is a network, also after this page was closed. */
export function requestBackgroundSync(): void {
  void register().catch(() => {
    // Refused by the browser's settings: the open page carries the queue.
  });
}

async function register() {
  const registration = (await navigator.serviceWorker?.ready) as SyncRegistration | undefined;
  await registration?.sync?.register(BACKGROUND_SYNC_TAG);
}
