/** Chromium's question whether to install, which a page may put off (Web App Manifest incubations, `beforeinstallprompt`). */
interface BeforeInstallPromptEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

/**
 * - `nothing`: not to be offered: too early, turned down, installed, or the browser cannot
 * - `prompt`: the browser can ask
 * - `steps`: iOS, where only the Share sheet installs
 */
export type InstallOfferKind = 'nothing' | 'prompt' | 'steps';

const SAVED_KEY = 'first-session-saved';
const TURNED_DOWN_KEY = 'install-turned-down';

let put: BeforeInstallPromptEvent | null = null;
const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};

/** Keeps the browser's question until the app has something to be installed for. Call once, at start. */
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

/** What to offer now: nothing before the first saved session, nor after it was turned down. */
export function installOffer(): InstallOfferKind {
  if (!localStorage.getItem(SAVED_KEY) || localStorage.getItem(TURNED_DOWN_KEY) || isInstalled()) return 'nothing';
  if (put) return 'prompt';
  return isIos() ? 'steps' : 'nothing';
}

/** The first saved session: from here on the app is worth installing. */
export function noteSessionSaved(): void {
  if (localStorage.getItem(SAVED_KEY)) return;
  localStorage.setItem(SAVED_KEY, 'yes');
  tell();
}

export async function install(): Promise<void> {
  const question = put;
  // A browser's question can be put once.
  put = null;
  const answer = await question?.prompt();
  if (answer?.outcome === 'dismissed') turnDownInstall();
  else tell();
}

export function turnDownInstall(): void {
  localStorage.setItem(TURNED_DOWN_KEY, 'yes');
  tell();
}

const isInstalled = () =>
  matchMedia('(display-mode: standalone), (display-mode: minimal-ui), (display-mode: fullscreen)').matches ||
  ('standalone' in navigator && navigator.standalone === true);

/** iPads give themselves out as Macs, which have no touch. */
const isIos = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) || (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1);
