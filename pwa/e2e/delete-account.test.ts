import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unpackZip } from '../../api/testing/unpack-export.ts';
import { becomePartners, call } from './harness/as-person.ts';
import { type Device, openDevice, PHONE } from './harness/browser.ts';
import { addSession, card } from './harness/log.ts';
import { expectNoFaults } from './harness/no-faults.ts';
import { type Server, startServer } from './harness/server.ts';
import { proveEmail, readyForOffline, signIn } from './harness/sign-in.ts';
import { syncTotal } from './harness/sync-total.ts';

const KATE = 'kate@example.org';
const BELLA = 'bella@example.org';
const CARL = 'carl@example.org';
const DORA = 'dora@example.org';
const EVI = 'evi@example.org';
/** In all that Kate writes. */
const PLANTED = 'Quittenbaum';

let folder: string;
let server: Server;
let devices: Device[];
let [kate, tablet, bella]: Page[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'longline-last-export-'));
  server = await startServer({ env: { ADMIN_EMAILS: [KATE, BELLA, CARL, EVI].join(',') } });
  devices = await Promise.all([openDevice({ viewport: PHONE }), openDevice(), openDevice({ viewport: PHONE })]);
  [kate, tablet, bella] = devices.map((device) => device.page());
  for (const page of [kate!, tablet!]) await signIn(page, server, KATE);
  await signIn(bella!, server, BELLA);
  await becomePartners(kate!, bella!);
  await addSession(kate!, server.url, { title: `Send-away ${PLANTED}`, notes: `Straight ${PLANTED}` });
  await syncTotal(kate!).filter({ hasText: 'All synced' }).waitFor();
});
afterAll(async () => {
  for (const device of devices) await device.discard();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Delete account' });
const confirm = (page: Page) => dialog(page).getByRole('button', { name: 'Delete account', exact: true }).click();
const gone = (page: Page) => page.getByRole('heading', { name: 'Your account is deleted' }).waitFor();
const cleared = (page: Page) => page.getByText('Nothing of it is left on this device.').waitFor();
const deletion = (page: Page) => page.goto(`${server.url}/your-data?dialog=delete-account`);

/** Databases and files of a person in this browser, and where these words are. */
const heldOf = (page: Page, userId: string): Promise<string[]> =>
  page.evaluate(async (id) => {
    const found = (await indexedDB.databases()).flatMap(({ name }) => (name?.includes(id) ? [name] : []));
    const walk = async (folder: FileSystemDirectoryHandle) => {
      for await (const [name, entry] of (folder as unknown as { entries(): AsyncIterable<[string, FileSystemHandle]> }).entries()) {
        if (name.includes(id)) found.push(name);
        if (entry.kind === 'directory') await walk(entry as FileSystemDirectoryHandle);
      }
    };
    await walk(await navigator.storage.getDirectory());
    for (const [name, value] of Object.entries(localStorage) as [string, string][]) if ((name + value).includes(id)) found.push(name);
    return found;
  }, userId);

/** Stores of this browser's databases, caches and items that contain the words. */
const placesOf = (page: Page, words: string): Promise<string[]> =>
  page.evaluate(async (text) => {
    const found: string[] = [];
    const answer = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error('Not read'));
      });
    for (const { name } of await indexedDB.databases()) {
      const database = await answer(indexedDB.open(name!));
      for (const store of database.objectStoreNames) {
        const rows = await answer(database.transaction(store).objectStore(store).getAll());
        if (JSON.stringify(rows).includes(text)) found.push(`${name} ${store}`);
      }
      database.close();
    }
    for (const items of [localStorage, sessionStorage]) if (JSON.stringify(items).includes(text)) found.push('items');
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) if ((await (await cache.match(request))!.text()).includes(text)) found.push(request.url);
    }
    return found;
  }, words);

describe('an account that is deleted in a week', () => {
  it('takes four taps from the log, and says first what goes', async () => {
    await bella!.goto(server.url);
    await expect.poll(() => placesOf(bella!, PLANTED)).not.toEqual([]);
    await kate!.getByRole('button', { name: /^Account/ }).click();
    await kate!.getByRole('link', { name: 'Your data' }).click();
    await kate!.getByRole('button', { name: 'Delete account…' }).click();
    await dialog(kate!).getByText('Sessions, with their sets and comments').waitFor();
    await expectNoFaults(kate!);
    await dialog(kate!).getByLabel('Type your email to confirm').fill(KATE);
    await confirm(kate!);
    await kate!.getByRole('heading', { name: 'Your account will be deleted' }).waitFor();
    await expectNoFaults(kate!);
    await kate!.getByRole('button', { name: 'Keep my account' }).click();
    await card(kate!, `Send-away ${PLANTED}`).waitFor();
  });

  it('says so even if the connection drops after the answer', async () => {
    await deletion(kate!);
    let refused = 0;
    await kate!.route('**/api/auth/access', (route) => {
      refused += 1;
      return route.abort();
    });
    await dialog(kate!).getByLabel('Type your email to confirm').fill(KATE);
    await confirm(kate!);
    await kate!.getByRole('heading', { name: 'Your account will be deleted' }).waitFor();
    await expect.poll(() => refused).toBeGreaterThan(0);
    await kate!.getByRole('link', { name: 'Try Again' }).click();
    await kate!.getByText("Couldn't reach the server").waitFor();
    await kate!.getByRole('heading', { name: 'Your account will be deleted' }).waitFor();
    await kate!.unroute('**/api/auth/access');
  });

  it('is hidden from partners, whose devices drop what they held, until its person keeps it', async () => {
    await expect.poll(() => placesOf(bella!, PLANTED)).toEqual([]);
    await kate!.getByRole('button', { name: 'Keep my account' }).click();
    await card(kate!, `Send-away ${PLANTED}`).waitFor();
    await expect.poll(() => placesOf(bella!, PLANTED)).not.toEqual([]);
  });
});

describe('an account that is deleted at once', () => {
  let kateId: string;

  it('is offered as an export first', async () => {
    await kate!.goto(`${server.url}/your-data`);
    await kate!.getByRole('button', { name: 'Delete account…' }).click();
    await dialog(kate!).getByRole('button', { name: 'Export first' }).click();
    await expect.poll(() => kate!.evaluate(() => document.activeElement?.id)).toBe('export');
    await dialog(kate!).waitFor({ state: 'detached' });
  });

  it('refuses another address, and says so at the field', async () => {
    await deletion(kate!);
    await dialog(kate!).getByLabel('Now').check();
    await dialog(kate!).getByLabel('Type your email to confirm').fill(BELLA);
    await confirm(kate!);
    await dialog(kate!).getByText('This is not the email address of this account').waitFor();
    await expectNoFaults(kate!);
  });

  it('gives a receipt, and leaves nothing on the device', async () => {
    kateId = (await call<{ id: string }>(kate!, 'GET', '/api/auth/user')).answer.id;
    await tablet!.goto(server.url);
    await readyForOffline(tablet!);
    await devices[1]!.setOffline(true);
    await addSession(tablet!, server.url, { title: `Only on the tablet ${PLANTED}` });
    await dialog(kate!).getByLabel('Type your email to confirm').fill(KATE);
    await confirm(kate!);
    await gone(kate!);
    await kate!.getByText(/Receipt [0-9A-F]{4}-[0-9A-F]{4}/).waitFor();
    await cleared(kate!);
    await expectNoFaults(kate!);
    expect(await heldOf(kate!, kateId)).toEqual([]);
    expect(await placesOf(kate!, PLANTED)).toEqual([]);
    const [receipt] = await Promise.all([kate!.waitForEvent('download'), kate!.getByRole('button', { name: 'Save receipt' }).click()]);
    expect(receipt.suggestedFilename()).toMatch(/^longline-[0-9A-F]{4}-[0-9A-F]{4}\.txt$/);
    await kate!.getByRole('link', { name: 'Leave' }).click();
    await kate!.getByRole('link', { name: 'Beta Tester Login' }).first().waitFor();
    await expect.poll(() => placesOf(bella!, PLANTED)).toEqual([]);
  });

  it('tells another device, which offers what is only there, and then removes everything in all its tabs', async () => {
    await devices[1]!.setOffline(false);
    await gone(tablet!);
    await tablet!.getByText(`1 item of ${KATE} is only on this device.`).waitFor();
    await expectNoFaults(tablet!);
    const second = await devices[1]!.context().newPage();
    await second.goto(server.url);
    await second.getByText(`1 item of ${KATE} is only on this device.`).waitFor();
    const [download] = await Promise.all([
      tablet!.waitForEvent('download'),
      tablet!.getByRole('button', { name: 'Export what this device holds' }).click(),
    ]);
    await unpackZip(new Uint8Array(await readFile(await download.path())), folder);
    for (const name of ['data/sessions.jsonl', 'beside/not-sent.json'])
      expect(await readFile(join(folder, name), 'utf8')).toContain('Only on the tablet');
    await tablet!.getByRole('button', { name: 'Remove from this device' }).click();
    await tablet!.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await Promise.all([cleared(tablet!), cleared(second)]);
    expect(await heldOf(tablet!, kateId)).toEqual([]);
    expect(await placesOf(tablet!, PLANTED)).toEqual([]);
    await second.close();
    await tablet!.reload();
    await cleared(tablet!);
    await tablet!.getByRole('link', { name: 'Leave' }).click();
    await tablet!.getByRole('link', { name: 'Beta Tester Login' }).first().waitFor();
  });

  it('shows its receipt although the answer was lost', async () => {
    await signIn(kate!, server, CARL);
    const carlId = (await call<{ id: string }>(kate!, 'GET', '/api/auth/user')).answer.id;
    await deletion(kate!);
    await dialog(kate!).getByLabel('Now').check();
    await dialog(kate!).getByLabel('Type your email to confirm').fill(CARL);
    await kate!.evaluate(() => {
      const { fetch } = window;
      window.fetch = async (input, init) => {
        const request = new Request(input, init);
        const answer = await fetch(request);
        if (request.method !== 'POST') return answer;
        window.fetch = fetch;
        throw new TypeError('The answer was lost');
      };
    });
    await confirm(kate!);
    await gone(kate!);
    await kate!.getByText(/Receipt [0-9A-F]{4}-[0-9A-F]{4}/).waitFor();
    await cleared(kate!);
    expect(await kate!.locator('.toast').count()).toBe(0);
    expect(await heldOf(kate!, carlId)).toEqual([]);
    await kate!.getByRole('link', { name: 'Leave' }).click();
  });

  it.each([
    { next: BELLA, finds: 'Training Log' },
    { next: DORA, finds: 'Not in the beta yet' },
  ])('offers what is only on a device to $next, who signs in there next', async ({ next, finds }) => {
    await signIn(tablet!, server, EVI);
    const { id } = (await call<{ id: string }>(tablet!, 'GET', '/api/auth/user')).answer;
    await readyForOffline(tablet!);
    await syncTotal(tablet!).filter({ hasText: 'All synced' }).waitFor();
    await devices[1]!.setOffline(true);
    await addSession(tablet!, server.url, { title: `Of Evi ${PLANTED}` });
    // So that no page of the app learns of the deletion before the sign-in.
    await tablet!.goto('about:blank');
    await signIn(kate!, server, EVI);
    await call(kate!, 'POST', '/api/account/deletion', { when: 'now', email: EVI });
    await devices[1]!.setOffline(false);
    await tablet!.goto(`${server.url}/api/login`);
    await proveEmail(tablet!, server, next);
    await tablet!.getByRole('heading', { name: 'An account used in this browser is deleted' }).waitFor();
    await tablet!.getByText(`1 item of ${EVI} is only on this device.`).waitFor();
    await expectNoFaults(tablet!);
    const [download] = await Promise.all([
      tablet!.waitForEvent('download'),
      tablet!.getByRole('button', { name: 'Export what this device holds' }).click(),
    ]);
    await unpackZip(new Uint8Array(await readFile(await download.path())), folder);
    expect(await readFile(join(folder, 'data/sessions.jsonl'), 'utf8')).toContain('Of Evi');
    await tablet!.getByRole('button', { name: 'Remove from this device' }).click();
    await tablet!.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await cleared(tablet!);
    await tablet!.getByRole('link', { name: 'Continue to Longline' }).click();
    await tablet!.getByRole('heading', { name: finds, level: 1 }).waitFor();
    expect(await heldOf(tablet!, id)).toEqual([]);
    await tablet!.goto(`${server.url}/api/logout`);
    // Her browser, too, forgets her at its next start.
    await kate!.goto(server.url);
    await cleared(kate!);
    await kate!.getByRole('link', { name: 'Leave' }).click();
  });

  it('is open to a person without access', async () => {
    await kate!.getByRole('link', { name: 'Beta Tester Login' }).first().click();
    await proveEmail(kate!, server, DORA);
    await kate!.getByRole('heading', { name: 'Not in the beta yet' }).waitFor();
    await kate!.getByRole('button', { name: 'Delete account…' }).click();
    await dialog(kate!).getByLabel('Now').check();
    await dialog(kate!).getByLabel('Type your email to confirm').fill(DORA);
    await expectNoFaults(kate!);
    await confirm(kate!);
    await gone(kate!);
    await cleared(kate!);
  });
});
