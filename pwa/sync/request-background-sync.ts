import { BACKGROUND_SYNC_TAG } from '../../sync/background-sync.ts';

interface SyncRegistration extends ServiceWorkerRegistration {
  /** Chromium only. */
  sync?: { register(tag: string): Promise<void> };
}

/** Asks the browser to wake the service worker on reconnect, even after this page has closed. */
export function requestBackgroundSync(): void {
  void register().catch(() => {
    // The browser's settings deny it. An open page sends the queue instead.
  });
}

async function register() {
  const registration = (await navigator.serviceWorker?.ready) as SyncRegistration | undefined;
  await registration?.sync?.register(BACKGROUND_SYNC_TAG);
}
