import { isIos } from '../../components/is-ios.ts';
import { installWay, isForgottenTab } from '../../install/install-prompt.ts';
import { canPush } from '../../push/push-service.ts';
import type { Capabilities } from './capabilities.ts';

/** Asks the browser, which shows no prompt for these questions. */
export async function detectCapabilities(): Promise<Capabilities> {
  const install = installWay();
  const [offline, storage, camera] = await Promise.all([opensOffline(), keepsStorage(), hasCamera()]);
  return {
    offline,
    install,
    storage,
    notifications: notifies(install === 'installed'),
    background: 'SyncManager' in window ? 'ready' : 'never',
    shareSheet: takesShares(install === 'installed'),
    camera,
    screen: 'wakeLock' in navigator ? 'ready' : 'never',
  };
}

/** Asks the browser to keep the storage when space runs out. @returns whether it does */
export const askToKeepStorage = async (): Promise<boolean> =>
  (await storageOf()
    ?.persist?.()
    .catch(() => false)) ?? false;

/** `navigator.storage` is missing in Debian's WebKit (docs/decisions/0067). */
const storageOf = (): Partial<StorageManager> | undefined => navigator.storage;

async function opensOffline(): Promise<Capabilities['offline']> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  return registration?.active ? 'ready' : 'never';
}

async function keepsStorage(): Promise<Capabilities['storage']> {
  // A promise to keep storage when space runs out says nothing about the seven days.
  if (isForgottenTab()) return 'forgets';
  const kept = await storageOf()
    ?.persisted?.()
    .catch(() => undefined);
  if (kept === undefined) return 'unknown';
  return kept ? 'kept' : 'may-go';
}

function notifies(installed: boolean): Capabilities['notifications'] {
  if (!canPush()) return isIos() && !installed ? 'after-install' : 'never';
  return { granted: 'allowed', denied: 'blocked', default: 'unasked' }[Notification.permission] as Capabilities['notifications'];
}

/** Only Chromium on Android and ChromeOS lists web apps in the share sheet (Web Share Target). */
function takesShares(installed: boolean): Capabilities['shareSheet'] {
  if (isIos()) return 'never-ios';
  if (!('onbeforeinstallprompt' in window) || !/Android|CrOS/.test(navigator.userAgent)) return 'never';
  return installed ? 'ready' : 'after-install';
}

async function hasCamera(): Promise<Capabilities['camera']> {
  const { mediaDevices } = navigator as Partial<Navigator>;
  if (!mediaDevices?.getUserMedia) return 'none';
  const permission = await navigator.permissions?.query({ name: 'camera' }).catch(() => null);
  if (permission?.state === 'denied') return 'blocked';
  const devices = await mediaDevices.enumerateDevices().catch(() => []);
  return devices.some(({ kind }) => kind === 'videoinput') ? 'ready' : 'none';
}
