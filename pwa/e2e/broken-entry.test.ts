import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Device, openDevice } from './harness/browser.ts';
import { actOn, addDog, addSession, card } from './harness/log.ts';
import { type Server, startServer } from './harness/server.ts';
import { readyForOffline, signIn } from './harness/sign-in.ts';
import { syncTotal } from './harness/sync-total.ts';
import { syncTray } from './harness/sync-tray.ts';

const KATE = 'kate@example.org';
const NO_ZONE = 'Nowhere/Else';

let server: Server;
let phone: Device;

beforeAll(async () => {
  [server, phone] = await Promise.all([startServer({ env: { ADMIN_EMAILS: KATE } }), openDevice()]);
  const page = phone.page();
  await signIn(page, server, KATE);
  await readyForOffline(page);
  await addSession(page, server.url, { title: 'Heel', notes: 'Only mine to read.' });
  await addSession(page, server.url, { title: 'Send-away' });
  await addDog(page, server.url, { name: 'Fen', breed: 'Border Collie', birthdate: '2021-03-14' });
  await addDog(page, server.url, { name: 'Moss', breed: 'Border Collie', birthdate: '2022-03-14' });
  // Otherwise the server's answer could overwrite a planted row. Polls first: 'All synced' may still be stale.
  const dogs = async () => (await (await page.request.get(`${server.url}/api/dogs`)).json()) as object[];
  await vi.waitUntil(async () => (await dogs()).length === 2, { timeout: 30_000 });
  await page.getByText('All synced').first().waitFor();
});

afterAll(async () => {
  await phone.discard();
  await server.stop();
});

/**
 * Changes a row in IndexedDB directly, as a defect or another app version might.
 * @param name title or name of the row; null adds one
 */
const plant = (page: Page, table: string, name: string | null, fields: Record<string, unknown>): Promise<string> =>
  page.evaluate(
    async ([store, wanted, changed]) => {
      const opened = (request: IDBRequest) => new Promise((resolve) => (request.onsuccess = resolve));
      const { name: database = '' } = (await indexedDB.databases()).find((each) => /^longline-[0-9a-f-]{36}$/.test(each.name ?? '')) ?? {};
      const opening = indexedDB.open(database);
      await opened(opening);
      const rows = opening.result.transaction(store, 'readwrite').objectStore(store);
      const reading = rows.getAll() as IDBRequest<{ id: string; title?: string; name?: string }[]>;
      await opened(reading);
      const row = wanted === null ? { id: '' } : reading.result.find((each) => (each.title ?? each.name) === wanted);
      if (!row) throw new Error(`There is no ${wanted}`);
      await opened(rows.put({ ...row, ...(changed as object) }));
      opening.result.close();
      return row.id;
    },
    [table, name, fields] as [string, string | null, Record<string, unknown>],
  );

describe('a session with an unknown time zone', () => {
  it('shows a one-line message in the log, and other sessions stay usable', async () => {
    const page = phone.page();
    await page.goto(server.url);
    await card(page, 'Heel').waitFor();
    const id = await plant(page, 'videos', 'Heel', { trainedZone: NO_ZONE });
    await page.goto(server.url);
    const broken = page.getByRole('article').filter({ hasText: "This session can't be shown. Your data is safe." });
    await broken.waitFor();
    const { height = 0 } = (await broken.boundingBox()) ?? {};
    expect(height).toBeGreaterThanOrEqual(48);

    // The app's permissions policy forbids reading the clipboard, even in tests.
    const copying = page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          const write = navigator.clipboard.writeText.bind(navigator.clipboard);
          navigator.clipboard.writeText = (text) => write(text).then(() => resolve(text));
        }),
    );
    await broken.getByRole('button', { name: 'Copy details' }).click();
    await broken.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = await copying;
    expect(copied).toContain(`Row: ${id}`);
    expect(copied).toMatch(/^RangeError: /);
    expect(copied).not.toContain('Only mine to read');

    await actOn(page, 'Send-away', 'Edit Send-away');
    const dialog = page.getByRole('dialog', { name: 'Edit Training Log' });
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'detached' });
  });

  it('shows the message in the edit dialog, which closes and leaves the page usable', async () => {
    const page = phone.page();
    await page.goto(server.url);
    const id = await plant(page, 'videos', 'Heel', { trainedZone: NO_ZONE });
    await page.goto(`${server.url}/?dialog=edit-session&id=${id}`);
    const dialog = page.getByRole('dialog', { name: 'Something went wrong' });
    await dialog.getByText("This dialog can't be shown. Your data is safe.").waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'detached' });
    await actOn(page, 'Send-away', /^Comment/);
    await page.getByRole('dialog', { name: 'Comments' }).waitFor();
    await expect.poll(() => page.locator('dialog').count()).toBe(1);
  });

  it('is shown again once its row is valid', async () => {
    const page = phone.page();
    await page.goto(server.url);
    await page.getByText("This session can't be shown.").waitFor();
    await plant(page, 'videos', 'Heel', { trainedZone: 'Europe/London' });
    await page.goto(server.url);
    await card(page, 'Heel').waitFor();
    expect(await page.getByText("can't be shown").count()).toBe(0);
  });
});

it('an invalid date replaces only one line of the log', async () => {
  const page = phone.page();
  await page.goto(server.url);
  await plant(page, 'videos', 'Heel', { day: '2026-13-45' });
  await page.goto(server.url);
  await page.getByText("This date can't be shown.").waitFor();
  await card(page, 'Heel').waitFor();
  await card(page, 'Send-away').waitFor();
  expect(await page.getByText('Something went wrong on this page').count()).toBe(0);
});

it('a dog that cannot be shown leaves the other dogs usable', async () => {
  const page = phone.page();
  await page.goto(`${server.url}/my-dogs`);
  await page.getByRole('heading', { name: 'Fen' }).waitFor();
  await plant(page, 'dogs', 'Fen', { name: null, birthdate: { year: 2021 } });
  await page.goto(`${server.url}/my-dogs`);
  await page.getByText("This dog can't be shown. Your data is safe.").waitFor();
  await page.getByRole('button', { name: /Moss/ }).click();
  await page.getByRole('dialog').getByText('Moss').first().waitFor();
  expect(await page.getByText('Something went wrong').count()).toBe(0);
});

describe('a draft that cannot be shown', () => {
  it('leaves the log and the other drafts usable', async () => {
    const page = phone.page();
    await page.goto(server.url);
    await card(page, 'Send-away').waitFor();
    const draft = { mediaId: null, updatedAt: 1 };
    // This draft edits a session that is not on the device, so the log would offer its words for copying.
    await plant(page, 'drafts', null, { ...draft, key: 'videos.update:7b1d2c3e-4f5a-4b6c-8d7e-9f0a1b2c3d4e', values: null });
    await plant(page, 'drafts', null, { ...draft, key: 'videos.create~spare', values: { title: 'Tracks' } });
    await page.goto(server.url);
    const drafts = page.getByRole('list', { name: 'Unsaved drafts' });
    await drafts.getByText("This draft can't be shown. Your data is safe.").waitFor();
    await drafts.getByText('Unsaved draft: Tracks.').waitFor();
    await card(page, 'Send-away').waitFor();
    expect(await page.getByText('Something went wrong').count()).toBe(0);
  });
});

it('locked work without a valid date leaves the tray usable', async () => {
  const page = phone.page();
  await page.goto(server.url);
  await card(page, 'Send-away').waitFor();
  const bundle = { ephemeral: {}, sealed: new Uint8Array(8) };
  await page.evaluate(
    async (rows) => {
      const { name = '' } = (await indexedDB.databases()).find((each) => /^longline-[0-9a-f-]{36}$/.test(each.name ?? '')) ?? {};
      const opening = indexedDB.open(`kept-${name}`);
      const opened = (request: IDBRequest) => new Promise((resolve) => (request.onsuccess = resolve));
      await opened(opening);
      const bundles = opening.result.transaction('bundles', 'readwrite').objectStore('bundles');
      for (const row of rows) await opened(bundles.put(row));
      opening.result.close();
    },
    [
      { ...bundle, id: 'broken', keptAt: 1e300 },
      { ...bundle, id: 'whole', keptAt: 1_760_000_000_000 },
    ],
  );
  await page.goto(server.url);
  await syncTotal(page).filter({ hasText: "Couldn't sync 2" }).click();
  const tray = syncTray(page);
  await tray.getByText("This locked work can't be shown. Your data is safe.").waitFor();
  await tray.getByRole('heading', { name: /^Locked \d/ }).waitFor();
  expect(await page.getByText('Something went wrong').count()).toBe(0);
});
