import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AppServer, serveApp } from './harness/app-server.ts';
import { type Device, openDevice } from './harness/browser.ts';
import { addSession, card } from './harness/log.ts';
import { readyForOffline } from './harness/sign-in.ts';
import { syncTray } from './harness/sync-tray.ts';
import { KATE } from '../sign-in/testing/kate.ts';

let app: AppServer;
let device: Device;

beforeAll(async () => {
  app = await serveApp(KATE);
  device = await openDevice();
  await device.context().addCookies([{ name: 'longline-signed-in', value: KATE.id, url: app.url }]);
});

afterAll(async () => {
  await device.discard();
  await app.close();
});

/** Releases a version and polls until the page finds it: an update check already under way may still see the old one. */
async function releaseTo(page: Page): Promise<void> {
  app.release();
  const isFound = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      await registration.update();
      return Boolean(registration.installing ?? registration.waiting);
    });
  await expect.poll(isFound).toBe(true);
}

async function update(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Update' });
  await button.waitFor();
  const loaded = page.waitForEvent('load');
  await button.click();
  await loaded;
}

describe('a new version of the app', () => {
  it('is offered, waits while a form is dirty, and takes over on Update', async () => {
    const page = device.page();
    const offer = page.getByText('A new version is ready');
    await page.goto(app.url);
    await page.getByRole('heading', { name: 'Training Log', level: 1 }).waitFor();
    await readyForOffline(page);
    await page.reload();
    await page.getByRole('heading', { name: 'Training Log', level: 1 }).waitFor();
    // Behind a dialog, an offer may appear at once.
    await page.getByRole('button', { name: 'Log a session' }).first().click();
    await page.getByRole('dialog').getByLabel('Title').fill('Send-away to second marker');
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
    expect(await offer.count()).toBe(0);

    await releaseTo(page);
    await page.getByText('It waits until your form or upload is finished.').waitFor();
    expect(await page.getByRole('button', { name: 'Update', includeHidden: true }).count()).toBe(0);
    expect(await page.getByRole('dialog').getByLabel('Title').inputValue()).toBe('Send-away to second marker');

    await page.getByRole('dialog').getByLabel('Title').fill('');
    await page.keyboard.press('Escape');
    await update(page);
    await page.getByRole('heading', { name: 'Training Log', level: 1 }).waitFor();
    await expect.poll(() => offer.count()).toBe(0);
    expect(await page.evaluate(async () => (await navigator.serviceWorker.ready).waiting)).toBeNull();
  });

  it('keeps the queue with two tabs open, and sends each change once', async () => {
    const page = device.page();
    const titles = ['Track at the mill', 'Recall past sheep', 'Heelwork in the rain'];
    for (const title of titles) await addSession(page, app.url, { title });
    const other = await device.context().newPage();
    await other.goto(app.url);
    await card(other, 'Heelwork in the rain').waitFor();
    await releaseTo(page);
    // The offer must not move content under a thumb: it appears behind a dialog, or with the next screen.
    const offer = (where: Page) => where.getByText('A new version is ready');
    await other.getByRole('button', { name: 'Log a session' }).first().click();
    await offer(other).waitFor();
    await expect.poll(() => page.evaluate(async () => Boolean((await navigator.serviceWorker.ready).waiting))).toBe(true);
    expect(await offer(page).count()).toBe(0);
    await page.getByRole('link', { name: 'My Dogs' }).click();
    await update(page);
    await page
      .getByRole('banner')
      .getByRole('button', { name: /3 .*only on this phone/ })
      .click();
    const queue = syncTray(page);
    for (const title of titles) await queue.getByText(`New session “${title}”`).waitFor();
    expect(app.taken()).toEqual([]);

    app.accept();
    // The engine starts a cycle when the person returns to the app.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await page.getByText('All synced').first().waitFor();
    expect(app.taken()).toEqual(titles);
    await queue.getByRole('heading', { name: 'All synced' }).waitFor();
    // After one tab activated the new version, the other tab can update too.
    await other.keyboard.press('Escape');
    // An engine that paused for another tab's update resumes by itself.
    const goesOn = page.waitForRequest('**/api/sync', { timeout: 60_000 });
    await update(other);
    await expect.poll(() => offer(other).count()).toBe(0);
    await goesOn;
    await other.close();
  });
});
