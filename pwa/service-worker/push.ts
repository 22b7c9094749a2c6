import { Dexie } from 'dexie';
import { PushMessage } from '../../api/contract/push.ts';
import { browserPorts } from '../../sync/ports/browser-ports.ts';
import { runCycle } from '../../sync/cycle.ts';
import { openDeviceFiles } from '../../sync/files/open-device-files.ts';
import { readSetting } from '../../sync/store/settings.ts';
import { databaseName, openStore } from '../../sync/store/store.ts';
import { isNotificationWanted, notificationPath, notificationTag, notificationWords } from './notification-words.ts';
import { openPath } from './open-path.ts';

/** Shows notifications while the app is closed; a tap opens their page. */
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
  // The recipient may have signed out of this browser after the message was sent.
  if (!(await Dexie.exists(databaseName(message.to)))) return;
  const store = await openStore(message.to);
  try {
    // The server may not know yet that this kind was switched off.
    if (!isNotificationWanted(await readSetting(store, 'push'), message)) return;
    if (!(await isOnScreen(scope))) {
      const path = notificationPath(message);
      await scope.registration.showNotification(notificationWords(message), {
        tag: notificationTag(message),
        icon: '/icon-192.png',
        lang: 'en',
        data: { path },
      });
    }
    // Sync now, so that the content is on this device when the app opens, even offline.
    await runCycle(store, browserPorts(await openDeviceFiles(message.to)));
  } finally {
    store.close();
  }
}

/** A visible app shows the news itself. WebKit revokes push permission if no notification appears, so always show one there. */
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
