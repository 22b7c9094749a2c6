import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DELETED_KEPT_DAYS } from '../../api/contract/limits.ts';
import { breakStore } from './harness/as-person.ts';
import { atRest } from './harness/at-rest.ts';
import { seenLabels, watchLabels } from './harness/button-labels.ts';
import { type Device, openDevice } from './harness/browser.ts';
import { addSession } from './harness/log.ts';
import { expectNoFaultsHere } from './harness/no-faults.ts';
import { type Server, startServer } from './harness/server.ts';
import { signIn } from './harness/sign-in.ts';

let server: Server;
let device: Device;
let page: Page;

beforeAll(async () => {
  [server, device] = await Promise.all([startServer({ env: { ADMIN_EMAILS: 'kate@example.org' } }), openDevice()]);
  page = device.page();
  await signIn(page, server, 'kate@example.org');
  await page.goto(`${server.url}/my-dogs`);
});

afterAll(async () => {
  await device.discard();
  await server.stop();
});

const adding = () => page.getByRole('dialog', { name: 'Add New Dog' });
const editing = () => page.getByRole('dialog', { name: 'Edit Dog Profile' });
const profile = () => page.getByRole('dialog', { name: 'Fen', exact: true });
const dogCard = () => page.getByRole('article').filter({ has: page.getByRole('heading', { name: 'Fen' }) });

const toast = () => page.locator('.toast');
const dogsOnServer = () => page.evaluate(async () => (await fetch('/api/dogs')).json());

/** A picture drawn by this browser, which can therefore decode it. */
const picture = async () => {
  const address = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = 320;
    canvas.height = 240;
    canvas.getContext('2d')?.fillRect(40, 40, 120, 120);
    return canvas.toDataURL('image/png');
  });
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64');
};

describe('My Dogs', () => {
  it('shows the specified empty state', async () => {
    await page.getByRole('heading', { name: 'No dogs yet' }).waitFor();
    await expectNoFaultsHere(page);
  });

  it('adds a dog once name, breed and birthdate are filled in, with split titles and a cropped picture', async () => {
    await page.getByRole('button', { name: 'Add New Dog' }).first().click();
    const add = adding().getByRole('button', { name: 'Add Dog' });
    await adding().getByLabel('Name').fill('Fen');
    await adding().getByLabel('Breed').fill('Border Collie');
    expect(await add.isDisabled()).toBe(true);
    await adding().getByLabel('Birthdate').fill('2022-08-03');
    expect(await add.isDisabled()).toBe(false);
    await adding().getByLabel('Titles (optional)').fill(' OB Class B, ,Rally L3,');
    await adding()
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'fen.png', mimeType: 'image/png', buffer: await picture() });
    await adding().getByRole('button', { name: 'Use this' }).waitFor();
    await expectNoFaultsHere(page);
    const mend = await breakStore(page);
    // Saving with the crop still open uses the crop as shown.
    await add.click();
    await toast().getByText('Failed to add dog').waitFor();
    await mend();
    await adding().getByRole('group', { name: 'Profile Picture (optional)' }).getByRole('button', { name: 'Remove picture' }).waitFor();
    await watchLabels(page);
    await add.dblclick();
    await adding().waitFor({ state: 'detached' });
    expect(await seenLabels(page)).toContain('Adding...');
    await dogCard().getByText('Border Collie').waitFor();
    await dogCard().getByText('Rally L3').waitFor();
    await dogCard()
      .getByText(/^\d+ years?( \d+ months?)?$/)
      .waitFor();
    await expect.poll(() => dogCard().locator('img').count()).toBe(1);
    await expect
      .poll(dogsOnServer)
      .toMatchObject([{ name: 'Fen', titles: ['OB Class B', 'Rally L3'], image: expect.stringMatching(/^\/objects\//) }]);
  });

  it('counts training days and achievements, and lists them in the profile', async () => {
    await addSession(page, server.url, { title: 'Heelwork', dog: 'Fen' });
    await page.goto(`${server.url}/my-dogs`);
    await dogCard().getByRole('button', { name: 'Fen' }).click();
    await profile().getByText('Born 3 August 2022').waitFor();
    const today = new Date().toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'Europe/London' });
    for (const achievement of ['OB Class B', 'Rally L3', `First session${today}`]) {
      await profile().getByRole('listitem').filter({ hasText: achievement }).waitFor();
    }
    const weeks = profile().getByRole('table');
    await expect.poll(() => weeks.getByRole('row').count()).toBe(13);
    await expect.poll(() => weeks.getByRole('cell').last().textContent()).toBe('1');
    const figure = (label: string) => profile().locator('dl > div').filter({ hasText: label }).locator('dd');
    await expect.poll(() => figure('Training days').textContent()).toBe('1');
    await expect.poll(() => figure('Achievements').textContent()).toBe('3');
    await expectNoFaultsHere(page);
  });

  it('saves training notes, and keeps unsaved ones through a reload', async () => {
    const notes = profile().getByLabel('Training Notes');
    await notes.fill('Paid in play for stillness.');
    const mend = await breakStore(page);
    await profile().getByRole('button', { name: 'Save Notes' }).click();
    await toast().getByText('Failed to save notes').waitFor();
    await mend();
    await watchLabels(page);
    await profile().getByRole('button', { name: 'Save Notes' }).click();
    await expect.poll(() => seenLabels(page)).toContain('Saving...');
    await expect.poll(dogsOnServer).toMatchObject([{ notes: 'Paid in play for stillness.' }]);
    await profile().getByRole('status').getByText('Saved on this phone').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Save Notes');
    await notes.fill('Paid in play for stillness. Jumps to 80 cm');
    await profile().getByText('Saved on this phone').waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await profile().waitFor({ state: 'detached' });
    await page.reload();
    await dogCard().getByRole('button', { name: 'Fen' }).click();
    await profile().getByText('Draft saved').waitFor();
    expect(await notes.inputValue()).toBe('Paid in play for stillness. Jumps to 80 cm');
    await profile().getByRole('button', { name: 'Discard' }).click();
    await profile().getByText('Draft saved').waitFor({ state: 'detached' });
    await expect.poll(() => notes.inputValue()).toBe('Paid in play for stillness.');
  });

  it('keeps changes that another device made after a draft began, in notes and in the dialog', async () => {
    const notes = profile().getByLabel('Training Notes');
    await notes.fill('Paid in play for stillness.\nJumps to 80 cm');
    await profile().getByRole('button', { name: 'Edit Profile' }).click();
    await editing().getByLabel('Titles').fill('BH');
    await page.keyboard.press('Escape');
    await editing().waitFor({ state: 'detached' });
    const [fen] = (await dogsOnServer()) as unknown as [{ id: string; version: number }];
    await page.request.patch(`${server.url}/api/dogs/${fen.id}`, {
      headers: { Origin: server.url },
      data: { breed: 'Kelpie', notes: 'Steady on the line.\nPaid in play for stillness.' },
    });
    await page.goto(`${server.url}/my-dogs`);
    await dogCard().getByText('Kelpie').waitFor();
    await dogCard().getByRole('button', { name: 'Fen' }).click();
    await profile().getByText('Draft saved').waitFor();
    await profile().getByRole('button', { name: 'Save Notes' }).click();
    await expect
      .poll(dogsOnServer)
      .toMatchObject([{ breed: 'Kelpie', notes: 'Steady on the line.\nPaid in play for stillness.\nJumps to 80 cm' }]);
    await profile().getByRole('button', { name: 'Edit Profile' }).click();
    await editing().getByText('Draft saved').waitFor();
    // With a kept draft, Delete is still offered, at a distance from Update.
    const [remove, update] = [editing().getByRole('button', { name: 'Delete' }), editing().getByRole('button', { name: 'Update' })];
    await remove.scrollIntoViewIfNeeded();
    await atRest(page);
    const [above, main] = [await remove.boundingBox(), await update.boundingBox()];
    expect(above && main && main.y - (above.y + above.height)).toBeGreaterThanOrEqual(32);
    await update.click();
    await expect.poll(dogsOnServer).toMatchObject([{ breed: 'Kelpie', titles: ['BH'] }]);
  });

  it('edits the profile and returns to it', async () => {
    await profile().getByRole('button', { name: 'Edit Profile' }).click();
    await editing().getByLabel('Breed').fill('Border Collie (working)');
    await editing().getByRole('switch', { name: 'Retired' }).check();
    await editing().getByRole('button', { name: 'Remove picture' }).press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Choose a picture');
    const mend = await breakStore(page);
    await editing().getByRole('button', { name: 'Update' }).click();
    await toast().getByText('Failed to update dog').waitFor();
    await mend();
    await editing().getByRole('button', { name: 'Update' }).click();
    await editing().waitFor({ state: 'detached' });
    await profile().getByText('Border Collie (working)').waitFor();
    await expect
      .poll(dogsOnServer)
      .toMatchObject([{ breed: 'Border Collie (working)', image: null, retiredAt: expect.stringMatching(/^20/) }]);
  });

  it('asks before deleting a dog with sessions, which stay in the log without a dog', async () => {
    await profile().getByRole('button', { name: 'Edit Profile' }).click();
    await editing().getByRole('button', { name: 'Delete' }).click();
    const question = page.getByRole('dialog', { name: 'Delete Fen?' });
    await question.getByText('1 session stays in the log, without a dog.').waitFor();
    await question.getByRole('button', { name: 'Delete dog' }).click();
    await page.getByRole('heading', { name: 'No dogs yet' }).waitFor();
    // The profile closes too, because its dog is deleted.
    await page.locator('dialog').waitFor({ state: 'detached' });
    await page.goto(server.url);
    await page
      .getByRole('article')
      .filter({ has: page.getByRole('heading', { name: 'Heelwork' }) })
      .waitFor();
    await expect.poll(() => page.getByRole('article').getByText('Fen').count()).toBe(0);
  });

  it('lists a deleted dog under Recently deleted, and restores it with its sessions', async () => {
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('button', { name: 'Recently deleted' }).click();
    const deleted = page.getByRole('dialog', { name: 'Recently deleted' });
    await deleted.getByText(`Dog · ${DELETED_KEPT_DAYS} days left`).waitFor();
    await page.reload();
    await deleted.getByText('Fen', { exact: true }).waitFor();
    await expectNoFaultsHere(page);
    await deleted.getByRole('button', { name: 'Restore Fen' }).click();
    await toast().getByText('Fen restored').waitFor();
    await deleted.getByRole('heading', { name: 'Nothing deleted' }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Recently deleted');
    await page.keyboard.press('Escape');
    await deleted.waitFor({ state: 'detached' });
    await page.getByRole('article').getByText('Fen', { exact: true }).waitFor();
    await expect.poll(dogsOnServer).toMatchObject([{ name: 'Fen', deletedAt: null }]);
  });
});
