import { mkdir } from 'node:fs/promises';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atRest } from './harness/at-rest.ts';
import { DESKTOP, type Device, openDevice, PHONE } from './harness/browser.ts';
import { addSession, card, logSession } from './harness/log.ts';
import { resize } from './harness/resize.ts';
import { type Server, startServer } from './harness/server.ts';
import { readyForOffline, signIn } from './harness/sign-in.ts';
import { syncTotal } from './harness/sync-total.ts';
import { syncTray } from './harness/sync-tray.ts';

const KATE = 'kate@example.org';

let server: Server;
let device: Device;
let page: Page;

beforeAll(async () => {
  [server, device] = await Promise.all([startServer({ env: { ADMIN_EMAILS: KATE } }), openDevice()]);
  page = device.page();
  await signIn(page, server, KATE);
  await page.goto(server.url);
  await readyForOffline(page);
  await syncTotal(page).filter({ hasText: 'All synced' }).waitFor();
});

afterAll(async () => {
  await device.discard();
  await server.stop();
});

/** Patches all rows of a table in this device's databases with this prefix. @returns the number of databases */
const changeStored = (databasePrefix: string, table: string, patch: object) =>
  page.evaluate(
    async ({ databasePrefix, table, patch }) => {
      const names = (await indexedDB.databases()).flatMap(({ name }) => (name?.startsWith(databasePrefix) ? [name] : []));
      for (const name of names) {
        const database = await new Promise<IDBDatabase>((resolve, reject) => {
          const opening = indexedDB.open(name);
          opening.onsuccess = () => resolve(opening.result);
          opening.onerror = () => reject(opening.error ?? new Error(name));
        });
        await new Promise<void>((resolve, reject) => {
          const changing = database.transaction(table, 'readwrite');
          const rows = changing.objectStore(table).openCursor();
          rows.onsuccess = () => {
            rows.result?.update({ ...rows.result.value, ...patch });
            rows.result?.continue();
          };
          changing.oncomplete = () => resolve();
          changing.onerror = () => reject(changing.error ?? new Error(table));
        });
        database.close();
      }
      return names.length;
    },
    { databasePrefix, table, patch },
  );

const openTray = async (total: string): Promise<Locator> => {
  await syncTotal(page).filter({ hasText: total }).click();
  const tray = syncTray(page);
  await tray.waitFor();
  return tray;
};

/** Sets the app's own theme, which overrides the browser's. */
const show = (theme: string) => page.evaluate((chosen) => (document.documentElement.dataset['theme'] = chosen), theme);

/** With SHOTS set, takes screenshots on phone and desktop in both themes. */
async function look(name: string): Promise<void> {
  const folder = process.env['SHOTS'];
  if (!folder) return;
  await mkdir(folder, { recursive: true });
  for (const viewport of [PHONE, DESKTOP]) {
    for (const theme of ['light', 'dark']) {
      await resize(page, viewport);
      await show(theme);
      await atRest(page);
      await page.screenshot({ path: `${folder}/${name}-${viewport.width}-${theme}.png` });
    }
  }
  await resize(page, PHONE);
  await show('light');
}

describe('a change that a firewall blocks', () => {
  it('shows what happened, what is safe and what to do, and syncs on a manual retry', async () => {
    await server.connection.cut();
    await device.setOffline(true);
    await addSession(page, server.url, { title: 'Attack on the sleeve' });
    await card(page, 'Attack on the sleeve').waitFor();
    // Half a minute of retries against a firewall leaves the record like this (sync/replay/stopped-on-the-way.test.ts).
    const lastError = { status: 403, code: 'intercepted', message: 'A proxy or firewall is blocking this (403).' };
    const inAnHour = (await page.evaluate(() => Date.now())) + 3_600_000;
    const failed = {
      state: 'blocked',
      serverFailures: 5,
      confirmedAtFailure: -1,
      nextAttemptAt: inAnHour,
      lastError,
      unanswered: { times: 9, atMost: 1 },
    };
    expect(await changeStored('longline-', 'outbox', failed)).toBe(1);
    await server.connection.mend();
    await device.setOffline(false);
    await page.goto(server.url);

    const tray = await openTray("Couldn't sync 1");
    const line = tray.getByRole('listitem').filter({ hasText: 'New session “Attack on the sleeve”' });
    await line.getByText('A proxy or firewall is blocking this (403).').waitFor();
    await line.getByText("It's safe on this phone and retried every hour.").waitFor();
    await expect.poll(() => line.getByRole('button').allTextContents()).toEqual(['Retry', 'Edit', 'Copy', 'Discard']);
    await look('stopped');
    await line.getByRole('button', { name: 'Retry' }).click();
    await tray.getByText('All synced').waitFor();
    await page.keyboard.press('Escape');
  });
});

describe('locked work that cannot be opened', () => {
  it('appears at the next sign-in with its date, beside opened work, and is deleted only on request', async () => {
    await server.connection.cut();
    await device.setOffline(true);
    await logSession(page, { title: 'Locked before the restore' });
    await page.getByRole('button', { name: /Account/ }).click();
    await page.getByRole('button', { name: 'Logout' }).click();
    const question = page.getByRole('dialog', { name: 'Before you log out' });
    const left = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/logout'));
    await question.getByRole('button', { name: 'Keep on this phone, encrypted' }).click();
    await left;
    await server.connection.mend();
    await device.setOffline(false);
    await page.goto(`${server.url}/api/logout`);
    await page.getByRole('link', { name: 'Beta Tester Login' }).first().waitFor();
    // The server has neither this key nor the secret that wrapped it.
    const publicKey = { kty: 'EC', crv: 'P-256', x: 'of-another-history', y: 'of-another-history' };
    expect(await changeStored('kept-', 'bundles', { publicKey, wrapped: 'A'.repeat(80) })).toBe(1);

    // The signal is lost right after the sign-in.
    const calls = /\/api\/(sync|batch|ready|auth\/keep-key)$/;
    await page.route(calls, (route) => route.abort());
    await signIn(page, server, KATE);
    const tray = await openTray('1 item only on this phone');
    const line = tray.getByRole('listitem').filter({ hasText: /^Locked / });
    await line.getByText('This waits for a connection.').waitFor();
    await expect.poll(() => line.getByRole('button').allTextContents()).toEqual(['Discard']);
    await atRest(page);
    // Nothing is above the list, so it begins where the text of any dialog begins.
    const [above, first] = await Promise.all(
      ['Only on this phone', 'Still locked 1'].map((name) => tray.getByRole('heading', { name }).boundingBox()),
    );
    expect((first?.y ?? Infinity) - (above?.y ?? 0) - (above?.height ?? 0)).toBeLessThan(48);
    await look('waits-locked');
    await page.unroute(calls);
    await page.goto(server.url);

    await openTray("Couldn't sync 1");
    await line.getByText('The server was restored and has lost the key to this.').waitFor();
    await line.getByText('1 change').waitFor();
    expect(await line.getByRole('heading').textContent()).toMatch(/^Locked .*\d/);
    await look('locked');
    await line.getByRole('button', { name: 'Retry' }).click();
    await line.waitFor();
    await line.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('dialog', { name: 'Discard this locked work?' }).getByRole('button', { name: 'Discard' }).click();
    await tray.getByText('All synced').waitFor();
    await line.waitFor({ state: 'detached' });
  });
});
