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
  /** Of the person whom the push is for. */
  database: string;
}

/** A push service that was not heard sends again. What is shown twice is shown once: it bears the same tag. */
const AGAIN_MS = 10_000;

/**
 * Hands the service worker of an origin a push, as the browser does by itself when its push service has one.
 * @param page any page of the device; no app need be open
 */
export async function deliverPush(device: Device, page: Page, origin: string, data: string): Promise<void> {
  const session = await device.context().newCDPSession(page);
  await deliverBy(session, origin, data);
  await session.detach();
}

/**
 * The same until it is shown and what it is about is on the device: a browser under load gives a push up whose worker it
 * could not start in time, and tells nobody.
 * @returns the notifications that stand
 */
export async function deliverPushUntilShown(device: Device, page: Page, origin: string, data: string, awaited: AwaitedSession): Promise<Shown[]> {
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

/** What the service worker's browser shows and holds now; nothing from a worker that does not answer. */
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
      return { shown: notifications.map((each) => ({ title: each.title, path: each.data?.path ?? '' })), held: rows.some((row) => row.title === wanted) };
    },
    [title, database] as const,
  );
  // A worker that ends meanwhile answers nothing, and another one begins with the next push.
  return Promise.race([state.catch(() => nothing), new Promise<typeof nothing>((resolve) => setTimeout(resolve, AGAIN_MS, nothing))]);
}
