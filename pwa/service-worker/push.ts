import { Dexie } from 'dexie';
import { PushMessage } from '../../api/contract/push.ts';
import { browserPorts } from '../../sync/browser-ports.ts';
import { runCycle } from '../../sync/cycle.ts';
import { openDeviceFiles } from '../../sync/open-device-files.ts';
import { readSetting } from '../../sync/settings.ts';
import { databaseName, openStore } from '../../sync/store.ts';
import { isNotificationWanted, notificationPath, notificationTag, notificationWords } from './notification-words.ts';
import { openPath } from './open-path.ts';

/** Shows what the server tells while the app is closed, and opens the page it is about when it is tapped. */
export function listenForPushes(scope: ServiceWorkerGlobalScope): void {
  scope.addEventListener('push', (event) => event.waitUntil(show(scope, event.data)));
  scope.addEventListener('notificationclick', (event) => {
    event.notification.close();
    const { path } = (event.notification.data ?? {}) as { path?: string };
    event.waitUntil(openPath(scope.clients, scope.location.origin, path ?? '/'));
  });
}

async function show(scope: ServiceWorkerGlobalScope, sent: PushMessageData | null): Promise<void> {
  const parsed = PushMessage.safeParse(readJson(sent));
  if (!parsed.success) return;
  const message = parsed.data;
  // Whoever it is for may have left this browser after it was sent.
  if (!(await Dexie.exists(databaseName(message.to)))) return;
  const store = await openStore(message.to);
  try {
    // Also before the server has heard that a kind was switched off.
    if (!isNotificationWanted(await readSetting(store, 'push'), message)) return;
    if (!(await isOnScreen(scope))) {
      const path = notificationPath(message);
      await scope.registration.showNotification(notificationWords(message), { tag: notificationTag(message), icon: '/icon-192.png', lang: 'en', data: { path } });
    }
    // What it is about is here when the app is opened, also without a network by then.
    await runCycle(store, browserPorts(await openDeviceFiles(message.to)));
  } finally {
    store.close();
  }
}

/** An open screen shows it by itself. WebKit takes the right to push away from who shows nothing, so there it is shown. */
async function isOnScreen(scope: ServiceWorkerGlobalScope): Promise<boolean> {
  if (/AppleWebKit/.test(scope.navigator.userAgent) && !/Chrom(e|ium)\//.test(scope.navigator.userAgent)) return false;
  const windows = await scope.clients.matchAll({ type: 'window' });
  return windows.some(({ visibilityState }) => visibilityState === 'visible');
}

function readJson(sent: PushMessageData | null): unknown {
  try {
    return sent?.json();
  } catch {
    return null;
  }
}
