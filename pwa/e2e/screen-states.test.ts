import { type Browser, type BrowserContext, chromium, type Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyMigratedPglite } from '../../api/testing/migrated-pglite.ts';
import { startBuiltServer } from './built-server.mjs';
import { LAUNCH, PHONE } from './harness/browser.ts';
import { leaveFirstRun } from './leave-first-run.mjs';
import { expectNoFaults } from './harness/no-faults.ts';
import { isForItself, leadTo, STATES, storeNeverOpens } from './screen-states.mjs';
import { fillKennel } from './screenshot-kennel.mjs';

/** The screens' own tests cover the other states. */
const COVERED = STATES.filter(
  ({ who, name }) =>
    who !== 'nobody' &&
    (!/^(sign-out|partners|community|profile|admin)/.test(name) ||
      /-own$|-loading$|-unread$|invite-offline|admin-offline|-never-seen/.test(name)),
);

let server: Awaited<ReturnType<typeof startBuiltServer>>;
let browser: Browser;
let cookiesOf: Record<string, Record<string, string>>;
/** One page per person, used for one state after the other. */
const pages = new Map<string, Page>();

beforeAll(async () => {
  server = await startBuiltServer({ fill: copyMigratedPglite });
  cookiesOf = await fillKennel(server);
  browser = await chromium.launch(LAUNCH);
  for (const who of Object.keys(cookiesOf)) pages.set(who, await (await deviceOf(who)).newPage());
  // Filling the kennel takes about a hundred calls.
}, 400_000);

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

describe('each screen state shows the specified text and has no faults in any size and theme', () => {
  it.each(COVERED.map((state) => [state.name, state] as const))('%s', async (_name, state) => {
    const own = isForItself(state) ? await deviceOf(state.who) : null;
    const page = own ? await own.newPage() : pages.get(state.who);
    if (!page) throw new Error(`There is no person called ${state.who}`);
    await leadTo(page, server.origin, state);
    await expectNoFaults(page);
    await own?.close();
  });
});

describe('the loading page', () => {
  it('stays visible while first the code and then the store loads', async () => {
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

describe('a device before its first sync', () => {
  it('shows nothing as empty or synced until it has loaded everything', async () => {
    const context = await deviceOf('kate');
    const page = await context.newPage();
    let isRead = () => {};
    const read = new Promise<void>((resolve) => (isRead = resolve));
    await page.route('**/api/sync', async (route) => {
      await read;
      await route.continue();
    });
    await page.goto(server.origin);
    await page.getByText('Loading your log…').waitFor({ state: 'attached' });
    for (const [path, words, empty] of READING) {
      await page.goto(server.origin + path);
      await page.getByText(words).filter({ visible: true }).waitFor();
      expect(await page.getByText(empty).count(), path).toBe(0);
    }
    expect(await page.getByText('All synced').count()).toBe(0);
    isRead();
    await page.getByText('All synced').waitFor({ state: 'attached' });
    await context.close();
  });

  it('says, while offline, that the server’s rows arrive when the signal returns', async () => {
    const context = await deviceOf('kate');
    const page = await context.newPage();
    await page.route('**/api/sync', (route) => route.abort());
    await page.goto(`${server.origin}/my-dogs`);
    await page.getByRole('heading', { name: 'Not on this device yet' }).waitFor();
    await expectNoFaults(page);
    await page.getByRole('button', { name: 'Waiting for signal' }).click();
    await page.getByRole('heading', { name: 'Nothing is waiting here' }).waitFor();
    await context.close();
  });
});

const READING = [
  ['/', 'Loading training sessions...', 'No training sessions yet'],
  ['/my-dogs', 'Loading dogs...', 'No dogs yet'],
  ['/cues?tab=mine', 'Loading cues...', 'No custom cues yet'],
  ['/programs', 'Loading programs...', 'No training programs yet'],
  ['/friends', 'Loading training partners...', 'No training partners yet'],
] as const;

async function deviceOf(who: string): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: PHONE, reducedMotion: 'reduce', locale: 'en-GB', timezoneId: 'Europe/London' });
  await leaveFirstRun(context);
  await context.addCookies(Object.entries(cookiesOf[who] ?? {}).map(([name, value]) => ({ name, value, url: server.origin })));
  return context;
}
