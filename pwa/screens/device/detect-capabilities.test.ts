import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Capabilities } from './capabilities.ts';
import { detectCapabilities } from './detect-capabilities.ts';

interface Browser {
  userAgent: string;
  vendor?: string;
  /** The window belongs to the installed app. */
  installed?: boolean;
  permission?: NotificationPermission;
  /** Whether the storage is kept; undefined without `navigator.storage`. */
  persisted?: boolean;
  camera?: boolean | 'blocked';
  /** Names that are in `window`. */
  has?: readonly string[];
  wakeLock?: boolean;
}

const ANDROID = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/145.0.0.0 Mobile Safari/537.36';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1';
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const APPLE = 'Apple Computer, Inc.';

function open({ userAgent, vendor = '', installed = false, permission = 'default', persisted, camera, has = [], wakeLock }: Browser) {
  const devices = camera === undefined || camera === false ? [] : [{ kind: 'videoinput' }];
  vi.stubGlobal('window', Object.fromEntries(has.map((name) => [name, null])));
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: installed && query.includes('standalone') }));
  vi.stubGlobal('Notification', { permission });
  vi.stubGlobal('navigator', {
    userAgent,
    vendor,
    maxTouchPoints: 0,
    serviceWorker: { getRegistration: () => Promise.resolve({ active: {} }) },
    permissions: { query: () => Promise.resolve({ state: camera === 'blocked' ? 'denied' : 'prompt' }) },
    mediaDevices: { getUserMedia: () => Promise.reject(new Error('No one was asked')), enumerateDevices: () => Promise.resolve(devices) },
    ...(persisted !== undefined && { storage: { persisted: () => Promise.resolve(persisted) } }),
    ...(wakeLock && { wakeLock: {} }),
  });
}

afterEach(() => vi.unstubAllGlobals());

const CHROMIUM = ['PushManager', 'Notification', 'SyncManager', 'onbeforeinstallprompt'];

describe('what a browser can do', () => {
  it.each<[string, Browser, Partial<Capabilities>]>([
    [
      'a tab of Chrome on Android',
      { userAgent: ANDROID, has: CHROMIUM, persisted: false, camera: true, wakeLock: true },
      {
        offline: 'ready',
        install: 'menu',
        storage: 'may-go',
        notifications: 'unasked',
        background: 'ready',
        shareSheet: 'after-install',
        camera: 'ready',
        screen: 'ready',
      },
    ],
    [
      'the installed app on Android',
      { userAgent: ANDROID, has: CHROMIUM, installed: true, persisted: true, permission: 'granted' },
      { install: 'installed', storage: 'kept', notifications: 'allowed', shareSheet: 'ready', camera: 'none', screen: 'never' },
    ],
    [
      'a tab of Safari on an iPhone, although it promises to keep the storage',
      { userAgent: IPHONE, vendor: APPLE, persisted: true, camera: 'blocked' },
      {
        install: 'share-sheet',
        storage: 'forgets',
        notifications: 'after-install',
        background: 'never',
        shareSheet: 'never-ios',
        camera: 'blocked',
      },
    ],
    [
      'the app on the home screen of an iPhone',
      { userAgent: IPHONE, vendor: APPLE, installed: true, persisted: true, has: ['PushManager', 'Notification'], permission: 'denied' },
      { install: 'installed', storage: 'kept', notifications: 'blocked', shareSheet: 'never-ios' },
    ],
    [
      'Safari on a Mac',
      { userAgent: MAC, vendor: APPLE },
      { install: 'dock', storage: 'forgets', notifications: 'never', shareSheet: 'never' },
    ],
    [
      'Firefox on a computer, in a private window',
      { userAgent: FIREFOX, has: ['PushManager', 'Notification'] },
      { install: 'never', storage: 'unknown', notifications: 'unasked', background: 'never', shareSheet: 'never' },
    ],
  ])('is detected in %s', async (_name, browser, expected) => {
    open(browser);
    expect(await detectCapabilities()).toMatchObject(expected);
  });
});
