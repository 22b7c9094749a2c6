import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signInByCalls } from './harness/api-person.ts';
import { type Device, openDevice } from './harness/browser.ts';
import { actOn, card, dogTile, openLogDialog } from './harness/log.ts';
import { expectNoFaults } from './harness/no-faults.ts';
import { resize } from './harness/resize.ts';
import { type Server, startServer } from './harness/server.ts';
import { readyForOffline, signIn } from './harness/sign-in.ts';

const KATE = 'kate@example.org';
const DOGS = ['Brock', 'Fen', 'Juno', 'Moss', 'Tansy', 'Wren'];

let server: Server;
let device: Device;
let page: Page;

/** Fen has a session of today, Brock one of an earlier day. */
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

it('preselects the last dog trained today, and chooses dogs by tap or key', async () => {
  await page.goto(server.url);
  await openLogDialog(page);
  await expect.poll(() => dogTile(dialog(), 'Fen').isChecked()).toBe(true);
  const title = dialog().getByLabel('Title');
  await expect.poll(() => title.evaluate((field) => field === document.activeElement)).toBe(true);
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

it('keeps the chosen dog in the draft, in place of the dog trained today', async () => {
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
  // The form learns of a low window by an event, which arrives after the call.
  await resize(page, { width: 390, height: 844 });
  await expect.poll(rows).toBe(2);
  await resize(page, { width: 390, height: 470 });
  await expect.poll(rows).toBe(1);
  expect((await dogTile(dialog(), 'Fen').boundingBox())?.height).toBeLessThanOrEqual(60);
  await dogTile(dialog(), 'Wren').check();
  await expect.poll(() => dogTile(dialog(), 'Wren').isChecked()).toBe(true);
  await expectNoFaults(page);
  // With its first values again, the form leaves no draft. A draft's dog would replace the dog trained today.
  await dogTile(dialog(), 'Fen').check();
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
});

for (const height of [844, 470])
  it(`saves a session with its dog by two taps in the open app, at 390x${height}`, async () => {
    await resize(page, { width: 390, height });
    await page.goto(server.url);
    await page.getByRole('button', { name: 'Log a session' }).filter({ visible: true }).first().click();
    // The titles of today's dog come first.
    await expect.poll(() => titles().allTextContents()).toEqual(['Send-away to second marker', 'Track on stubble']);
    const chip = titles().filter({ hasText: 'Send-away' });
    const save = dialog().getByRole('button', { name: 'Save' });
    for (const part of [chip, save]) await expect.poll(() => isOnScreen(part, height)).toBe(true);
    await chip.click();
    await expect.poll(() => dialog().getByLabel('Title').inputValue()).toBe('Send-away to second marker');
    await expect.poll(() => isOnScreen(save, height)).toBe(true);
    await save.click();
    await dialog().waitFor({ state: 'detached' });
    const waiting = height === 844 ? '1 item only on this phone' : '2 items only on this phone';
    await page.getByText(waiting).first().waitFor({ state: 'attached' });
    await card(page, 'Send-away to second marker').first().getByText('Fen').waitFor();
  });

it('offers recent titles, those of the chosen dog first, and fills in title and dog of the last session', async () => {
  await resize(page, { width: 390, height: 844 });
  await page.goto(server.url);
  await openLogDialog(page);
  await dogTile(dialog(), 'No dog').check();
  await expect.poll(() => titles().allTextContents()).toEqual(['Send-away to second marker', 'Track on stubble']);
  // The titles of the chosen dog come first.
  await dogTile(dialog(), 'Brock').check();
  await expect.poll(() => titles().allTextContents()).toEqual(['Track on stubble', 'Send-away to second marker']);
  await expectNoFaults(page);
  await dialog()
    .getByRole('button', { name: /^Same as last time.*Send-away to second marker$/ })
    .click();
  await expect.poll(() => dialog().getByLabel('Title').inputValue()).toBe('Send-away to second marker');
  expect(await dogTile(dialog(), 'Fen').isChecked()).toBe(true);
  // The draft has the suggested values.
  await page.reload();
  await expect.poll(() => dialog().getByLabel('Title').inputValue()).toBe('Send-away to second marker');
  await dialog().getByRole('button', { name: 'Discard' }).click();
  await expect.poll(() => dialog().getByLabel('Title').inputValue()).toBe('');
  await dialog().getByRole('button', { name: 'Close' }).click();
});

it('logs an older session again, with its title and dog', async () => {
  await actOn(page, 'Track on stubble', 'Log again: Track on stubble');
  await expect.poll(() => dialog().getByLabel('Title').inputValue()).toBe('Track on stubble');
  await expect.poll(() => dogTile(dialog(), 'Brock').isChecked()).toBe(true);
  await dialog().getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => card(page, 'Track on stubble').count()).toBe(2);
  await card(page, 'Track on stubble').first().getByText('Brock').waitFor();
  // The next form has no title yet.
  await openLogDialog(page);
  await expect.poll(() => dogTile(dialog(), 'Brock').isChecked()).toBe(true);
  expect(await dialog().getByLabel('Title').inputValue()).toBe('');
  await dialog().getByRole('button', { name: 'Close' }).click();
  await expectNoFaults(page);
});

it('says when the session was trained, and moves it to another day', async () => {
  await resize(page, { width: 390, height: 844 });
  await openLogDialog(page);
  await dialog().getByLabel('Title').fill('Blind search');
  const change = dialog().getByRole('button', { name: /^Trained today, .*Change$/ });
  await expectNoFaults(page);
  // 'Change' stays in one piece on the narrowest phone.
  await resize(page, { width: 320, height: 568 });
  await expect.poll(() => change.getByText('Change').evaluate((words) => words.clientHeight)).toBeLessThan(30);
  await resize(page, { width: 390, height: 844 });
  await change.click();
  const trained = dialog().getByLabel('Trained');
  await expect.poll(() => trained.evaluate((field) => field === document.activeElement)).toBe(true);
  await expectNoFaults(page);
  await trained.fill('');
  await dialog().getByRole('button', { name: 'Save' }).click();
  await dialog().getByText('Please enter a date and time').first().waitFor();
  await trained.fill('2026-01-09T17:30');
  await dialog().getByRole('button', { name: 'Save' }).click();
  await dialog().waitFor({ state: 'detached' });
  await actOn(page, 'Blind search', 'Edit Blind search');
  const edit = page.getByRole('dialog', { name: 'Edit Training Log' });
  await edit.getByRole('button', { name: /^Trained 9 Jan 2026, 17:30/ }).waitFor();
  await edit.getByRole('button', { name: 'Close' }).click();
});

it('notes weather, surface and place in three taps, offers them next time, and finds them', async () => {
  const choice = (form: Locator, name: string, words: string) =>
    form.getByRole('group', { name, exact: true }).getByRole('button', { name: words, exact: true });
  await openLogDialog(page);
  await dialog().getByLabel('Title').fill('Send-away in the rain');
  await choice(dialog(), 'Weather', 'Rain').click();
  await choice(dialog(), 'Surface', 'Sand').click();
  // A second tap clears.
  await choice(dialog(), 'Surface', 'Sand').click();
  await choice(dialog(), 'Place', 'New place').click();
  const place = dialog().getByLabel('Place');
  await expect.poll(() => place.evaluate((field) => field === document.activeElement)).toBe(true);
  await place.fill('x'.repeat(101));
  await dialog().getByRole('button', { name: 'Save' }).click();
  await dialog().getByText('At most 100 characters').first().waitFor();
  await place.fill('Bryn Farm');
  await expectNoFaults(page);
  await dialog().getByRole('button', { name: 'Save' }).click();
  await card(page, 'Send-away in the rain').getByText('Rain · Bryn Farm').waitFor();

  await openLogDialog(page);
  await dialog().getByLabel('Title').fill('Blind search in the rain');
  await choice(dialog(), 'Weather', 'Rain').click();
  await choice(dialog(), 'Surface', 'Grass').click();
  await choice(dialog(), 'Place', 'Bryn Farm').click();
  for (const [name, words] of [
    ['Weather', 'Rain'],
    ['Surface', 'Grass'],
    ['Place', 'Bryn Farm'],
  ] as const)
    await expect.poll(() => choice(dialog(), name, words).getAttribute('aria-pressed')).toBe('true');
  await expectNoFaults(page);
  await dialog().getByRole('button', { name: 'Save' }).click();
  await card(page, 'Blind search in the rain').getByText('Rain · Grass · Bryn Farm').waitFor();
  await actOn(page, 'Blind search in the rain', 'Edit Blind search in the rain');
  const edit = page.getByRole('dialog', { name: 'Edit Training Log' });
  await expect.poll(() => choice(edit, 'Surface', 'Grass').getAttribute('aria-pressed')).toBe('true');
  await choice(edit, 'Surface', 'Grass').click();
  await edit.getByRole('button', { name: 'Update' }).click();
  await card(page, 'Blind search in the rain').getByText('Rain · Bryn Farm').waitFor();

  await card(page, 'Blind search in the rain').getByRole('link').click();
  await page.getByText('Rain · Bryn Farm').waitFor();
  await page.goto(`${server.url}/?q=bryn`);
  await expect
    .poll(() => page.getByRole('article').getByRole('heading').allTextContents())
    .toEqual(['Blind search in the rain', 'Send-away in the rain']);
});

const titles = () => dialog().getByRole('group', { name: 'Recently logged' }).getByRole('button');

async function isOnScreen(part: Locator, height: number): Promise<boolean> {
  const box = await part.boundingBox();
  return box !== null && box.y >= 0 && box.y + box.height <= height;
}
