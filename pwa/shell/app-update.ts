import { useSyncExternalStore } from 'react';
import { isBusy } from '../components/busy.ts';
import { setPageEndsSoon } from '../components/page-ends-soon.ts';
import { afterFirstCards } from '../sync/first-cards.ts';
import type { EngineWorker } from '../sync/start-engine-worker.ts';

/** No update, a new version waiting, or one asked to take over. */
type AppUpdate = 'none' | 'ready' | 'coming';

let update: AppUpdate = 'none';
const listeners = new Set<() => void>();

/** Delay before the first attempt and between attempts; requests that were in flight when the engines stopped end meanwhile. */
const ASK_EVERY_MS = 1000;

/** After this many attempts, the update is offered again and all tabs sync. */
const ATTEMPTS_MAX = 30;

/** Other tabs sync again this long after the last attempt, because the updating tab may close or be done. */
const OTHERS_PAUSE_MS = 3 * ASK_EVERY_MS;

/** This tab's sync engine, if any. It must make no requests while a new version takes over. */
let engine: Pick<EngineWorker, 'pause' | 'tryNow'> | null = null;

/** Carries a message at each attempt, which tells the other tabs to make no requests for a while. */
const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('longline-update');

/** Extra delay, so that the engine's worker loads first. */
const LATER_MS = 1000;

/** Registers the service worker after the first cards, so that it does not slow them down. */
export async function watchForUpdates(): Promise<void> {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return;
  pauseForOtherTabs();
  if (document.readyState !== 'complete') await new Promise((resolve) => addEventListener('load', resolve, { once: true }));
  await new Promise<void>((resolve) => afterFirstCards(resolve));
  await new Promise((resolve) => setTimeout(resolve, LATER_MS));
  const { Workbox } = await import('workbox-window');
  const worker = new Workbox('/service-worker.js', { scope: '/', type: 'classic' });
  worker.addEventListener('waiting', () => {
    if (update === 'none') become('ready');
  });
  worker.addEventListener('controlling', () => {
    // Another tab may have started the update. If this one has a dirty form, it continues with its current code.
    if (update === 'coming' && !isBusy()) location.reload();
  });
  await worker.register();
  // An installed app stays open for days: check for updates whenever it becomes visible.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void worker.update().catch(() => undefined);
  });
}

/** Call this first: a page that is still loading starts its engine soon, and its requests would delay the update. */
function pauseForOtherTabs(): void {
  let resume: ReturnType<typeof setTimeout> | undefined;
  tabs?.addEventListener('message', () => {
    clearTimeout(resume);
    engine?.pause();
    // This tab may have started to update too.
    resume = setTimeout(() => update !== 'coming' && engine?.tryNow(), OTHERS_PAUSE_MS);
  });
}

/** Sets the engine that stops during an update. @returns a function that unsets it */
export function updatePauses(running: Pick<EngineWorker, 'pause' | 'tryNow'>): () => void {
  engine = running;
  return () => {
    engine = null;
  };
}

/**
 * Activates the new version and reloads the page. Until then no tab syncs: a request that arrives while Chromium stops
 * the old worker restarts it, and the new one then stays waiting for up to five minutes.
 */
export function takeUpdate(): void {
  if (update === 'coming') return;
  become('coming');
  askInAMoment(ATTEMPTS_MAX);
}

function askInAMoment(attempts: number): void {
  // Pause the engine at each attempt, because returning to this tab starts it again.
  engine?.pause();
  tabs?.postMessage('updating');
  setTimeout(() => void askUntilLoaded(attempts).catch(offerAgain), ASK_EVERY_MS);
}

function offerAgain(): void {
  become('ready');
  engine?.tryNow();
}

async function askUntilLoaded(attempts: number): Promise<void> {
  // A form or an upload has since begun: offer the update again.
  if (isBusy() || attempts === 0) return offerAgain();
  const registration = await navigator.serviceWorker.getRegistration();
  // If nothing is waiting, the new version has taken over already: another tab may have asked for it.
  if (!registration?.waiting) return location.reload();
  registration.waiting.postMessage({ type: 'SKIP_WAITING' });
  askInAMoment(attempts - 1);
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
