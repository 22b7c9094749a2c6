import type { CDPSession, Page } from 'playwright';
import type { Device } from './browser.ts';

interface Shown {
  title: string;
  path: string;
}

interface WorkerScope {
  registration: { getNotifications(): Promise<{ title: string; data: { path: string } | null }[]> };
}

interface AwaitedSession {
  title: string;
  /** IndexedDB name of the push's recipient. */
  database: string;
}

/** Time until a push is sent again. A repeated notification has the same tag, so it shows once. */
const AGAIN_MS = 10_000;

/**
 * Delivers a push to an origin's service worker, as a push service does through the browser.
 * @param page any page of the device; the app need not be open
 */
export async function deliverPush(device: Device, page: Page, origin: string, data: string): Promise<void> {
  const session = await device.context().newCDPSession(page);
  await deliverBy(session, origin, data);
  await session.detach();
}

/**
 * Repeats `deliverPush` until the notification shows and the session is on the device. A browser under load silently drops
 * a push if the worker does not start in time.
 * @returns the visible notifications
 */
export async function deliverPushUntilShown(
  device: Device,
  page: Page,
  origin: string,
  data: string,
  awaited: AwaitedSession,
): Promise<Shown[]> {
  const session = await device.context().newCDPSession(page);
  for (;;) {
    const again = Date.now() + AGAIN_MS;
    await deliverBy(session, origin, data);
    while (Date.now() < again) {
      const { shown, held } = await stateOf(device, awaited);
      if (held && shown.length > 0) {
        await session.detach();
        return shown;
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

async function deliverBy(session: CDPSession, origin: string, data: string): Promise<void> {
  const registrationId = await new Promise<string>((resolve, reject) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin));
      if (own) resolve(own.registrationId);
    });
    session.send('ServiceWorker.enable').catch(reject);
  });
  await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
  await session.send('ServiceWorker.disable');
}

/** The notifications shown, and whether the session is stored. If the worker does not answer: none, and false. */
async function stateOf(device: Device, { title, database }: AwaitedSession): Promise<{ shown: Shown[]; held: boolean }> {
  const nothing = { shown: [], held: false };
  const [worker] = device.context().serviceWorkers();
  if (!worker) return nothing;
  const state = worker.evaluate(
    async ([wanted, name]) => {
      const notifications = await (self as unknown as WorkerScope).registration.getNotifications();
      const opened = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error ?? new Error('closed'));
      });
      const rows = await new Promise<{ title: string }[]>((resolve) => {
        const reading = opened.transaction('videos').objectStore('videos').getAll();
        reading.onsuccess = () => resolve(reading.result as { title: string }[]);
      });
      opened.close();
      return {
        shown: notifications.map((each) => ({ title: each.title, path: each.data?.path ?? '' })),
        held: rows.some((row) => row.title === wanted),
      };
    },
    [title, database] as const,
  );
  // A worker that stops meanwhile never answers; the next push starts another.
  return Promise.race([state.catch(() => nothing), new Promise<typeof nothing>((resolve) => setTimeout(resolve, AGAIN_MS, nothing))]);
}
