import { type Browser, chromium, type Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeViolations } from './harness/axe-violations.ts';
import { DESKTOP, LAUNCH, PHONE } from './harness/browser.ts';
import { type Server, startServer } from './harness/server.ts';

let browser: Browser;
let server: Server;

beforeAll(async () => {
  server = await startServer();
  browser = await chromium.launch(LAUNCH);
});

afterAll(async () => {
  await browser.close();
  await server.stop();
});

const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);

describe('the sign-in pages in a browser', () => {
  it.each([
    ['phone', 'light', PHONE],
    ['desktop', 'dark', DESKTOP],
    ['small phone', 'dark', { width: 320, height: 568 }],
  ] as const)('work by keyboard, have no axe violations and obey their content security policy (%s, %s)', async (size, theme, viewport) => {
    const context = await browser.newContext({ viewport });
    await context.addInitScript(`localStorage.setItem('theme', '${theme}')`);
    const page = await context.newPage();
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    const email = `${size.replace(' ', '-')}@example.org`;

    // Return to a plain file: other tests cover the app.
    await page.goto(`${server.url}/api/login?return=/robots.txt`);
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
      theme === 'dark' ? 'rgb(14, 20, 17)' : 'rgb(245, 246, 242)',
    );
    expect(await axeViolations(page)).toEqual([]);
    await page.getByLabel('Email').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('anna');
    await page.keyboard.press('Enter');
    await page.getByText('Please enter a valid email address').waitFor();
    const field = page.getByLabel('Email');
    expect(await field.inputValue()).toBe('anna');
    expect(await field.getAttribute('aria-describedby')).toBe('email-error');
    expect(await axeViolations(page)).toEqual([]);
    expect(await fits(page)).toBe(true);

    await field.fill(email);
    const code = await server.codeFor(email, () => page.keyboard.press('Enter'));
    await page.getByLabel('Six-digit code').and(page.locator(':focus')).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.type(code === '000000' ? '000001' : '000000');
    await page.keyboard.press('Enter');
    await page.getByText('That code is wrong. 4 tries are left.').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(await fits(page)).toBe(true);
    await page.getByLabel('Six-digit code').fill(code);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${server.url}/robots.txt`);
    const cookies = (await context.cookies()).map(({ name, httpOnly, sameSite }) => [name, httpOnly, sameSite]);
    expect(cookies.toSorted(([one], [other]) => String(one).localeCompare(String(other)))).toEqual([
      ['longline', true, 'Lax'],
      ['longline-device', true, 'Lax'],
      ['longline-signed-in', false, 'Lax'],
    ]);

    // The console reports the refused form's status 400, and that signing in clears the HTTP cache. Any other message
    // would be a defect, for example a style that the policy blocks.
    expect(said.filter((text) => !/400 \(Bad Request\)|^Clear-Site-Data header/.test(text))).toEqual([]);
    await context.close();
  });

  it('work without JavaScript', async () => {
    const context = await browser.newContext({ viewport: PHONE, javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${server.url}/api/login?return=/robots.txt`);
    await page.getByLabel('Email').fill('plain@example.org');
    const code = await server.codeFor('plain@example.org', () => page.getByRole('button', { name: 'Send code' }).click());
    await page.getByLabel('Six-digit code').fill(code);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${server.url}/robots.txt`);
    expect((await context.cookies()).map(({ name }) => name)).toContain('longline');
    await context.close();
  });

  it('ask before signing out a person who follows a link from another site', async () => {
    const context = await browser.newContext({ viewport: PHONE });
    const page = await context.newPage();
    await page.goto(`${server.url}/api/login?return=/robots.txt`);
    await page.getByLabel('Email').fill('led@example.org');
    const code = await server.codeFor('led@example.org', () => page.getByRole('button', { name: 'Send code' }).click());
    await page.getByLabel('Six-digit code').fill(code);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${server.url}/robots.txt`);

    await page.route('https://elsewhere.example/', (route) =>
      route.fulfill({ contentType: 'text/html', body: `<a rel="noreferrer" href="${server.url}/api/logout">Free treats</a>` }),
    );
    await page.goto('https://elsewhere.example/');
    await page.getByRole('link', { name: 'Free treats' }).click();
    await page.getByRole('heading', { name: 'Do you want to log out of Longline?' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect((await context.cookies(server.url)).map(({ name }) => name)).toContain('longline');

    await page.route(`${server.url}/`, (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Home</title>' }));
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL(`${server.url}/`);
    // The device stays known, so that strangers cannot use up its codes (R162).
    expect((await context.cookies(server.url)).map(({ name }) => name)).toEqual(['longline-device']);
    await context.close();
  });
});
