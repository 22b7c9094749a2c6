import { useSyncExternalStore } from 'react';
import { isBusy } from '../components/busy.ts';

/** Nothing newer, a newer version that waits for its turn, or one that was asked to take over. */
type AppUpdate = 'none' | 'ready' | 'coming';

let update: AppUpdate = 'none';
const listeners = new Set<() => void>();

/** A browser lets the old version finish what it is at, and may then have forgotten that the new one was asked. */
const ASK_AGAIN_MS = 1000;

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
    if (update === 'none') become('ready');
  });
  worker.addEventListener('controlling', () => {
    // Another tab may have asked; this one may hold a form, and goes on with the code it has.
    if (update === 'coming' && !isBusy()) location.reload();
  });
  await worker.register();
  // An installed app stays open for days: look again whenever it comes back into view.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void worker.update().catch(() => undefined);
  });
}

/** Lets the new version take over and loads the page with it. */
export function takeUpdate(): void {
  if (update === 'coming') return;
  become('coming');
  void askUntilLoaded();
}

async function askUntilLoaded(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  // A form that was begun since goes first. What waits no more has taken over: another tab may have let it before.
  if (!isBusy() && !registration?.waiting) return location.reload();
  registration?.waiting?.postMessage({ type: 'SKIP_WAITING' });
  setTimeout(() => void askUntilLoaded(), ASK_AGAIN_MS);
}

export function useAppUpdate(): AppUpdate {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => update,
  );
}

function become(next: AppUpdate): void {
  update = next;
  for (const listener of listeners) listener();
}
