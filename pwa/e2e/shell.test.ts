import type { Locator } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signInByCalls } from './harness/api-person.ts';
import { DESKTOP, type Device, openDevice, PHONE } from './harness/browser.ts';
import { actOn } from './harness/log.ts';
import { expectNoFaults } from './harness/no-faults.ts';
import { resize } from './harness/resize.ts';
import { type Server, startServer } from './harness/server.ts';
import { proveEmail, reachesServer, readyForOffline, signIn } from './harness/sign-in.ts';

interface Picture {
  src: string;
}

let server: Server;
let device: Device;

beforeAll(async () => {
  [server, device] = await Promise.all([startServer({ env: { ADMIN_EMAILS: 'kate@example.org' } }), openDevice()]);
});

afterAll(async () => {
  await device.discard();
  await server.stop();
});

describe('a visitor', () => {
  it('sees the landing page at any path, without API calls or console messages', async () => {
    const page = device.page();
    const calls: string[] = [];
    const complaints: string[] = [];
    page.on('request', (request) => void (new URL(request.url()).pathname.startsWith('/api/') && calls.push(request.url())));
    page.on('console', (message) => void (['error', 'warning'].includes(message.type()) && complaints.push(message.text())));
    for (const path of ['/', '/my-dogs', '/admin', '/no/such/page', '/?dialog=add-session']) {
      await page.goto(server.url + path);
      await page.getByRole('heading', { name: 'Real training is data, not drama.' }).waitFor();
      await expect.poll(() => page.title()).toBe('Real training is data, not drama · Longline');
    }
    expect(await page.getByRole('link', { name: 'Beta Tester Login' }).first().getAttribute('href')).toBe(
      '/api/login?return=%2F%3Fdialog%3Dadd-session',
    );
    await page.goto(server.url);
    await page.getByRole('heading', { name: 'Real training is data, not drama.' }).waitFor();
    for (const link of await page.getByRole('link', { name: 'Beta Tester Login' }).all())
      expect(await link.getAttribute('href')).toBe('/api/login');
    expect(calls).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('sees why an email is refused, and joins the waitlist', async () => {
    const page = device.page();
    await page.goto(server.url);
    for (const wrong of ['', 'kate']) {
      await page.getByLabel('Email').fill(wrong);
      await page.getByRole('button', { name: 'Join Waitlist' }).click();
      await page.getByRole('status').getByText('Invalid email').waitFor();
      await expect.poll(() => page.getByText('Please enter a valid email address').count()).toBe(2);
    }
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/api/waitlist', async (route) => {
      await held;
      await route.continue();
    });
    await page.getByLabel('Email').fill('owen@example.org');
    await page.getByRole('button', { name: 'Join Waitlist' }).click();
    await page.getByRole('button', { name: 'Joining...' }).waitFor();
    release();
    await page.getByRole('status').getByText("You're on the list").waitFor();
    await page.getByRole('status').getByText('Once you have a place, sign in with owen@example.org.').waitFor();
    await page.getByRole('button', { name: 'Join Waitlist' }).waitFor();
    await expectNoFaults(page);
    await page.unroute('**/api/waitlist');
    expect(await page.getByLabel('Email').inputValue()).toBe('');
  });

  it('sees when joining failed', async () => {
    const page = device.page();
    await page.goto(server.url);
    await device.setOffline(true);
    await page.getByLabel('Email').fill('owen@example.org');
    await page.getByRole('button', { name: 'Join Waitlist' }).click();
    await page.getByRole('status').getByText('Failed to join waitlist. Please try again.').waitFor();
    expect(await page.getByLabel('Email').inputValue()).toBe('owen@example.org');
    await device.setOffline(false);
  });

  it('can leave the not-authorized page', async () => {
    const page = device.page();
    await page.goto(`${server.url}/not-authorized`);
    await page.getByRole('heading', { name: 'Private beta', level: 1 }).waitFor();
    await page.getByText('Longline is in private beta. Join the waitlist to get a place.').waitFor();
    await page.getByRole('button', { name: 'Join Waitlist' }).click();
    await page.getByRole('status').getByText('Invalid email').waitFor();
    await page.getByRole('status').getByText('Please enter a valid email address').waitFor();
    await expectNoFaults(page);
    const ways = page.getByRole('main').getByRole('link');
    expect(await ways.evaluateAll((links) => links.map((link) => [link.textContent, link.getAttribute('href')]))).toEqual([
      ['Try Again', '/'],
      ['Back to Home', '/'],
      ['Logout', '/api/logout'],
    ]);
    await page.getByRole('link', { name: 'Back to Home' }).click();
    await page.getByRole('heading', { name: 'Real training is data, not drama.' }).waitFor();
  });

  it('sees a landing page without faults in both themes, from 320 px to a desktop', async () => {
    const page = device.page();
    await page.goto(server.url);
    const main = page.getByRole('main');
    await main.getByRole('heading', { name: 'Real training is data, not drama.', level: 1 }).waitFor();
    await main.getByText('A training log for people who compete. Film, note and save on the field, with or without signal.').waitFor();
    await main.getByText("Private beta. We'll keep your email until a place opens, for a year at most.").waitFor();
    const excerpt = main.getByRole('figure', { name: 'An excerpt from a training log' });
    expect(await excerpt.getByRole('heading', { level: 3 }).allTextContents()).toEqual([
      'Send-away, 30 m',
      'Send-away, 30 m',
      'Send-away, 25 m',
    ]);
    for (const words of [
      '4/5 straight; lost line at the second marker. Wind from left.',
      '3/5 straight. Marker two moved to 18 m.',
      '5/5 straight, no wind.',
      '1:12',
    ]) {
      await excerpt.getByText(words, { exact: true }).waitFor();
    }
    expect(await page.getByRole('link', { name: 'Skip to content' }).getAttribute('href')).toBe('#main');
    const section = (heading: string) => main.locator('section').filter({ has: page.getByRole('heading', { name: heading, level: 2 }) });
    expect(await section("What's inside").getByRole('heading', { level: 3 }).allTextContents()).toEqual([
      'Training log',
      'Dogs',
      'Cues and programs',
      'Training partners',
    ]);
    expect(await section("What's inside").getByRole('listitem').getByRole('paragraph').allTextContents()).toEqual([
      'Every session with its notes and its video, in the order it happened.',
      'Titles, training days and what to remember, one page for each dog.',
      'Criteria step by step. Take a cue from the community, build a plan from your own.',
      'Your coach sees the session, frame by frame, and comments below.',
    ]);
    expect(await section('How we think').getByRole('listitem').allTextContents()).toEqual([
      'Count the repetitions, not the good feelings.',
      'One failed send-away, filmed, is worth ten remembered.',
      'Criteria first. If the dog is wrong, check yours.',
      'What you write on the field is safe on the field.',
    ]);
    await page.getByRole('contentinfo').getByText('Longline, a training log. Private beta.').waitFor();
    const logins = page.getByRole('link', { name: 'Beta Tester Login' });
    expect(await logins.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual(['/api/login', '/api/login']);
    await expectNoFaults(page);
  });
});

describe('a person without beta access', () => {
  it('is redirected to the not-authorized page from any path', async () => {
    const other = await openDevice();
    const page = other.page();
    await page.goto(`${server.url}/api/login`);
    await page.getByLabel('Email').fill('owen@example.org');
    const code = await server.codeFor('owen@example.org', () => page.getByRole('button', { name: 'Send code' }).click());
    await page.getByLabel('Six-digit code').fill(code);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/not-authorized');
    await page.goto(`${server.url}/my-dogs`);
    await page.waitForURL('**/not-authorized');
    await page.getByRole('heading', { name: 'Not in the beta yet', level: 1 }).waitFor();
    await page.getByText("owen@example.org doesn't have beta access yet. It's on the waitlist.").waitFor();
    await page.getByRole('button', { name: 'Join Waitlist' }).waitFor();
    expect(await page.getByLabel('Email').inputValue()).toBe('');
    await expect.poll(() => page.getByRole('navigation').count()).toBe(0);
    await other.discard();
  });

  it('sees which account is waiting, and enters once access is granted', async () => {
    const kate = await signInByCalls(server, 'kate@example.org');
    const other = await openDevice();
    const page = other.page();
    await page.goto(`${server.url}/api/login`);
    await proveEmail(page, server, 'wren@example.org');
    await page.getByText("wren@example.org doesn't have beta access yet. Join the waitlist to get a place.").waitFor();
    expect(await page.getByText(/on the waitlist/).count()).toBe(0);
    // The field begins with the account's own address.
    expect(await page.getByLabel('Email').inputValue()).toBe('wren@example.org');
    await page.getByRole('button', { name: 'Join Waitlist' }).click();
    await page.getByText("wren@example.org doesn't have beta access yet. It's on the waitlist.").waitFor();
    await page.getByText('Once you have a place, sign in with wren@example.org.').waitFor();
    const again = page.getByRole('link', { name: 'Try Again' });
    await again.click();
    await page.getByText(/^Nothing has changed yet\. Checked at \d/).waitFor();
    await other.setOffline(true);
    await again.click();
    await page.getByText("Couldn't reach the server. Try again when you're online.").waitFor();
    await other.setOffline(false);
    await expectNoFaults(page);
    await kate.call('POST', '/api/admin/beta-access', { email: 'wren@example.org' });
    await again.click();
    await page.getByRole('heading', { name: 'Training Log', level: 1 }).waitFor();
    await other.discard();
  });
});

describe('a beta tester', () => {
  it('sees six links in the navigation, and title and focus follow a link', async () => {
    const page = device.page();
    await signIn(page, server, 'kate@example.org');
    await expect.poll(() => page.title()).toBe('Training Log · Longline');
    const navigation = page.getByRole('navigation', { name: 'Main' });
    expect(await navigation.getByRole('link').allTextContents()).toEqual([
      'Training Log',
      'My Dogs',
      'Cues',
      'Programs',
      'Community',
      'Partners',
    ]);
    await navigation.getByRole('link', { name: 'Cues' }).click();
    await page.getByRole('heading', { name: 'Cues', level: 1 }).waitFor();
    await expect.poll(() => page.title()).toBe('Cues · Longline');
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
    expect(await navigation.getByRole('link', { name: 'Cues' }).getAttribute('aria-current')).toBe('page');
    await page.goBack();
    await page.getByRole('heading', { name: 'Training Log', level: 1 }).waitFor();
  });

  it('has the navigation bar at the bottom on a phone and at the top from 768 px', async () => {
    const page = device.page();
    const navigation = page.getByRole('navigation', { name: 'Main' });
    const bottom = async () => {
      const box = await navigation.boundingBox();
      return (box?.y ?? 0) + (box?.height ?? 0);
    };
    await expect.poll(bottom).toBe(PHONE.height);
    await resize(page, { width: 768, height: 900 });
    await expect.poll(bottom).toBeLessThan(160);
    await resize(page, PHONE);
  });

  it('sees no overflow with text twice as large and with very long words', async () => {
    const page = device.page();
    const size = (of: string) => page.evaluate((text) => void (document.documentElement.style.fontSize = text), of);
    const expectInside = async (...parts: Locator[]) => {
      const { width } = page.viewportSize() ?? PHONE;
      for (const part of parts) {
        const box = await part.boundingBox();
        const what = `${await part.innerText()} at ${width}`;
        expect(box!.x, what).toBeGreaterThanOrEqual(0);
        expect(box!.x + box!.width, what).toBeLessThanOrEqual(width);
      }
    };
    const longest = `https://www.example.org/watch?${'v=dQw4w9WgXcQ'.repeat(6)}`;
    const made = await page.request.post(`${server.url}/api/videos`, { data: { title: longest } });
    const { id } = (await made.json()) as { id: string };
    await resize(page, { width: 1280, height: 800 });
    await size('200%');
    await expectInside(...['Notifications', 'Account'].map((name) => page.getByRole('button', { name })));
    await resize(page, { width: 320, height: 568 });
    await page.getByRole('link', { name: longest }).waitFor();
    await expectInside(page.getByRole('link', { name: longest }));
    await actOn(page, longest, `Comment on ${longest}`);
    await expectInside(
      page.getByRole('dialog').getByRole('button', { name: 'Post' }),
      page.getByRole('dialog').getByRole('heading').first(),
    );
    // Other dialogs have a dog's name as heading: a long one must leave room for the body.
    const room = await page
      .getByRole('dialog')
      .getByRole('heading')
      .first()
      .evaluate((heading, words) => {
        heading.textContent = words;
        return heading.closest('.sheet')?.querySelector('.sheet-body')?.clientHeight;
      }, longest);
    expect(room).toBeGreaterThan(200);
    await page.keyboard.press('Escape');
    await size('');
    await resize(page, PHONE);
    await page.request.delete(`${server.url}/api/videos/${id}`);
    await page.getByText('No training sessions yet').waitFor();
  });

  it('keeps more than half of the window for the page at a zoom of 400 %', async () => {
    const page = device.page();
    await resize(page, { width: 320, height: 256 });
    await page.getByText('No training sessions yet').scrollIntoViewIfNeeded();
    const [header, bar] = await Promise.all([
      page.getByRole('banner').evaluate((element) => Math.max(0, element.getBoundingClientRect().bottom)),
      page.getByRole('navigation', { name: 'Main' }).evaluate((element) => innerHeight - element.getBoundingClientRect().top),
    ]);
    expect(256 - header - bar).toBeGreaterThan(128);
    const add = page.getByRole('button', { name: 'Log a session' }).first();
    expect(await add.evaluate((button) => getComputedStyle(button).position)).toBe('static');
    const targets = await page.getByRole('navigation', { name: 'Main' }).getByRole('link').all();
    for (const target of targets) expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(48);
    await resize(page, PHONE);
  });

  it('opens the notifications and account popovers, which close by Escape and return the focus', async () => {
    const page = device.page();
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    await page.getByRole('button', { name: 'Notifications' }).click();
    const notifications = page.getByRole('dialog', { name: 'Notifications' });
    await notifications.getByText('No new notifications').waitFor();
    await notifications.getByText("You're all caught up!").waitFor();
    await resize(page, DESKTOP);
    // The panel's width: 96 units of 4 px.
    await expect.poll(async () => (await notifications.boundingBox())?.width).toBe(384);
    await resize(page, PHONE);
    await page.keyboard.press('Escape');
    await notifications.waitFor({ state: 'hidden' });
    const account = page.getByRole('dialog', { name: 'Account' });
    await page.getByRole('button', { name: 'Account' }).click();
    await account.getByText('kate@example.org').waitFor();
    // Once with focus on a menu link, once without focus, as after a click in Safari.
    for (const prepare of [() => page.keyboard.press('Tab'), () => page.evaluate(() => (document.activeElement as HTMLElement).blur())]) {
      await prepare();
      expect(await focused()).not.toBe('Account');
      await page.keyboard.press('Escape');
      await account.waitFor({ state: 'hidden' });
      await expect.poll(focused).toBe('Account');
      await page.keyboard.press('Enter');
      await account.waitFor();
    }
    await page.getByRole('link', { name: 'Edit Profile' }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/profile/edit');
  });

  it('gets a 404 page inside the app', async () => {
    const page = device.page();
    await page.goto(`${server.url}/no/such/page`);
    await page.getByRole('heading', { name: '404: Page not found' }).waitFor();
    await expect.poll(() => page.title()).toBe('Page not found · Longline');
    await page.getByRole('link', { name: 'Back to Training Log' }).click();
    await page.getByRole('heading', { name: 'Training Log', level: 1 }).waitFor();
  });

  it('can install the app: Chromium finds nothing missing', async () => {
    const page = device.page();
    await page.goto(server.url);
    await readyForOffline(page);
    // The app links the manifest after the first cards.
    await page.locator('link[rel=manifest]').waitFor({ state: 'attached' });
    const chromium = await device.context().newCDPSession(page);
    const { errors, url } = await chromium.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    expect(url).toBe(`${server.url}/manifest.webmanifest`);
    const { installabilityErrors } = await chromium.send('Page.getInstallabilityErrors');
    expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual([]);
    const manifest = (await (await page.request.get(url)).json()) as { icons: Picture[]; screenshots: Picture[] };
    for (const { src } of [...manifest.icons, ...manifest.screenshots]) {
      expect((await page.request.get(server.url + src)).headers()['content-type']).toBe('image/png');
    }
  });

  it('opens the dialog of the app shortcut by its link', async () => {
    const page = device.page();
    await page.goto(`${server.url}/?dialog=add-session`);
    await page.getByRole('dialog', { name: 'Add Training Log' }).waitFor();
    await page.goBack();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  });

  it('opens screens offline without a reload after the first sign-in', async () => {
    const fresh = await openDevice();
    const page = fresh.page();
    await signIn(page, server, 'kate@example.org');
    await readyForOffline(page);
    await (await fresh.context().newCDPSession(page)).send('Network.clearBrowserCache');
    await fresh.setOffline(true);
    for (const [link, heading] of [
      ['My Dogs', 'My Dogs'],
      ['Programs', 'Programs'],
    ] as const) {
      await page.getByRole('link', { name: link }).click();
      await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
    }
    expect(await reachesServer(page)).toBe(false);
    await fresh.discard();
  });

  it('stays signed in and opens the app at any path offline', async () => {
    const page = device.page();
    await page.goto(server.url);
    await page.getByRole('heading', { name: 'Training Log', level: 1 }).waitFor();
    await readyForOffline(page);
    await device.close();
    const again = await device.reopen({ offline: true });
    for (const [path, heading] of [
      ['/', 'Training Log'],
      ['/my-dogs', 'My Dogs'],
      ['/programs', 'Programs'],
    ] as const) {
      await again.goto(server.url + path);
      await again.getByRole('heading', { name: heading, level: 1 }).waitFor();
    }
    expect(await reachesServer(again)).toBe(false);
    await device.setOffline(false);
  });

  it('is a visitor again after Logout', async () => {
    const page = device.page();
    await page.goto(server.url);
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByRole('heading', { name: 'Real training is data, not drama.' }).waitFor();
    expect(await page.evaluate(() => localStorage.getItem('longline-user'))).toBeNull();
  });
});
