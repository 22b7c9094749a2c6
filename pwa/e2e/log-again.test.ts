import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signInByCalls } from './harness/api-person.ts';
import { type Device, openDevice } from './harness/browser.ts';
import { card, dogTile, openLogDialog } from './harness/log.ts';
import { expectNoFaults } from './harness/no-faults.ts';
import { type Server, startServer } from './harness/server.ts';
import { readyForOffline, signIn } from './harness/sign-in.ts';

const KATE = 'kate@example.org';
const DOGS = ['Brock', 'Fen', 'Juno', 'Moss', 'Tansy', 'Wren'];

let server: Server;
let device: Device;
let page: Page;

/** The newest session is of today, and of Fen; the older ones are of another day. */
beforeAll(async () => {
  [server, device] = await Promise.all([startServer({ env: { ADMIN_EMAILS: KATE } }), openDevice()]);
  const kate = await signInByCalls(server, KATE);
  const dogs: Record<string, string> = {};
  for (const name of DOGS)
    dogs[name] = (await kate.call<{ id: string }>('POST', '/api/dogs', { name, breed: 'Border Collie', birthdate: '2021-03-14' })).id;
  const log = (title: string, dog: string, trainedAt = '2026-01-10T09:00:00.000Z') =>
    kate.call('POST', '/api/videos', { title, dogId: dogs[dog], trainedAt, trainedZone: 'Europe/London' });
  await log('Track on stubble', 'Brock');
  await kate.call('POST', '/api/videos', { title: 'Send-away to second marker', dogId: dogs['Fen'] });
  page = device.page();
  await signIn(page, server, KATE);
  await card(page, 'Track on stubble').waitFor();
  await readyForOffline(page);
  // Everything below works without signal.
  await device.setOffline(true);
});

afterAll(async () => {
  await device?.discard();
  await server?.stop();
});

const dialog = () => page.getByRole('dialog', { name: 'Add Training Log' });
const checked = () => dialog().getByRole('radio', { checked: true });

it('begins with the dog trained last today, and chooses dogs by tap or key', async () => {
  await page.goto(server.url);
  await openLogDialog(page);
  await expect.poll(() => dogTile(dialog(), 'Fen').isChecked()).toBe(true);
  expect(
    await dialog()
      .getByLabel('Title')
      .evaluate((field) => field === document.activeElement),
  ).toBe(true);
  expect(
    await dialog()
      .getByRole('radio')
      .evaluateAll((tiles) => tiles.map((tile) => tile.parentElement?.innerText.trim().split('\n').at(-1))),
  ).toEqual(['Fen', 'Brock', 'Juno', 'Moss', 'Tansy', 'Wren', 'No dog']);
  await expectNoFaults(page);
  await dogTile(dialog(), 'Fen').press('ArrowRight');
  await expect.poll(() => dogTile(dialog(), 'Brock').isChecked()).toBe(true);
  await dogTile(dialog(), 'No dog').click();
  await expect.poll(() => checked().count()).toBe(1);
  expect(await dogTile(dialog(), 'No dog').isChecked()).toBe(true);
});

it('keeps the chosen dog in the draft, before the one trained today', async () => {
  await dogTile(dialog(), 'Moss').check();
  await page.reload();
  await expect.poll(() => dogTile(dialog(), 'Moss').isChecked()).toBe(true);
  await dialog().getByRole('button', { name: 'Discard' }).click();
  await expect.poll(() => dogTile(dialog(), 'Fen').isChecked()).toBe(true);
});

it('shows many dogs in rows, and in one line that scrolls sideways beside the keyboard', async () => {
  const rows = () =>
    dialog()
      .getByRole('radio')
      .evaluateAll((tiles) => new Set(tiles.map((tile) => Math.round(tile.getBoundingClientRect().y))).size);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await rows()).toBe(2);
  await page.setViewportSize({ width: 390, height: 470 });
  expect(await rows()).toBe(1);
  expect((await dogTile(dialog(), 'Fen').boundingBox())?.height).toBeLessThanOrEqual(60);
  await dogTile(dialog(), 'Wren').check();
  await expect.poll(() => dogTile(dialog(), 'Wren').isChecked()).toBe(true);
  await expectNoFaults(page);
  // As it began, the form leaves no draft, which would come before the dog trained today.
  await dogTile(dialog(), 'Fen').check();
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
});
