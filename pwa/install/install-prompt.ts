import { isIos } from '../components/is-ios.ts';

/** Chromium's install prompt, which a page may defer (Web App Manifest incubations, `beforeinstallprompt`). */
interface BeforeInstallPromptEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

/**
 * - `nothing`: no offer: too early, declined, installed, or unsupported
 * - `prompt`: the browser can show its prompt
 * - `steps`: iOS, where only the Share sheet installs
 */
export type InstallOfferKind = 'nothing' | 'prompt' | 'steps';

/**
 * How this browser installs the app:
 * - `installed`: this window is the app's
 * - `prompt`: it can show its prompt
 * - `share-sheet`, `dock`: Safari on iPhone and iPad, and on a Mac
 * - `menu`: an entry of its own menu, as far as a page can know
 * - `never`: not at all
 */
export type InstallWay = 'installed' | 'prompt' | 'share-sheet' | 'dock' | 'menu' | 'never';

const SAVED_KEY = 'first-session-saved';
const TURNED_DOWN_KEY = 'install-turned-down';

let put: BeforeInstallPromptEvent | null = null;
const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};

/** Keeps the browser's install prompt for later. Call once, at startup. */
export function watchInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    put = event as BeforeInstallPromptEvent;
    tell();
  });
  addEventListener('appinstalled', () => {
    put = null;
    tell();
  });
}

export function subscribeInstall(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What to offer now; nothing before the first saved session or after the person declined. */
export function installOffer(): InstallOfferKind {
  if (!localStorage.getItem(SAVED_KEY) || localStorage.getItem(TURNED_DOWN_KEY) || isInstalled()) return 'nothing';
  if (put) return 'prompt';
  return isIos() ? 'steps' : 'nothing';
}

export function installWay(): InstallWay {
  if (isInstalled()) return 'installed';
  if (put) return 'prompt';
  if (isIos()) return 'share-sheet';
  if (isWebKit() && navigator.userAgent.includes('Macintosh')) return 'dock';
  // Chromium has the event; Firefox installs on Android only.
  return 'onbeforeinstallprompt' in window || /Android.*Firefox/.test(navigator.userAgent) ? 'menu' : 'never';
}

/** Whether the browser may delete what this tab stores after seven days without a visit (WebKit's tracking prevention). */
export const isForgottenTab = (): boolean => isWebKit() && !isInstalled();

/** Records the first saved session; from then on the app offers installation. */
export function noteSessionSaved(): void {
  if (localStorage.getItem(SAVED_KEY)) return;
  localStorage.setItem(SAVED_KEY, 'yes');
  tell();
}

export async function install(): Promise<void> {
  const question = put;
  // The browser allows one `prompt()` per event.
  put = null;
  const answer = await question?.prompt();
  if (answer?.outcome === 'dismissed') turnDownInstall();
  else tell();
}

export function turnDownInstall(): void {
  localStorage.setItem(TURNED_DOWN_KEY, 'yes');
  tell();
}

/** Whether this window certainly belongs to the installed app: a full-screen window may be a browser's. */
export const isAppWindow = (): boolean =>
  matchMedia('(display-mode: standalone), (display-mode: minimal-ui)').matches ||
  ('standalone' in navigator && navigator.standalone === true);

const isInstalled = () => isAppWindow() || matchMedia('(display-mode: fullscreen)').matches;

/** The engine of Safari, and of every browser on iPhones. */
const isWebKit = () => navigator.vendor.startsWith('Apple');
