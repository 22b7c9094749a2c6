import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Device, openDevice } from './harness/browser.ts';
import { logSession } from './harness/log.ts';
import { expectNoFaults } from './harness/no-faults.ts';
import { type Server, startServer } from './harness/server.ts';
import { readyForOffline, signIn } from './harness/sign-in.ts';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1';

let server: Server;

beforeAll(async () => {
  server = await startServer({ env: { ADMIN_EMAILS: 'kate@example.org,wren@example.org' } });
});

afterAll(() => server.stop());

const fact = (page: Page, title: string) =>
  page
    .getByRole('list', { name: 'Capabilities' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) });

describe('what this phone can do', () => {
  let device: Device;
  let page: Page;

  beforeAll(async () => {
    device = await openDevice();
    page = device.page();
    await signIn(page, server, 'kate@example.org');
    await readyForOffline(page);
  });

  afterAll(() => device.discard());

  it('is reached from the account menu, and lists each capability with its consequence', async () => {
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('link', { name: 'What this phone can do' }).click();
    await page.getByRole('heading', { name: 'What this phone can do', level: 1 }).waitFor();
    await expect.poll(() => page.title()).toBe('What this phone can do · Longline');
    await page.getByText(/^(Chrome|Chromium) \d+ on Linux$/).waitFor();
    await fact(page, 'Works offline')
      .getByText(/^Sessions and films stay here until they are sent\. .+ of .+ used\.$/)
      .waitFor();
    await fact(page, 'Uploads continue in the background').getByText('Even with the app closed. Files over 20 MB need it open.').waitFor();
    await fact(page, 'No sharing from other apps').getByText('Pick the film in Longline.').waitFor();
    await expect.poll(() => page.getByRole('list', { name: 'Capabilities' }).getByRole('listitem').count()).toBe(8);
    await expectNoFaults(page);
  });

  it('offers the browser’s own prompt once it has one', async () => {
    await page.evaluate(() => {
      const prompt = () => {
        Object.assign(window, { prompted: true });
        return Promise.resolve({ outcome: 'accepted' });
      };
      dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt }));
    });
    await fact(page, 'Not on the home screen yet').getByRole('button', { name: 'Install' }).click();
    await expect.poll(() => page.evaluate(() => (window as unknown as { prompted?: true }).prompted)).toBe(true);
    await fact(page, 'Not on the home screen yet').getByText("Choose Install in your browser's menu.").waitFor();
  });

  it('turns notifications on, and shows them as off once their dialog has turned them off', async () => {
    await device.context().grantPermissions(['notifications']);
    await page.reload();
    await fact(page, 'Notifications are off').getByRole('button', { name: 'Turn on' }).click();
    await fact(page, 'Notifications are on').getByRole('button', { name: 'Change' }).click();
    await page.getByRole('dialog', { name: 'Notifications on this phone' }).getByRole('switch', { name: 'Notify me' }).click();
    await page.keyboard.press('Escape');
    await fact(page, 'Notifications are off').waitFor();
    expect(await fact(page, 'Notifications are on').count()).toBe(0);
  });
});

describe('a tab of Safari on an iPhone', () => {
  let device: Device;
  let page: Page;

  beforeAll(async () => {
    device = await openDevice({ userAgent: IPHONE });
    await device.context().addInitScript(() => {
      Object.defineProperty(Navigator.prototype, 'vendor', { get: () => 'Apple Computer, Inc.' });
      addEventListener('beforeinstallprompt', (event) => event.stopImmediatePropagation());
      for (const name of ['PushManager', 'SyncManager', 'onbeforeinstallprompt']) Reflect.deleteProperty(window, name);
    });
    page = device.page();
    await signIn(page, server, 'wren@example.org');
    await readyForOffline(page);
  });

  afterAll(() => device.discard());

  it('lists what an iPhone lacks, and shows how to install', async () => {
    await page.goto(`${server.url}/device`);
    await page.getByText('Safari 26 on iPhone').waitFor();
    await fact(page, 'This tab forgets after 7 days').waitFor();
    await fact(page, 'Notifications need the home screen').getByText('Install first.').waitFor();
    await fact(page, 'Uploads stop when you leave').getByText('Nothing is lost. Open the app to continue.').waitFor();
    await fact(page, 'No sharing from Photos').getByText('Choose it from Files to keep the original.').waitFor();
    await expectNoFaults(page);
    await fact(page, 'Not on the home screen yet').getByRole('button', { name: 'Show me' }).click();
    const steps = page.getByRole('dialog', { name: 'Add to Home Screen' });
    await steps.getByText('Tap Share.').waitFor();
    await steps.getByText('The installed app starts with what is on the server. Let this tab sync first.').waitFor();
    await expectNoFaults(page);
    await page.keyboard.press('Escape');
    await steps.waitFor({ state: 'detached' });
  });

  it('warns above the log while unsent work could be forgotten, and offers to export it or to install the app', async () => {
    const sentence = page.getByText('This tab forgets unsent work after 7 days without a visit.');
    const visitLog = async () => {
      await page.getByRole('link', { name: 'My Dogs' }).click();
      await page.getByRole('heading', { name: 'My Dogs', level: 1 }).waitFor();
      await page.getByRole('link', { name: 'Training Log' }).click();
      await page.getByRole('heading', { name: 'Training Log', level: 1 }).waitFor();
    };
    await page.goto(server.url);
    await page.getByText('All synced').waitFor({ state: 'attached' });
    await visitLog();
    expect(await sentence.count()).toBe(0);
    await server.connection.cut();
    await device.setOffline(true);
    await logSession(page, { title: 'Only here' });
    await page.getByText('Waiting for signal').first().waitFor();
    await visitLog();
    await sentence.waitFor();
    await expectNoFaults(page);
    const section = page.getByRole('region', { name: 'Unsent work' });
    const [download] = await Promise.all([page.waitForEvent('download'), section.getByRole('button', { name: 'Export' }).click()]);
    expect(await readFile(await download.path(), 'utf8')).toContain('Only here');
    await section.getByRole('button', { name: 'Install' }).click();
    await page.getByRole('dialog', { name: 'Add to Home Screen' }).waitFor();
    await page.keyboard.press('Escape');
    await server.connection.mend();
    await device.setOffline(false);
    await sentence.waitFor({ state: 'detached' });
  });
});
