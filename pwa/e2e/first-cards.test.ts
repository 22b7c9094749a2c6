import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { type Browser, chromium, type Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signInByCalls } from './harness/api-person.ts';
import { LAUNCH, PHONE } from './harness/browser.ts';
import { card } from './harness/log.ts';
import { type Server, startServer } from './harness/server.ts';
import { signIn } from './harness/sign-in.ts';
import { syncTotal } from './harness/sync-total.ts';

/** JavaScript of the page and its workers until the first cards are drawn, in bytes after brotli (R276). */
const BUDGET = 170_000;
/** On a phone this slow, the first cards take longer than any fixed delay that could start a worker early. */
const SLOWED = 10;
const KATE = 'kate@example.org';
const DIST = fileURLToPath(new URL('../../dist/pwa/', import.meta.url));

let server: Server;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  server = await startServer({ env: { ADMIN_EMAILS: KATE } });
  const kate = await signInByCalls(server, KATE);
  await kate.call('POST', '/api/videos', { title: 'Send-away', trainedAt: '2026-11-14T09:00:00.000Z', trainedZone: 'Europe/London' });
  browser = await chromium.launch(LAUNCH);
  // Without a service worker every file comes over the network, as on a first visit.
  page = await browser.newPage({ viewport: PHONE, locale: 'en-GB', serviceWorkers: 'block' });
  await signIn(page, server, KATE);
  await card(page, 'Send-away').waitFor();
  await syncTotal(page).filter({ hasText: 'All synced' }).waitFor();
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

it('starts no worker and loads no more than the budget before the first cards are drawn, on a slow phone too', async () => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
  await page.addInitScript(() => {
    const drawn = () => {
      if (!document.querySelector('article h3')) return void requestAnimationFrame(drawn);
      // The frame is on the screen once this task runs.
      setTimeout(() => Object.assign(window, { firstCards: performance.now() }));
    };
    requestAnimationFrame(drawn);
  });
  await page.reload();
  const bothAreKnown = () =>
    'firstCards' in window && performance.getEntriesByType('resource').some(({ name }) => name.includes('/engine.worker-'));
  await page.waitForFunction(bothAreKnown, null, { timeout: 60_000 });
  const { firstCards, scripts } = await page.evaluate(() => ({
    firstCards: (window as unknown as { firstCards: number }).firstCards,
    scripts: performance
      .getEntriesByType('resource')
      .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
      .map(({ name, startTime }) => ({ path: new URL(name).pathname, startTime })),
  }));
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  // A fixed delay of a second would have passed by then.
  expect(firstCards).toBeGreaterThan(1_500);
  const before = [...new Set(scripts.filter(({ startTime }) => startTime < firstCards).map(({ path }) => path))];
  expect(before.filter((path) => path.includes('worker'))).toEqual([]);
  expect(before.length).toBeGreaterThan(3);
  const bytes = before.map((path) => brotliCompressSync(readFileSync(join(DIST, path))).length).reduce((sum, one) => sum + one, 0);
  expect(bytes).toBeLessThanOrEqual(BUDGET);
});

it('sends its policy with every script that a worker runs, and not with the parts of the page', async () => {
  await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('/engine.worker-')));
  const parts = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => /\/(assets|fonts)\//.test(name) && !name.includes('worker')),
  );
  const governed = async (url: string) => (await fetch(url)).headers.has('content-security-policy');
  await expect.poll(() => page.workers().length).toBeGreaterThan(0);
  for (const worker of page.workers()) expect(await governed(worker.url()), worker.url()).toBe(true);
  expect(parts.length).toBeGreaterThan(4);
  for (const part of parts) expect(await governed(part), part).toBe(false);
});
