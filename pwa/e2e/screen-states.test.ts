import { type Browser, type BrowserContext, chromium, type Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBuiltServer } from './built-server.mjs';
import { browserPath, PHONE } from './harness/browser.ts';
import { expectNoFaults } from './harness/no-faults.ts';
import { isForItself, leadTo, STATES, storeNeverOpens } from './screen-states.mjs';
import { fillKennel } from './screenshot-kennel.mjs';

/** The other states of these screens are looked at by those screens' tests. */
const COVERED = STATES.filter(({ who, name }) => who !== 'nobody' && (!/^(sign-out|partners|community|profile|admin)/.test(name) || /-own$|invite-offline|admin-offline|-never-seen/.test(name)));

let server: Awaited<ReturnType<typeof startBuiltServer>>;
let browser: Browser;
let cookiesOf: Record<string, Record<string, string>>;
/** A page of each person's, on which one state follows the other. */
const pages = new Map<string, Page>();

beforeAll(async () => {
  server = await startBuiltServer();
  cookiesOf = await fillKennel(server);
  browser = await chromium.launch({ ...(browserPath && { executablePath: browserPath }), chromiumSandbox: false });
  for (const who of Object.keys(cookiesOf)) pages.set(who, await (await deviceOf(who)).newPage());
  // A kennel is a hundred calls.
}, 400_000);

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

describe('each screen says in each of its states what the specification says, and nothing is wrong with it in any size and theme', () => {
  it.each(COVERED.map((state) => [state.name, state] as const))('%s', async (_name, state) => {
    const own = isForItself(state) ? await deviceOf(state.who) : null;
    const page = own ? await own.newPage() : pages.get(state.who);
    if (!page) throw new Error(`Nobody is called ${state.who}`);
    await leadTo(page, server.origin, state);
    await expectNoFaults(page);
    await own?.close();
  });
});

describe('the page that says Loading...', () => {
  it('stands from the first wait to the end of the second: code, then what the device holds', async () => {
    const context = await deviceOf('kate');
    const page = await context.newPage();
    await page.addInitScript(storeNeverOpens);
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(/assets\/app-[^/]*\.js$/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(server.origin);
    await page.getByText('Loading...').filter({ visible: true }).waitFor();
    await page.evaluate(() => {
      const first = document.querySelector('main');
      const second = new Promise((resolve) => {
        const look = () => {
          const main = document.querySelector('main');
          if (main !== first) resolve(main && getComputedStyle(main).visibility);
        };
        new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
      });
      Object.assign(window, { second });
    });
    release();
    expect(await page.evaluate(() => (window as unknown as { second: Promise<unknown> }).second)).toBe('visible');
    await context.close();
  });
});

async function deviceOf(who: string): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: PHONE, reducedMotion: 'reduce', locale: 'en-GB', timezoneId: 'Europe/London' });
  await context.addCookies(Object.entries(cookiesOf[who] ?? {}).map(([name, value]) => ({ name, value, url: server.origin })));
  return context;
}
