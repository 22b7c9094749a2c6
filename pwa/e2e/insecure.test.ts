import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SIGNED_IN_COOKIE } from '../../api/contract/signed-in-cookie.ts';
import { type Device, openDevice } from './harness/browser.ts';
import { expectNoFaults } from './harness/no-faults.ts';
import { type Server, startServer } from './harness/server.ts';
import { proveEmail } from './harness/sign-in.ts';

const SECURE = 'https://longline.example.org';

let server: Server;
let device: Device;
/** The server under another name than localhost, as a phone in the same network opens it. Browsers do not trust it. */
let home: string;
const env: Record<string, string> = {};

beforeAll(async () => {
  [server, device] = await Promise.all([startServer({ env }), openDevice({ args: ['--host-resolver-rules=MAP home.example 127.0.0.1'] })]);
  home = `http://home.example:${server.connection.port}`;
});

afterAll(async () => {
  await device.discard();
  await server.stop();
});

async function restartAt(publicUrl: string): Promise<void> {
  await server.kill();
  env['PUBLIC_URL'] = publicUrl;
  await server.restart();
}

const needsHttps = () => device.page().getByRole('heading', { name: 'Phones need a secure address', level: 1 });

describe('a phone on an address without https', () => {
  it('sees at any path that https is missing; the app asks only for the address, and stores and logs nothing', async () => {
    const page = device.page();
    const calls: string[] = [];
    const complaints: string[] = [];
    page.on('request', (request) => void (/\/api\//.test(request.url()) && calls.push(new URL(request.url()).pathname)));
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    const paths = ['/', '/my-dogs', '/not-authorized', '/no/such/page'];
    for (const path of paths) {
      await page.goto(home + path);
      await needsHttps().waitFor();
      await page.getByText(`You opened ${home}. A phone keeps sessions offline only on an address that starts with https://.`).waitFor();
      await page.getByRole('heading', { name: 'Someone else runs this server?', level: 2 }).waitFor();
    }
    await expect.poll(() => page.title()).toBe('A secure address · Longline');
    expect(await page.evaluate(async () => [isSecureContext, localStorage.length, (await indexedDB.databases()).length])).toEqual([
      false,
      0,
      0,
    ]);
    expect(calls).toEqual(paths.map(() => '/api/address'));
    await expectNoFaults(page);
    expect(complaints).toEqual([]);
  });

  it('copies a message for the person who runs the server', async () => {
    const page = device.page();
    await page.goto(home);
    await page.getByRole('button', { name: 'Copy a message to them' }).click();
    await page.getByRole('status').getByText('Copied').waitFor();
    const message = await page.getByRole('textbox', { name: 'Message to copy' }).inputValue();
    expect(message).toContain(`I opened Longline at ${home}, but it only works at an https address.`);
    await expectNoFaults(page);
    // Browsers let no page read the clipboard here, but a person can paste.
    await page.evaluate(() => document.body.appendChild(document.createElement('textarea')).focus());
    await page.keyboard.press('ControlOrMeta+v');
    await expect.poll(() => page.locator('textarea').last().inputValue()).toBe(message);
  });

  it('sees the commands for the port of its server', async () => {
    const page = device.page();
    await page.goto(home);
    const commands = page.getByText('reverse_proxy');
    const show = page.getByText('Show the commands');
    await show.waitFor();
    expect(await commands.isVisible()).toBe(false);
    await show.click();
    await expect.poll(() => commands.textContent()).toContain(`  reverse_proxy 127.0.0.1:${server.connection.port}\n`);
    await expectNoFaults(page);
  });

  it('is led to the server’s own address by the answer to its sign-in form', async () => {
    const page = device.page();
    await page.goto(`${home}/api/login`);
    await page.getByLabel('Email').fill('kate@example.org');
    await page.getByRole('button', { name: 'Send code' }).click();
    await page.getByRole('heading', { name: 'Another address', level: 1 }).waitFor();
    await expectNoFaults(page);
    await page.getByRole('link', { name: 'Open Longline there' }).click();
    await page.waitForURL(`${server.url}/`);
    await page.getByRole('heading', { name: 'Real training is data, not drama.' }).waitFor();
  });

  it('sees that https is missing after a sign-in, not a log that loads forever', async () => {
    await restartAt(home);
    const page = device.page();
    await page.goto(`${home}/api/login`);
    await proveEmail(page, server, 'kate@example.org');
    await page.waitForURL(`${home}/`);
    await needsHttps().waitFor();
    expect(await page.evaluate(() => document.cookie)).toContain(`${SIGNED_IN_COOKIE}=`);
    expect(await page.getByText(/Loading/).count()).toBe(0);
  });

  it('gets the secure address with Try Again once the server has one', async () => {
    const page = device.page();
    await page.goto(`${home}/my-dogs`);
    const again = page.getByRole('button', { name: 'Try Again' });
    await again.waitFor();
    await restartAt(SECURE);
    await again.click();
    const open = page.getByRole('link', { name: 'Open the secure address' });
    expect(await open.getAttribute('href')).toBe(`${SECURE}/my-dogs`);
    await page.getByText(`It is ${SECURE}.`).waitFor();
    expect(await again.count()).toBe(0);
    await expectNoFaults(page);
  });
});
