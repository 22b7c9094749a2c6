import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { call } from './harness/as-person.ts';
import { type Device, openDevice } from './harness/browser.ts';
import { actOn, logSession } from './harness/log.ts';
import { expectNoFaults } from './harness/no-faults.ts';
import { proveEmail } from './harness/sign-in.ts';
import { type Server, startServer } from './harness/server.ts';

let server: Server;
const devices: Device[] = [];
let people = 0;

beforeAll(async () => {
  server = await startServer({ env: { ADMIN_EMAILS: 'one@example.org,two@example.org,three@example.org' } });
});
afterEach(async () => {
  for (const device of devices.splice(0)) await device.discard();
});
afterAll(() => server.stop());

/** A device on which someone has just signed in. */
async function signedIn(email: string) {
  const device = await openDevice({ asksAge: true });
  devices.push(device);
  const page = device.page();
  await page.goto(`${server.url}/api/login`);
  await proveEmail(page, server, email);
  const question = page.getByRole('heading', { name: 'How old are you?', level: 1 });
  const log = page.getByRole('heading', { name: 'Training Log', level: 1 });
  return { device, page, question, log };
}
const newEmail = () => `${['one', 'two', 'three'][people++]}@example.org`;
const ageOf = async (page: Parameters<typeof call>[0]) =>
  (await call<{ isAdult: boolean | null }>(page, 'GET', '/api/auth/user')).answer.isAdult;

it('is asked at the first sign-in, once for all devices', async () => {
  const email = newEmail();
  const { page, question, log } = await signedIn(email);
  await question.waitFor();
  await expectNoFaults(page);
  await page.getByRole('button', { name: /^I am 18 or older/ }).click();
  await log.waitFor();
  await expect.poll(() => ageOf(page)).toBe(true);
  await page.reload();
  await log.waitFor();
  const other = await signedIn(email);
  await other.log.waitFor();
  expect(await other.question.count()).toBe(0);
});

it('is answered without signal, and not asked again', async () => {
  const { device, page, question, log } = await signedIn(newEmail());
  await question.waitFor();
  await device.setOffline(true);
  await page.getByRole('button', { name: /^I am 18 or older/ }).click();
  await log.waitFor();
  await device.setOffline(false);
  await expect.poll(() => ageOf(page)).toBe(true);
  await page.reload();
  await log.waitFor();
  expect(await question.count()).toBe(0);
});

it('keeps everything of a person under 18 from strangers', async () => {
  const { page, question, log } = await signedIn(newEmail());
  await question.waitFor();
  await page.getByRole('button', { name: /^I am under 18/ }).click();
  await log.waitFor();
  await expect.poll(() => ageOf(page)).toBe(false);

  await logSession(page, { title: 'Heelwork' });
  await actOn(page, 'Heelwork', /^Share/);
  const sharing = page.getByRole('dialog', { name: 'Share Training Session' });
  await sharing.getByText('Under 18, only you and your training partners').waitFor();
  expect(await sharing.getByRole('switch').count()).toBe(0);

  await page.goto(`${server.url}/profile/edit`);
  await page.getByText('Under 18, your profile stays private').waitFor();
  expect(await page.getByLabel('Public profile').count()).toBe(0);
  await expectNoFaults(page);

  await page.goto(`${server.url}/cues?tab=mine`);
  await page.getByRole('button', { name: 'Create Cue' }).first().click();
  const visibility = page.getByRole('dialog', { name: 'Create Cue' }).getByLabel('Visibility');
  await visibility.waitFor();
  expect(await visibility.locator('option').allTextContents()).toEqual(['Private', 'Friends']);

  await page.goto(`${server.url}/friends`);
  await page
    .getByRole('button', { name: /Invite|Add/ })
    .first()
    .click();
  await page.getByRole('dialog', { name: 'Train with me' }).waitFor();
});
