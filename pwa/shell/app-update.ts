import { useSyncExternalStore } from 'react';
import type { Workbox } from 'workbox-window';

/** Whether a newer version of the app is installed and waits for its turn. */
let waiting: Workbox | null = null;
let asked = false;
const listeners = new Set<() => void>();

/** By when a slow phone has drawn what the page begins with: the store is still read when the browser calls it loaded. */
const AFTER_FIRST_DRAWING_MS = 1000;

/** Registers the service worker once the page has loaded and drawn, so that it takes nothing from the first entries. */
export async function watchForUpdates(): Promise<void> {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return;
  if (document.readyState !== 'complete') await new Promise((resolve) => addEventListener('load', resolve, { once: true }));
  await new Promise((resolve) => setTimeout(resolve, AFTER_FIRST_DRAWING_MS));
  const { Workbox } = await import('workbox-window');
  const worker = new Workbox('/service-worker.js', { scope: '/', type: 'classic' });
  worker.addEventListener('waiting', () => {
    waiting = worker;
    for (const listener of listeners) listener();
  });
  worker.addEventListener('controlling', ({ isUpdate }) => {
    // Another tab may have asked; this one may hold a form, and goes on with the code it has.
    if (isUpdate && asked) location.reload();
  });
  await worker.register();
  // An installed app stays open for days: look again whenever it comes back into view.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void worker.update().catch(() => undefined);
  });
}

/** Lets the new version take over and loads the page with it. */
export function takeUpdate(): void {
  asked = true;
  waiting?.messageSkipWaiting();
}

export function useUpdateIsReady(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => waiting !== null,
  );
}
