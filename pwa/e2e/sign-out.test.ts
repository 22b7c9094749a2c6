import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atRest } from './harness/at-rest.ts';
import { axeViolations } from './harness/axe-violations.ts';
import { type Device, openDevice } from './harness/browser.ts';
import { addSession, card, logSession, openLogDialog } from './harness/log.ts';
import { type Server, startServer } from './harness/server.ts';
import { readyForOffline, signIn } from './harness/sign-in.ts';

const KATE = 'kate@example.org';
const BROCK = 'brock@example.org';

let server: Server;
let device: Device;
let page: Page;

beforeAll(async () => {
  [server, device] = await Promise.all([startServer({ env: { ADMIN_EMAILS: KATE } }), openDevice()]);
  page = device.page();
  await signIn(page, server, KATE);
  await page.goto(server.url);
  await readyForOffline(page);
  await page.getByText('All synced').first().waitFor();
});

afterAll(async () => {
  await device.discard();
  await server.stop();
});

const logOut = async () => {
  await page.getByRole('button', { name: /Account/ }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
};
const question = () => page.getByRole('dialog', { name: 'Before you log out' });
const landingPage = () => page.getByRole('link', { name: 'Beta Tester Login' }).first();

/** Number of readable sessions on this device, of any person. */
const readableSessions = () =>
  page.evaluate(async () => {
    let sessions = 0;
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error ?? new Error(name));
      });
      if (database.objectStoreNames.contains('videos')) {
        sessions += await new Promise<number>((resolve, reject) => {
          const counting = database.transaction('videos').objectStore('videos').count();
          counting.onsuccess = () => resolve(counting.result);
          counting.onerror = () => reject(counting.error ?? new Error(name));
        });
      }
      database.close();
    }
    return sessions;
  });

describe('logging out', () => {
  it('by a link asks first', async () => {
    await page.goto(`${server.url}/?dialog=sign-out`);
    const asked = page.getByRole('dialog', { name: 'Log out?' });
    await asked.waitFor();
    await asked.getByRole('button', { name: 'Cancel' }).click();
    await asked.waitFor({ state: 'detached' });
    expect(await page.evaluate(async () => (await fetch('/api/auth/user')).status)).toBe(200);
  });

  it('asks what to do with work that is only on this device', async () => {
    await server.connection.cut();
    await device.setOffline(true);
    await addSession(page, server.url, { title: 'At the far field' });
    await logOut();
    await question().getByText('Only on this phone: 1 change.').waitFor();
    await atRest(page);
    expect(await axeViolations(page)).toEqual([]);
    await question().getByRole('button', { name: 'Discard and log out' }).click();
    await page.getByRole('dialog', { name: 'Discard everything?' }).getByRole('button', { name: 'Cancel' }).click();
    await question().getByRole('button', { name: 'Stay signed in' }).click();
    await question().waitFor({ state: 'detached' });
    await card(page, 'At the far field').waitFor();
  });

  it('keeps the work locked on the device until the same person signs in, and then syncs it', async () => {
    await logOut();
    await question().waitFor();
    // Offline, the device locks its work at once. The server learns of the sign-out with the next page load.
    const left = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/logout'));
    await question().getByRole('button', { name: 'Keep on this phone, encrypted' }).click();
    await left;
    await server.connection.mend();
    await device.setOffline(false);
    await page.goto(`${server.url}/api/logout`);
    await landingPage().waitFor();
    expect(await readableSessions()).toBe(0);
    await signIn(page, server, KATE);
    await card(page, 'At the far field').waitFor();
    await expect.poll(() => page.evaluate(async () => (await (await fetch('/api/videos')).json()).length)).toBe(1);
  });

  it('signs out at once when everything is synced, and leaves no rows behind', async () => {
    await page.getByText('All synced').first().waitFor();
    await logOut();
    await landingPage().waitFor();
    expect(await readableSessions()).toBe(0);
    expect(await page.evaluate(async () => (await fetch('/api/auth/user')).status)).toBe(401);
  });

  it('also asks a person whose access was removed while work was on the device', async () => {
    const beta = (method: string, path: string) =>
      page.evaluate(
        async ([method, path, email]) =>
          (
            await fetch(path, {
              method,
              headers: { 'Content-Type': 'application/json' },
              ...(method === 'POST' && { body: JSON.stringify({ email }) }),
            })
          ).status,
        [method, path, BROCK] as const,
      );
    await signIn(page, server, KATE);
    expect(await beta('POST', '/api/admin/beta-access')).toBe(201);
    const other = await openDevice();
    try {
      const brock = other.page();
      await signIn(brock, server, BROCK);
      await readyForOffline(brock);
      await brock.getByText('All synced').first().waitFor();
      expect(await beta('DELETE', `/api/admin/beta-access/${BROCK}`)).toBe(200);
      await logSession(brock, { title: 'Typed too late' });
      await brock.waitForURL('**/not-authorized');
      await brock.getByRole('link', { name: 'Logout' }).click();
      const asked = brock.getByRole('dialog', { name: 'Before you log out' });
      await asked.getByText('Only on this phone: 1 change.').waitFor();
      await asked.getByRole('button', { name: 'Discard and log out' }).click();
      await brock.getByRole('dialog', { name: 'Discard everything?' }).getByRole('button', { name: 'Discard and log out' }).click();
      await brock.getByRole('link', { name: 'Beta Tester Login' }).first().waitFor();
      expect(await brock.evaluate(async () => (await indexedDB.databases()).filter(({ name }) => name?.startsWith('longline-')))).toEqual(
        [],
      );
    } finally {
      await other.discard();
    }
  });

  it('keeps a locked draft beside text typed into a form that was open before the draft was unlocked', async () => {
    const dialog = page.getByRole('dialog', { name: 'Add Training Log' });
    const typeInto = async (title: string) => {
      await dialog.getByLabel('Title').fill(title);
      await dialog.getByRole('button', { name: 'Close' }).click();
      await page.getByText(`Unsaved draft: ${title}`).waitFor();
    };
    await page.goto(server.url);
    await openLogDialog(page);
    await typeInto('Half typed');
    await logOut();
    await question().getByRole('button', { name: 'Keep on this phone, encrypted' }).click();
    await landingPage().waitFor();
    let unlock = () => {};
    const formIsOpen = new Promise<void>((resolve) => (unlock = resolve));
    await page.route('**/api/auth/keep-key', async (route) => {
      await formIsOpen;
      await route.continue();
    });
    await signIn(page, server, KATE);
    await openLogDialog(page);
    await dialog.getByLabel('Title').waitFor();
    unlock();
    await page.getByText('Unsaved draft: Half typed').waitFor({ state: 'attached' });
    await typeInto('Typed meanwhile');
    await expect.poll(() => page.getByText('Unsaved draft: Half typed').count()).toBe(1);
  });
});
