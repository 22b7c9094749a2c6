import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Device, openDevice } from './harness/browser.ts';
import { card, logSession, openLogDialog } from './harness/log.ts';
import { type Server, startServer } from './harness/server.ts';
import { giveEmailAndCode, proveEmail, readyForOffline, signIn } from './harness/sign-in.ts';
import { makeVideoFile } from './harness/video-file.ts';

const KATE = 'kate@example.org';
const OWEN = 'owen@example.org';
/** A word in everything that Kate types, by which the test finds traces of her. */
const WORD = 'Quernstone';

let server: Server;
let device: Device;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'longline-shared-device-'));
  [server, device] = await Promise.all([startServer({ env: { ADMIN_EMAILS: `${KATE},${OWEN}` } }), openDevice()]);
});
afterAll(async () => {
  await device.discard();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Where this browser profile holds readable traces of Kate: databases, files, caches and page storage. */
const traces = (page: Page, film: string) =>
  page.evaluate(
    async ([words, filmPath]) => {
      const found: string[] = [];
      const look = (where: string, text: string) => {
        for (const word of words) if (text.includes(word)) found.push(`${where}: ${word}`);
      };
      const answerOf = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error ?? new Error('IndexedDB'));
        });
      for (const { name = '' } of await indexedDB.databases()) {
        const database = await answerOf(indexedDB.open(name));
        for (const table of database.objectStoreNames) {
          const rows = await answerOf(database.transaction(table).objectStore(table).getAll());
          look(
            `${name} ${table}`,
            JSON.stringify(rows, (_key, value: unknown) => (value instanceof Uint8Array ? String.fromCharCode(...value) : value)),
          );
        }
        database.close();
      }
      for await (const [room, handle] of (await navigator.storage.getDirectory()).entries()) {
        if (room.startsWith('media-kept-')) continue;
        for await (const name of (handle as FileSystemDirectoryHandle).keys()) found.push(`${room}/${name}`);
      }
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const request of await cache.keys()) look(request.url, (await (await cache.match(request))?.text()) ?? '');
      }
      look('page storage', JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
      const cached = await fetch(filmPath, { cache: 'only-if-cached', mode: 'same-origin' }).catch(() => null);
      if (cached?.ok) found.push('the film in the HTTP cache');
      return found;
    },
    [[WORD, KATE], film] as const,
  );

interface LogOnServer {
  title: string;
  videoUrl: string;
}
/** Her sessions on the server. */
const logs = (page: Page) =>
  page.evaluate(async () => (await (await fetch('/api/videos')).json()) as { title: string; videoUrl: string | null }[]);
/** Those whose film has arrived. */
const withFilm = async (page: Page) => (await logs(page)).filter((log): log is LogOnServer => log.videoUrl !== null);

it('hides the work of a person whose sign-in expired from the next person, and gives it back to its author', async () => {
  const page = device.page();
  await signIn(page, server, KATE);
  await readyForOffline(page);
  const { path } = await makeVideoFile(page, folder, 1_048_576);
  await page.goto(server.url);
  await logSession(page, { title: `${WORD} synced`, media: path });
  await expect.poll(() => withFilm(page), { timeout: 60_000 }).toMatchObject([{ title: `${WORD} synced` }]);
  // The device has the answer too.
  await page.getByText('All synced').first().waitFor();
  const [{ videoUrl: film }] = (await withFilm(page)) as [LogOnServer];
  await page.evaluate(async (where) => void (await (await fetch(where)).arrayBuffer()), film);
  await server.connection.cut();
  await device.setOffline(true);
  await logSession(page, { title: `${WORD} at the far field`, media: path });
  expect((await traces(page, film)).length).toBeGreaterThan(3);
  const taken = { cookies: await device.context().cookies(), storage: await page.evaluate(() => ({ ...localStorage })) };

  // The sign-in expires without a sign-out. While Kate is alone on her phone, she still sees her log.
  await device.context().clearCookies();
  await page.goto(server.url);
  await card(page, `${WORD} at the far field`).waitFor();
  await server.connection.mend();
  await device.setOffline(false);

  await page.goto(`${server.url}/api/login`);
  await giveEmailAndCode(page, server, OWEN);
  await expect.poll(() => traces(page, film)).toEqual([]);

  // With Kate's cookie and cached profile put back, the app opens offline without anything of hers.
  await server.connection.cut();
  await device.setOffline(true);
  const owens = await device.context().cookies();
  await device.context().clearCookies();
  await device.context().addCookies(taken.cookies);
  await page.evaluate((storage) => Object.assign(localStorage, storage), taken.storage);
  await page.goto(server.url);
  await page.getByText('Waiting for signal').first().waitFor();
  await expect.poll(() => page.getByText(WORD).count()).toBe(0);
  await device.context().clearCookies();
  await device.context().addCookies(owens);
  await page.evaluate(() => localStorage.clear());
  await server.connection.mend();
  await device.setOffline(false);

  await page.goto(`${server.url}/api/logout`);
  await signIn(page, server, KATE);
  await card(page, `${WORD} at the far field`).waitFor();
  await expect
    .poll(async () => (await withFilm(page)).map(({ title }) => title).toSorted(), { timeout: 60_000 })
    .toEqual([`${WORD} at the far field`, `${WORD} synced`]);
});

it('hides the work also from a next person without beta access', async () => {
  const page = device.page();
  await page.goto(`${server.url}/api/logout`);
  await signIn(page, server, KATE);
  await page.getByText('All synced').first().waitFor({ timeout: 60_000 });
  await server.connection.cut();
  await device.setOffline(true);
  await logSession(page, { title: `${WORD} without signal` });
  await device.context().clearCookies();
  await server.connection.mend();
  await device.setOffline(false);

  await page.goto(`${server.url}/api/login`);
  await proveEmail(page, server, 'stranger@example.org');
  await page.waitForURL('**/not-authorized');
  await expect.poll(() => traces(page, '/objects/none')).toEqual([]);

  await page.goto(`${server.url}/api/logout`);
  await signIn(page, server, KATE);
  await card(page, `${WORD} without signal`).waitFor();
  // Wait until all is sent: otherwise the sign-out of the next test would leave her log on the screen.
  await expect.poll(async () => (await logs(page)).map(({ title }) => title)).toContain(`${WORD} without signal`);
  await page.getByText('All synced').first().waitFor({ timeout: 60_000 });
});

it('gives back to its author a draft typed just before another person signed in, in a tab that is still open', async () => {
  const page = device.page();
  await page.goto(`${server.url}/api/logout`);
  await signIn(page, server, KATE);
  await page.getByText('All synced').first().waitFor({ timeout: 60_000 });
  await openLogDialog(page);
  const title = page.getByRole('dialog', { name: 'Add Training Log' }).getByLabel('Title');
  await title.waitFor();
  // Stop the form's timer, as if the typing never paused. A fake clock would also stop the next person's tab.
  await page.evaluate(() => void Object.assign(globalThis, { setTimeout: () => 1 }));
  await title.fill(`${WORD} typed last`);
  await device.context().clearCookies();
  const next = await device.context().newPage();
  await next.goto(`${server.url}/api/login`);
  await giveEmailAndCode(next, server, OWEN);
  await expect.poll(() => traces(next, '/objects/none')).toEqual([]);
  await next.goto(`${server.url}/api/logout`);
  await page.close();
  await signIn(next, server, KATE);
  await next.getByText(`Unsaved draft: ${WORD} typed last`).waitFor();
});
