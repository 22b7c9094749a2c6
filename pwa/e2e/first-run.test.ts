import { tmpdir } from 'node:os';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signInByCalls } from './harness/api-person.ts';
import { call } from './harness/as-person.ts';
import { atRest } from './harness/at-rest.ts';
import { type Device, openDevice, PHONE } from './harness/browser.ts';
import { card } from './harness/log.ts';
import { expectNoFaults, expectNoFaultsHere } from './harness/no-faults.ts';
import { resize } from './harness/resize.ts';
import { type Server, startServer } from './harness/server.ts';
import { proveEmail, readyForOffline } from './harness/sign-in.ts';
import { makeVideoFile } from './harness/video-file.ts';

const [KATE, WREN, ROWAN, FEN] = ['kate@example.org', 'wren@example.org', 'rowan@example.org', 'fen@example.org'];

let server: Server;
const devices: Device[] = [];

beforeAll(async () => {
  server = await startServer({ env: { ADMIN_EMAILS: [KATE, WREN, ROWAN, FEN].join(',') } });
});

afterAll(async () => {
  for (const device of devices) await device.discard();
  await server.stop();
});

/** A new device on which this person has just signed in. */
async function signedIn(email: string): Promise<Device> {
  const device = await openDevice({ firstRun: true });
  devices.push(device);
  await device.page().goto(`${server.url}/api/login`);
  await proveEmail(device.page(), server, email);
  return device;
}
const step = (page: Page, title: string) => page.getByRole('heading', { name: title, level: 1 });
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
type Edges = { y: number; height: number };
const WHO = 'Who is training?';
const DOG = 'Who is your dog?';
const SESSION = 'Log your first session';

describe('a newcomer', () => {
  let device: Device;
  let page: Page;

  beforeAll(async () => {
    device = await signedIn(KATE);
    page = device.page();
  });

  it('is asked for name and county first, with a private profile', async () => {
    await step(page, WHO).waitFor();
    await expect.poll(() => page.title()).toBe('Welcome · Longline');
    await expect.poll(() => focused(page)).toBe(WHO);
    await page.getByRole('img', { name: 'Step 1 of 3' }).waitFor();
    expect(await page.getByRole('navigation').count()).toBe(0);
    expect(await page.getByLabel('Public profile').isChecked()).toBe(false);
    await expectNoFaults(page);
    await page.getByLabel('First name').fill('Kate');
    await button(page, 'Next').click();
    const lastName = page.getByLabel('Last name');
    const toast = page.locator('.toast');
    await toast.getByText('First name and last name are required').waitFor();
    await expect.poll(() => lastName.getAttribute('aria-invalid')).toBe('true');
    await atRest(page);
    const [told, next] = await Promise.all([toast.boundingBox(), button(page, 'Next').boundingBox()]);
    expect(told!.y + told!.height).toBeLessThanOrEqual(next!.y);
    await lastName.fill('Ellison');
    await page.getByLabel('County').selectOption('Gloucestershire');
  });

  it('continues offline, and finds what was typed after a reload', async () => {
    await readyForOffline(page);
    await device.setOffline(true);
    await button(page, 'Next').click();
    await step(page, DOG).waitFor();
    await expect.poll(() => focused(page)).toBe(DOG);
    await expectNoFaults(page);
    await button(page, 'Next').click();
    await expect.poll(() => page.getByText('Please enter a breed').count()).toBeGreaterThan(0);
    await expectNoFaultsHere(page);
    await page.getByLabel('Name', { exact: true }).fill('Fen');
    await page.getByLabel('Breed').fill('Border Collie');
    await page.getByLabel('Day').fill('14');
    await page.getByLabel('Month').fill('8');
    await page.reload();
    await step(page, DOG).waitFor();
    expect(await page.getByLabel('Breed').inputValue()).toBe('Border Collie');
    expect(await page.getByLabel('Month').inputValue()).toBe('8');
    await page.getByLabel('Year').fill('2022');
    await button(page, 'Next').click();
    await step(page, SESSION).waitFor();
    await page.getByText('It is saved on this phone at once and sent when there is signal.').waitFor();
    await expectNoFaults(page);
  });

  it('returns to a step by Back, and logs the first session', async () => {
    await page.goBack();
    await step(page, DOG).waitFor();
    // The dog is saved; the form is for another one.
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('');
    await page.goForward();
    await page.getByRole('button', { name: 'Write one down' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add Training Log' });
    await dialog.getByLabel('Title').fill('First heelwork');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await card(page, 'First heelwork').waitFor();
    await device.setOffline(false);
    await expect.poll(async () => (await call<object[]>(page, 'GET', '/api/videos')).answer).toMatchObject([{ title: 'First heelwork' }]);
    expect((await call(page, 'GET', '/api/dogs')).answer).toMatchObject([{ name: 'Fen', breed: 'Border Collie', birthdate: '2022-08-14' }]);
    expect((await call(page, 'GET', '/api/auth/user')).answer).toMatchObject({
      firstName: 'Kate',
      lastName: 'Ellison',
      location: 'Gloucestershire',
      profileVisibility: 'private',
    });
  });

  it('does not see the first run again, by Back or by its address', async () => {
    await page.goBack();
    await step(page, 'Training Log').waitFor();
    await page.goto(`${server.url}/welcome`);
    await step(page, 'Training Log').waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
  });

  it('is not led to the first run on another device', async () => {
    const other = (await signedIn(KATE)).page();
    await card(other, 'First heelwork').waitFor();
    expect(new URL(other.url()).pathname).toBe('/');
  });
});

describe('a newcomer in a hurry', () => {
  let page: Page;

  it('skips each step, is not asked for the name again, and can leave by the logo instead', async () => {
    page = (await signedIn(WREN)).page();
    await step(page, WHO).waitFor();
    await button(page, 'Not now').click();
    await step(page, DOG).waitFor();
    await button(page, 'No dog yet').click();
    await step(page, SESSION).waitFor();
    await button(page, 'Later').click();
    await page.getByText('No training sessions yet').waitFor();
    await page.reload();
    await page.getByText('No training sessions yet').waitFor();
    expect(await page.getByText('Add your name so partners can find you').count()).toBe(0);
    await page.evaluate(() => localStorage.removeItem('first-run-over'));
    await page.reload();
    await step(page, WHO).waitFor();
    await page.getByRole('link', { name: 'Longline' }).click();
    await page.getByText('No training sessions yet').waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
  });

  it.each([
    [390, 470],
    [360, 400],
  ])('sees title, field and Next with the keyboard open, at %i x %i', async (width, height) => {
    await page.evaluate(() => localStorage.removeItem('first-run-over'));
    await page.goto(server.url);
    await step(page, WHO).waitFor();
    await resize(page, { width, height });
    const field = page.getByLabel('First name');
    await field.focus();
    // The page learns of a low window by an event, which arrives after the call.
    const order = async () => {
      const boxes = await Promise.all([step(page, WHO), field, button(page, 'Next')].map((part) => part.boundingBox()));
      const [title, box, next] = boxes.map((at) => at ?? { y: Infinity, height: 0 }) as [Edges, Edges, Edges];
      return [title.y >= 0, box.y + box.height <= next.y, next.y + next.height <= height];
    };
    await expect.poll(order).toEqual([true, true, true]);
    await resize(page, PHONE);
  });
});

describe('a newcomer with a film', () => {
  it('logs it in the first run, and is reminded of the name typed before', async () => {
    const page = (await signedIn(ROWAN)).page();
    await step(page, WHO).waitFor();
    await page.getByLabel('First name').fill('Rowan');
    await button(page, 'Not now').click();
    await button(page, 'No dog yet').click();
    const film = await makeVideoFile(page, tmpdir(), 2_000_000);
    const picker = page.locator('input[type=file]');
    await picker.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('not a film') });
    await page.getByRole('alert').waitFor();
    await picker.setInputFiles(film.path);
    const dialog = page.getByRole('dialog', { name: 'Add Training Log' });
    await dialog.getByText(/^field-\d+\.mp4/).waitFor();
    await dialog.getByLabel('Title').fill('Filmed');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await card(page, 'Filmed').waitFor();
    await expect
      .poll(async () => (await call<object[]>(page, 'GET', '/api/videos')).answer)
      .toMatchObject([{ title: 'Filmed', videoUrl: expect.stringMatching(/^\/objects\//) }]);
    await page.getByText('Unsaved changes to your profile.').waitFor();
  });
});

describe('someone with data', () => {
  it('never sees the first run, and is offered once to add the missing name', async () => {
    const fen = await signInByCalls(server, FEN);
    await fen.call('POST', '/api/dogs', { name: 'Moss', breed: 'Kelpie', birthdate: '2023-01-01' });
    const page = (await signedIn(FEN)).page();
    await page.getByText('No training sessions yet').waitFor();
    await page.goto(`${server.url}/welcome`);
    await page.getByText('No training sessions yet').waitFor();
    const offer = page.getByRole('link', { name: 'Add your name so partners can find you' });
    await offer.click();
    await step(page, 'Edit Profile').waitFor();
    await page.goBack();
    await expectNoFaultsHere(page);
    await button(page, 'Not now').click();
    await offer.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByText('No training sessions yet').waitFor();
    expect(await offer.count()).toBe(0);
  });
});
