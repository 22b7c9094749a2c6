import type { Page } from 'playwright';
import type { Server } from './server.ts';

/** Signs in through the UI: the landing page's link, the email, the code from the server's output. */
export async function signIn(page: Page, server: Server, email: string): Promise<void> {
  await page.goto(server.url);
  await page.getByRole('link', { name: 'Beta Tester Login' }).first().click();
  await giveEmailAndCode(page, server, email);
}

/** Completes the built-in sign-in page and waits for the Training Log. */
export async function giveEmailAndCode(page: Page, server: Server, email: string): Promise<void> {
  await proveEmail(page, server, email);
  await page.getByRole('heading', { name: 'Training Log', level: 1 }).waitFor();
}

/** Completes the built-in sign-in page. */
export async function proveEmail(page: Page, server: Pick<Server, 'codeFor'>, email: string): Promise<void> {
  await page.getByLabel(/e-?mail/i).fill(email);
  const code = await server.codeFor(email, () => page.getByRole('button').first().click());
  await page.getByLabel(/code/i).fill(code);
  await page.getByRole('button', { name: /sign in/i }).click();
}

/** Waits until the service worker is active, so that the app opens offline. */
export async function readyForOffline(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    if (registration.active?.state !== 'activated') {
      await new Promise((resolve) => registration.active?.addEventListener('statechange', resolve));
    }
  });
}

/**
 * Whether a request of the page gets an answer from the server. `navigator.onLine` does not tell: Chromium forgets the
 * emulated value when a service worker answers a navigation.
 */
export const reachesServer = (page: Page): Promise<boolean> =>
  page.evaluate(() =>
    fetch('/api/health', { cache: 'no-store' }).then(
      () => true,
      () => false,
    ),
  );
