import type { InstallWay } from '../../install/install-prompt.ts';

/** The capabilities of this browser, as detected on this device. */
export interface Capabilities {
  /** Whether a service worker opens the app without a network. */
  offline: 'ready' | 'never';
  install: InstallWay;
  /** `forgets`: the browser may delete a tab's data after seven days. `may-go`: when space runs out. */
  storage: 'kept' | 'forgets' | 'may-go' | 'unknown';
  notifications: 'allowed' | 'unasked' | 'blocked' | 'after-install' | 'never';
  /** Whether the browser sends waiting work while the app is closed. */
  background: 'ready' | 'never';
  /** `after-install`: share sheets list only installed apps. `never-ios`: never, and Photos re-encodes picked films. */
  shareSheet: 'ready' | 'after-install' | 'never-ios' | 'never';
  camera: 'ready' | 'blocked' | 'none';
  /** Whether a page may keep the screen on. */
  screen: 'ready' | 'never';
}
