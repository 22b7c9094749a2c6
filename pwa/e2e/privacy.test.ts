import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Device, openDevice, PHONE } from './harness/browser.ts';
import { expectNoFaults } from './harness/no-faults.ts';
import { type Server, startServer } from './harness/server.ts';
import { readyForOffline, signIn } from './harness/sign-in.ts';

let server: Server;
let device: Device;
beforeAll(async () => {
  const env = { OPERATOR_NAME: 'Dog Sport Club Shrewsbury', CONTACT_EMAIL: 'privacy@example.org' };
  [server, device] = await Promise.all([startServer({ env }), openDevice({ viewport: PHONE })]);
});
afterAll(async () => {
  await device.discard();
  await server.stop();
});

it('is one tap from the landing page and from the sign-in, and comes from the server under the service worker too', async () => {
  const page = device.page();
  await page.goto(server.url);
  await page.getByRole('link', { name: 'Privacy' }).click();
  await page.getByRole('heading', { name: 'Privacy', level: 1 }).waitFor();
  await page.getByText('Dog Sport Club Shrewsbury').waitFor();
  await expectNoFaults(page);
  await page.goto(`${server.url}/api/login`);
  await page.getByRole('link', { name: 'Privacy' }).click();
  await page.getByRole('row', { name: 'Uploads that were not finished 7 days after their last byte' }).waitFor();

  await signIn(page, server, 'kate@example.org');
  await readyForOffline(page);
  await page.goto(`${server.url}/privacy`);
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Privacy');
  await page.getByRole('link', { name: 'Longline' }).click();
  await page.getByRole('heading', { name: 'Training Log', level: 1 }).waitFor();
});
