import type { Page } from 'playwright';
import type { Device } from './browser.ts';

interface Shown {
  title: string;
  path: string;
}

interface WorkerScope {
  registration: { getNotifications(): Promise<{ title: string; data: { path: string } | null }[]> };
}

/**
 * Hands the service worker of an origin a push, as the browser does by itself when its push service has one.
 * @param page any page of the device; no app need be open
 * @param options.until waits until a session of that title is in that database
 * @returns the notifications that stand, and whether that session came
 */
export async function deliverPush(
  device: Device,
  page: Page,
  origin: string,
  data: string,
  { until }: { until?: { title: string; database: string } } = {},
): Promise<{ shown: Shown[]; held: boolean }> {
  const session = await device.context().newCDPSession(page);
  const registrationId = await new Promise<string>((resolve, reject) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin));
      if (own) resolve(own.registrationId);
    });
    session.send('ServiceWorker.enable').catch(reject);
  });
  await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
  await session.detach();
  if (!until) return { shown: [], held: false };
  for (;;) {
    const [worker] = device.context().serviceWorkers();
    const state = await worker?.evaluate(async ({ title, database: name }) => {
      const notifications = await (self as unknown as WorkerScope).registration.getNotifications();
      const database = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
      });
      const rows = await new Promise<{ title: string }[]>((resolve) => {
        const reading = database.transaction('videos').objectStore('videos').getAll();
        reading.onsuccess = () => resolve(reading.result as { title: string }[]);
      });
      database.close();
      return { shown: notifications.map((each) => ({ title: each.title, path: each.data?.path ?? '' })), held: rows.some((row) => row.title === title) };
    }, until);
    if (state?.held && state.shown.length > 0) return state;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
