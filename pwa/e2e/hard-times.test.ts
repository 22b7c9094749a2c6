import type { CDPSession, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Device, openDevice } from './harness/browser.ts';
import { addSession, card, logSession, openLogDialog } from './harness/log.ts';
import { type Server, startServer } from './harness/server.ts';
import { readyForOffline, signIn } from './harness/sign-in.ts';
import { syncTray } from './harness/sync-tray.ts';

const KATE = 'kate@example.org';
/** 100 kbit/s, and a round trip of two seconds. */
const SLOW = { bytesPerSecond: 12_500, eachWayMs: 1_000 };

let server: Server;
let phone: Device;

beforeAll(async () => {
  [server, phone] = await Promise.all([startServer({ env: { ADMIN_EMAILS: KATE } }), openDevice()]);
  await signIn(phone.page(), server, KATE);
  await readyForOffline(phone.page());
});

afterAll(async () => {
  await phone.discard();
  await server.stop();
});

const allSynced = (page: Page) => page.getByText('All synced').first().waitFor();
const cdp = (page: Page): Promise<CDPSession> => phone.context().newCDPSession(page);
const logsOnServer = async (): Promise<{ title: string; description: string }[]> => {
  const answer = await phone.context().request.get(`${server.url}/api/videos`);
  return (await answer.json()) as { title: string; description: string }[];
};
const timesOnServer = async (title: string) => (await logsOnServer()).filter((log) => log.title === title).length;

/** Expects the session on the server, and only once after everything synced. Poll first: 'All synced' may still be stale. */
async function expectOnceOnServer(page: Page, title: string): Promise<void> {
  await expect.poll(() => timesOnServer(title)).toBeGreaterThan(0);
  await allSynced(page);
  expect(await timesOnServer(title)).toBe(1);
}

describe('a tab that stops while sending, with another tab open', () => {
  /** Logs a session and holds its request in flight, so that it does not arrive. */
  const logHeld = async (page: Page, title: string) => {
    server.connection.holdAt('POST /api/batch');
    await addSession(page, server.url, { title });
    await page
      .getByRole('banner')
      .getByRole('button', { name: /only on this phone/ })
      .click();
    await syncTray(page).getByText('On its way', { exact: true }).waitFor();
  };

  it('does not block the other tab when the browser freezes it, and continues after waking', async () => {
    const one = phone.page();
    await addSession(one, server.url, { title: 'Before it froze' });
    await expectOnceOnServer(one, 'Before it froze');
    await logHeld(one, 'On its way when the tab froze');
    const lifecycle = await cdp(one);
    await lifecycle.send('Page.setWebLifecycleState', { state: 'frozen' });
    server.connection.letGo();

    const two = await phone.context().newPage();
    await addSession(two, server.url, { title: 'Typed in the other tab' });
    await expectOnceOnServer(two, 'On its way when the tab froze');
    await expectOnceOnServer(two, 'Typed in the other tab');

    await two.close();
    await lifecycle.send('Page.setWebLifecycleState', { state: 'active' });
    await addSession(one, server.url, { title: 'After it woke' });
    await expectOnceOnServer(one, 'After it woke');
  });

  it('loses its lock to the other tab when its engine hangs, and blocks nothing else', async () => {
    const one = phone.page();
    await logHeld(one, 'On its way when the engine stopped');
    const engine = one.workers().find((worker) => worker.url().includes('engine'));
    if (!engine) throw new Error('The page has no engine worker');
    const stopped = one.waitForEvent('console', (message) => message.text() === 'the engine is suspended');
    void engine
      .evaluate(async () => {
        const { name = '' } = (await indexedDB.databases()).find((database) => /^longline-[0-9a-f-]{36}$/.test(database.name ?? '')) ?? {};
        // Hold the lock for file recovery too, as an engine that hangs during a recovery would.
        await new Promise<void>((held) => {
          void navigator.locks.request(name.replace('longline-', 'longline-recover-'), () => (held(), new Promise(() => {})));
        });
        console.info('the engine is suspended');
        // The engine now waits forever, like a process that the system suspended: it keeps its locks and receives no events.
        Atomics.wait(new Int32Array(new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }).buffer), 0, 0);
      })
      .catch(() => undefined);
    await stopped;
    server.connection.letGo();
    const two = await phone.context().newPage();
    // Wait for this tab's engine: the service worker could send the session, too.
    const reads = two.waitForRequest((request) => request.url().endsWith('/api/sync'), { timeout: 0 });
    await addSession(two, server.url, { title: 'Typed beside a stopped engine' });
    await reads;
    await expectOnceOnServer(two, 'On its way when the engine stopped');
    await expectOnceOnServer(two, 'Typed beside a stopped engine');
    await two.close();
  });
});

describe('a full device', () => {
  it('shows an error, keeps the form open, and saves once there is room', async () => {
    // Set the quota right after a browser start: a running browser caches the last known free space for half a minute.
    await phone.close();
    const page = await phone.reopen();
    const quota = await cdp(page);
    await quota.send('Storage.overrideQuotaForOrigin', { origin: server.url, quotaSize: 1 });
    await page.goto(server.url);
    await openLogDialog(page);
    const dialog = page.getByRole('dialog', { name: 'Add Training Log' });
    await dialog.getByLabel('Title').fill('Typed on a full phone');
    await dialog.getByRole('button', { name: /^Save/ }).click();
    const toast = page.getByRole('alert').or(page.getByRole('status')).filter({ hasText: 'Failed to save training log' });
    await toast.getByText(/This device is full, so nothing was saved/).waitFor();
    expect(await dialog.getByLabel('Title').inputValue()).toBe('Typed on a full phone');

    await quota.send('Storage.overrideQuotaForOrigin', { origin: server.url });
    await dialog.getByRole('button', { name: /^Save/ }).click();
    await dialog.waitFor({ state: 'hidden' });
    await card(page, 'Typed on a full phone').waitFor();
    await expectOnceOnServer(page, 'Typed on a full phone');
  });
});

describe('a connection of 100 kbit/s with a round trip of two seconds', () => {
  it('does not delay opening the log, and delivers a new session', async () => {
    const page = phone.page();
    // No request is answered: everything on the screen comes from the device.
    server.connection.hold();
    await page.goto(server.url);
    await card(page, 'Typed on a full phone').waitFor();
    server.connection.limit(SLOW.bytesPerSecond, SLOW.eachWayMs);
    server.connection.letGo();
    await logSession(page, { title: 'Over a slow connection', notes: 'Wet grass, light wind.' });
    await expectOnceOnServer(page, 'Over a slow connection');
    server.connection.limit(Infinity);
  });
});

describe('a browser kill during a save', () => {
  /** Whether the draft is in IndexedDB, read without the app. */
  const draftIsKept = (page: Page, title: string) =>
    page.evaluate(async (wanted) => {
      const { name } = (await indexedDB.databases()).find((database) => /^longline-[0-9a-f-]{36}$/.test(database.name ?? '')) ?? {};
      const opening = indexedDB.open(name ?? '');
      const db = await new Promise<IDBDatabase>((resolve) => (opening.onsuccess = () => resolve(opening.result)));
      const reading = db.transaction('drafts').objectStore('drafts').getAll();
      await new Promise((resolve) => (reading.onsuccess = resolve));
      db.close();
      return JSON.stringify(reading.result).includes(wanted);
    }, title);

  it.each([
    ['as Save is tapped', false],
    ['while the change is being written', true],
  ])('%s keeps what was typed, as a draft or in the log, and sends it once', async (when, inCommit) => {
    // Chromium writes cookies late: a normal close puts them on disk.
    await phone.close();
    const page = await phone.reopen();
    await page.addInitScript(() => {
      const add = IDBObjectStore.prototype.add;
      IDBObjectStore.prototype.add = function (...given) {
        if (this.name === 'outbox') console.info('a change is being written');
        return add.apply(this, given);
      };
    });
    const title = `Killed ${when}`;
    await page.goto(server.url);
    await openLogDialog(page);
    const dialog = page.getByRole('dialog', { name: 'Add Training Log' });
    await dialog.getByLabel('Title').fill(title);
    await dialog.getByLabel(/^Notes/).fill('Every word of it.');
    await expect.poll(() => draftIsKept(page, 'Every word of it.'), { timeout: 30_000 }).toBe(true);
    const writing = page.waitForEvent('console', (message) => message.text() === 'a change is being written');
    const tapped = dialog
      .getByRole('button', { name: /^Save/ })
      .click()
      .catch(() => undefined);
    if (inCommit) await writing;
    else writing.catch(() => undefined);
    await phone.kill();
    await tapped;

    const again = await phone.reopen();
    // Search for the title: a continued draft keeps its minute, so it may be below the part of the log that is rendered.
    await again.goto(`${server.url}/?q=${encodeURIComponent(title)}`);
    await again.getByRole('heading', { name: 'Training Log', level: 1 }).waitFor();
    // The kill may have come before or after the write, so either is right: a draft or the session.
    const draft = again.getByRole('button', { name: new RegExp(`^Continue: .*${title}`) });
    await card(again, title).or(draft).first().waitFor();
    if ((await draft.count()) > 0) {
      await draft.click();
      const kept = again.getByRole('dialog', { name: 'Add Training Log' });
      expect(await kept.getByLabel('Title').inputValue()).toBe(title);
      await kept.getByRole('button', { name: /^Save/ }).click();
      await kept.waitFor({ state: 'hidden' });
    }
    await card(again, title).waitFor();
    await expectOnceOnServer(again, title);
    expect((await logsOnServer()).filter((log) => log.title === title)).toMatchObject([{ description: 'Every word of it.' }]);
  });
});
