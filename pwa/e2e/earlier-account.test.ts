import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DESKTOP, type Device, openDevice } from './harness/browser.ts';
import { addDog, card, logSession } from './harness/log.ts';
import { type Server, startServer } from './harness/server.ts';
import { giveEmailAndCode, readyForOffline, signIn } from './harness/sign-in.ts';
import { makeVideoFile } from './harness/video-file.ts';

const KATE = 'kate@example.org';

let server: Server;
let phone: Device;
let laptop: Device;
let tablet: Device;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'longline-earlier-account-'));
  [server, phone, laptop, tablet] = await Promise.all([
    startServer({ env: { ADMIN_EMAILS: KATE } }),
    openDevice(),
    openDevice({ viewport: DESKTOP, colorScheme: 'dark' }),
    openDevice(),
  ]);
  await server.kill();
  // A killed server leaves its socket behind, which cannot be copied.
  await cp(server.dataDir, join(folder, 'backup'), { recursive: true, filter: (path) => !path.endsWith('.sock') });
  await server.restart();
});
afterAll(async () => {
  await Promise.all([phone.discard(), laptop.discard(), tablet.discard()]);
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const question = (page: Page) => page.getByRole('dialog', { name: 'Add your earlier log?' });

/** Whose stores this browser has. */
const peopleOf = (page: Page) =>
  page.evaluate(async () =>
    (await indexedDB.databases()).flatMap(({ name }) => /^longline-([0-9a-f]{8}-[0-9a-f-]{27})$/.exec(name ?? '')?.[1] ?? []),
  );

const idOnServer = (page: Page) => page.evaluate(async () => ((await (await fetch('/api/auth/user')).json()) as { id: string }).id);

const sessionsOnServer = (page: Page) =>
  page.evaluate(async () =>
    (
      (await (await fetch('/api/videos')).json()) as {
        title: string;
        description: string;
        videoUrl: string | null;
        dogName: string | null;
      }[]
    )
      .map(({ title, description, videoUrl, dogName }) => ({ title, description, dogName, hasFilm: videoUrl !== null }))
      .toSorted((a, b) => a.title.localeCompare(b.title)),
  );

it('adds what a phone holds of an account that the server has lost, with its film', async () => {
  const page = phone.page();
  await signIn(page, server, KATE);
  await readyForOffline(page);
  const { path } = await makeVideoFile(page, folder, 300_000);
  await addDog(page, server.url, { name: 'Bella', breed: 'Malinois', birthdate: '2023-04-01' });
  await page.goto(server.url);
  await logSession(page, { title: 'Send-away', notes: 'Straight line', dog: 'Bella', media: path });
  await page.getByText('All synced').first().waitFor({ timeout: 60_000 });
  await signIn(laptop.page(), server, KATE);
  await card(laptop.page(), 'Send-away').waitFor();
  await signIn(tablet.page(), server, KATE);
  await card(tablet.page(), 'Send-away').waitFor();
  const lostId = await idOnServer(page);

  await server.kill();
  await logSession(page, { title: 'At the far field' });
  await rm(server.dataDir, { recursive: true });
  await cp(join(folder, 'backup'), server.dataDir, { recursive: true });
  await server.restart();

  await page.goto(`${server.url}/api/login`);
  await giveEmailAndCode(page, server, KATE);
  await question(page).getByText('2 sessions, 1 dog, 1 file').waitFor();
  const newId = await idOnServer(page);
  expect(newId).not.toBe(lostId);
  expect(new Set(await peopleOf(page))).toEqual(new Set([lostId, newId]));

  await question(page).getByRole('button', { name: 'Add to my log' }).click();
  await page.getByText('Your earlier log was added.').waitFor();
  await card(page, 'At the far field').waitFor();
  await page.getByText('All synced').first().waitFor({ timeout: 60_000 });
  expect(await sessionsOnServer(page)).toEqual([
    { title: 'At the far field', description: '', dogName: 'Bella', hasFilm: false },
    { title: 'Send-away', description: 'Straight line', dogName: 'Bella', hasFilm: true },
  ]);
  expect(await peopleOf(page)).toEqual([newId]);
});

it('removes it from a device where its person does not want it, and asks no more', async () => {
  const page = laptop.page();
  await page.goto(`${server.url}/api/login`);
  await giveEmailAndCode(page, server, KATE);
  await question(page).getByRole('button', { name: "Don't add" }).click();
  const sure = page.getByRole('dialog', { name: 'Remove it from this device?' });
  await sure.getByRole('button', { name: 'Cancel' }).click();
  await question(page).getByRole('button', { name: "Don't add" }).click();
  await sure.getByRole('button', { name: 'Remove' }).click();
  await page.getByText('Your earlier log was removed from this device.').waitFor();
  await expect.poll(() => peopleOf(page)).toEqual([await idOnServer(page)]);
  await page.reload();
  await card(page, 'Send-away').waitFor();
  await card(page, 'At the far field').waitFor();
  expect(await question(page).count()).toBe(0);
});

it('asks before a logout, which would leave it readable', async () => {
  const page = tablet.page();
  await page.goto(`${server.url}/api/login`);
  await giveEmailAndCode(page, server, KATE);
  const close = () => question(page).getByRole('button', { name: 'Close' }).click();
  const logOut = async () => {
    await page.getByRole('button', { name: /Account/ }).click();
    await page.getByRole('button', { name: 'Logout' }).click();
    await question(page).getByText('1 session, 1 dog').waitFor();
  };
  await question(page).waitFor();
  await close();
  await question(page).waitFor({ state: 'detached' });
  await page.getByText('All synced').first().waitFor({ timeout: 60_000 });

  await logOut();
  await close();
  const anyway = page.getByRole('dialog', { name: 'Log out anyway?' });
  await anyway.getByText('Your earlier log stays on this phone').waitFor();
  await anyway.getByRole('button', { name: 'Cancel' }).click();
  await anyway.waitFor({ state: 'detached' });
  expect(await peopleOf(page)).toHaveLength(2);

  await logOut();
  await question(page).getByRole('button', { name: "Don't add" }).click();
  await page.getByRole('dialog', { name: 'Remove it from this phone?' }).getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('link', { name: 'Beta Tester Login' }).first().waitFor();
  expect(await peopleOf(page)).toEqual([]);
});
