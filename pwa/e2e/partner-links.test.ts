import jsQR from 'jsqr';
import type { Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, idOf, toast } from './harness/as-person.ts';
import { DESKTOP, type Device, openDevice, PHONE } from './harness/browser.ts';
import { rowsOf } from './harness/device-rows.ts';
import { expectNoFaults } from './harness/no-faults.ts';
import { type Server, startServer } from './harness/server.ts';
import { proveEmail, readyForOffline, signIn } from './harness/sign-in.ts';
import { syncTotal } from './harness/sync-total.ts';

const PEOPLE = { kate: 'kate@example.org', sam: 'sam@example.org', ruth: 'ruth@example.org' };
const OUTSIDER = 'nora@example.org';

let server: Server;
let devices: Device[];
let [kate, sam, ruth, nora]: Page[] = [];
beforeAll(async () => {
  server = await startServer({ env: { ADMIN_EMAILS: Object.values(PEOPLE).join(',') } });
  devices = await Promise.all([
    openDevice({ viewport: PHONE }),
    openDevice({ viewport: PHONE }),
    openDevice({ viewport: DESKTOP }),
    openDevice(),
  ]);
  [kate, sam, ruth, nora] = devices.map((device) => device.page());
  for (const [page, email, firstName] of [
    [kate!, PEOPLE.kate, 'Kate'],
    [sam!, PEOPLE.sam, 'Sam'],
    [ruth!, PEOPLE.ruth, 'Ruth'],
  ] as const) {
    await signIn(page, server, email);
    await call(page, 'PATCH', '/api/users/profile', { firstName, lastName: 'Ellison' });
  }
});
afterAll(async () => {
  for (const device of devices) await device.discard();
  await server.stop();
});

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Train with me' });
const showCode = async (page: Page) => {
  await page.goto(`${server.url}/friends`);
  await page.getByRole('button', { name: 'Train with me' }).click();
  await dialog(page)
    .getByText(/^Works once, until/)
    .waitFor();
};
const photograph = async (page: Page) => {
  const picture = await dialog(page).getByRole('img', { name: 'Code of your link' }).screenshot();
  return sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
};
/** Brightness above the code, from 0 to 255: many cameras need a light border. */
const borderOf = async (page: Page): Promise<number> => {
  const { data, info } = await photograph(page);
  return data[(6 * info.width + Math.floor(info.width / 2)) * 4]!;
};
const read = async (page: Page): Promise<string> => {
  const { data, info } = await photograph(page);
  return jsQR.default(new Uint8ClampedArray(data), info.width, info.height)?.data ?? 'nothing';
};
/** What a phone's camera reads on the screen, once the dialog has come in. */
const scan = async (page: Page): Promise<string> => {
  let found = 'nothing';
  // The code may be replaced while the picture is taken.
  await expect.poll(async () => (found = await read(page).catch(() => 'nothing'))).toContain('/join#');
  return found;
};
const partner = (page: Page, name: string) =>
  page
    .getByRole('listitem')
    .filter({ hasText: name })
    .getByText(/^Connected/);
const holdsLink = (page: Page, id: string) => rowsOf(page, id, 'secrets', ['settings']);

it('makes two people with private profiles partners at a field without signal, once both are online again', async () => {
  for (const page of [kate!, sam!]) {
    await page.goto(server.url);
    await readyForOffline(page);
    await syncTotal(page).filter({ hasText: 'All synced' }).waitFor();
  }
  const id = await idOf(kate!);
  await expect.poll(() => holdsLink(kate!, id)).toBe(1);
  for (const device of devices.slice(0, 2)) await device.setOffline(true);

  await showCode(kate!);
  await dialog(kate!).getByText("You are offline, so Longline can't tell whether this code was used.").waitFor();
  const request = await scan(kate!);
  await dialog(kate!).getByRole('switch', { name: 'Partners at once' }).check();
  await expect.poll(() => scan(kate!)).not.toBe(request);
  await expectNoFaults(kate!);
  const link = await scan(kate!);
  const setTheme = (theme: string) => kate!.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme);
  await setTheme('dark');
  await expect.poll(() => scan(kate!)).toBe(link);
  expect(await borderOf(kate!)).toBe(255);
  await setTheme('light');
  expect(link).toMatch(new RegExp(`^${server.url}/join#[\\w-]{43}$`));

  await sam!.goto(link);
  await sam!.getByText(/^You are offline\. Accept now/).waitFor();
  // Not in the browser's history, nor on the screen.
  expect(new URL(sam!.url()).hash).toBe('');
  await expectNoFaults(sam!);
  await sam!.getByRole('button', { name: 'Accept' }).click();
  await sam!.getByText('A partner link waits to be used.').waitFor();
  await toast(sam!, "Saved. The link is used once you're online.").waitFor();
  await expectNoFaults(sam!);

  for (const device of devices.slice(0, 2)) await device.setOffline(false);
  await partner(sam!, 'Kate Ellison').waitFor();
  expect(await sam!.getByText('A partner link waits to be used.').count()).toBe(0);
  await kate!.goto(`${server.url}/friends`);
  await partner(kate!, 'Sam Ellison').waitFor();
});

it('shows a new code once the old one was used, and refuses the old one', async () => {
  await showCode(kate!);
  const used = await scan(kate!);
  await ruth!.goto(used);
  await ruth!.getByRole('heading', { name: 'Kate wants to train with you' }).waitFor();
  await expectNoFaults(ruth!);
  await ruth!.getByRole('button', { name: 'Send request' }).click();
  await toast(ruth!, 'The link was used.').waitFor();
  await ruth!.getByRole('listitem').filter({ hasText: 'Kate Ellison' }).getByText(/^Sent/).waitFor();
  await expect.poll(() => scan(kate!)).not.toBe(used);
  expect(await dialog(kate!).getByRole('switch', { name: 'Partners at once' }).isChecked()).toBe(false);
  await sam!.goto(used);
  await sam!.getByText('This link no longer works. Ask for a new one.').waitFor();
  await expectNoFaults(sam!);
  await sam!.getByRole('button', { name: 'Use another link' }).click();
  await sam!.getByLabel('Partner link').waitFor();
  await kate!.goto(`${server.url}/friends`);
  await kate!.getByRole('button', { name: 'Accept Ruth Ellison' }).click();
  await partner(kate!, 'Ruth Ellison').waitFor();
});

it('takes a pasted link, and says what is none, whose own it is, and that two are partners already', async () => {
  await sam!.goto(`${server.url}/friends`);
  await sam!.getByRole('link', { name: 'Use a link' }).click();
  await sam!.getByLabel('Partner link').fill('Recall');
  await sam!.getByRole('button', { name: 'Use link' }).click();
  await sam!.getByText('This is not a partner link').waitFor();
  await expectNoFaults(sam!);
  await showCode(kate!);
  const link = await scan(kate!);
  await sam!.getByLabel('Partner link').fill(` ${link} `);
  await sam!.getByRole('button', { name: 'Use link' }).click();
  await sam!.getByRole('button', { name: 'Send request' }).click();
  await toast(sam!, 'You are already training partners').waitFor();
  await kate!.goto(link);
  await kate!.getByText('This is your own link. Show it to the person you train with.').waitFor();
});

it('revokes a link here, and one of another device', async () => {
  const { answer } = await call<{ secrets: { request: string } }>(kate!, 'POST', '/api/partner-links');
  await showCode(kate!);
  const old = await scan(kate!);
  await dialog(kate!).getByRole('button', { name: 'New code' }).click();
  await expect.poll(() => scan(kate!)).not.toBe(old);
  await expectNoFaults(kate!);
  await dialog(kate!)
    .getByRole('button', { name: /^Revoke the link/ })
    .click();
  await toast(kate!, 'The link no longer works.').waitFor();
  await dialog(kate!).getByRole('heading', { name: 'Your other open links' }).waitFor({ state: 'detached' });
  for (const revoked of [old, `${server.url}/join#${answer.secrets.request}`]) {
    await ruth!.goto(revoked);
    await ruth!.getByText('This link no longer works. Ask for a new one.').waitFor();
  }
});

describe('a person without beta access', () => {
  it('is led from the link through the sign-in, and keeps it until they have access', async () => {
    await showCode(kate!);
    const link = await scan(kate!);
    await nora!.goto(link);
    await nora!.getByText('You have an invitation to train together.').waitFor();
    await expectNoFaults(nora!);
    // It leads there from every page of a visitor.
    await nora!.goto(server.url);
    await nora!.getByRole('link', { name: 'Sign in to accept it' }).click();
    await proveEmail(nora!, server, OUTSIDER);
    await nora!.getByRole('button', { name: 'Keep the invitation' }).waitFor();
    await expectNoFaults(nora!);
    await nora!.getByRole('button', { name: 'Keep the invitation' }).click();
    await nora!.getByText('Kept until you have beta access: the invitation of Kate.').waitFor();
    await expectNoFaults(nora!);
    await call(kate!, 'POST', '/api/admin/beta-access', { email: OUTSIDER });
    await kate!.goto(`${server.url}/friends`);
    await kate!.getByRole('heading', { name: /^Pending Requests/ }).waitFor();
    await nora!.goto(`${server.url}/friends`);
    await nora!.getByRole('listitem').filter({ hasText: 'Kate Ellison' }).getByText(/^Sent/).waitFor();
  });
});
