import { useSyncExternalStore } from 'react';
import { isBusy } from '../components/busy.ts';
import { setPageEndsSoon } from '../components/page-ends-soon.ts';
import type { EngineWorker } from '../sync/engine-worker.ts';

/** Nothing newer, a newer version that waits for its turn, or one that was asked to take over. */
type AppUpdate = 'none' | 'ready' | 'coming';

let update: AppUpdate = 'none';
const listeners = new Set<() => void>();

/** Between two asks, and before the first: requests that were under way when the engines stopped have come and gone. */
const ASK_EVERY_MS = 1000;

/** The sync engine of this tab, as long as it has one: it must make no requests while a version takes over. */
let engine: Pick<EngineWorker, 'rest' | 'tryNow'> | null = null;

/** Tells the other tabs to make no requests, or to go on. */
const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('longline-update');

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
    else engine?.tryNow();
  });
  tabs?.addEventListener('message', ({ data }) => (data === 'rest' ? engine?.rest() : engine?.tryNow()));
  await worker.register();
  // An installed app stays open for days: look again whenever it comes back into view.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void worker.update().catch(() => undefined);
  });
}

/** Names the engine that rests during an update. @returns what takes it back */
export function updateRests(running: Pick<EngineWorker, 'rest' | 'tryNow'>): () => void {
  engine = running;
  return () => {
    engine = null;
  };
}

/**
 * Lets the new version take over and loads the page with it. Until then no tab makes requests: Chromium starts the old
 * worker again for a request that arrives while that worker stops, forgets that it was to stop, and keeps the new one
 * waiting for up to five minutes.
 */
export function takeUpdate(): void {
  if (update === 'coming') return;
  become('coming');
  engine?.rest();
  tabs?.postMessage('rest');
  setTimeout(() => void askUntilLoaded(), ASK_EVERY_MS);
}

async function askUntilLoaded(): Promise<void> {
  if (isBusy()) {
    // A form that was begun since goes first, and the update is offered again after it.
    become('ready');
    tabs?.postMessage('go on');
    return engine?.tryNow();
  }
  const registration = await navigator.serviceWorker.getRegistration();
  // If nothing is waiting, the new version has taken over already: another tab may have asked for it.
  if (!registration?.waiting) return location.reload();
  registration.waiting.postMessage({ type: 'SKIP_WAITING' });
  setTimeout(() => void askUntilLoaded(), ASK_EVERY_MS);
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
  setPageEndsSoon(next === 'coming');
  for (const listener of listeners) listener();
}
