import { type Browser, chromium, type Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { atRest } from './harness/at-rest.ts';
import { DESKTOP, LAUNCH, PHONE } from './harness/browser.ts';
import { expectNoFaultsHere } from './harness/no-faults.ts';
import { resize } from './harness/resize.ts';
import { serveParts } from './parts/serve-parts.ts';

let browser: Browser;
let page: Page;
let origin: string;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ origin, close } = await serveParts());
  browser = await chromium.launch(LAUNCH);
});

afterAll(async () => {
  await browser.close();
  await close();
});

beforeEach(async () => {
  await page?.context().close();
  const context = await browser.newContext({ viewport: PHONE, locale: 'en-GB' });
  page = await context.newPage();
});

const dialog = () => page.getByRole('dialog', { name: 'Add Training Log' });
const opener = () => page.getByRole('button', { name: 'Log a session' });

describe('a dialog in the URL', () => {
  it('opens with its own history entry, closes by Back, and returns the focus', async () => {
    await page.goto(origin);
    await opener().click();
    await dialog().getByText('About 7, idle').waitFor();
    expect(new URL(page.url()).search).toBe('?dialog=demo&id=7');
    await page.goBack();
    await dialog().waitFor({ state: 'detached' });
    await expect.poll(() => opener().evaluate((button) => button === document.activeElement)).toBe(true);
  });

  it('closes by Escape and by its button, and Forward reopens it', async () => {
    await page.goto(origin);
    await opener().click();
    await dialog().waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('');
    await page.goForward();
    await dialog().getByRole('button', { name: 'Close' }).click();
    await dialog().waitFor({ state: 'detached' });
  });

  it('opens after a reload and by a link, and then closes without leaving the page', async () => {
    await page.goto(`${origin}/?dialog=demo&id=9&tab=mine`);
    await page.reload();
    await dialog().getByText('About 9, idle').waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('?tab=mine');
  });

  it('focuses its heading, so that no keyboard covers the sheet', async () => {
    await page.goto(`${origin}/?dialog=demo`);
    await dialog().waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Add Training Log');
  });

  it('delays app updates while its form is dirty', async () => {
    await page.goto(`${origin}/?dialog=demo`);
    await dialog().getByLabel('Title').fill('Send-away');
    await dialog().getByText('About nothing, busy').waitFor();
    await dialog().getByLabel('Title').fill('');
    await dialog().getByText('About nothing, idle').waitFor();
    await expect.poll(() => dialog().getByLabel('Title').getAttribute('aria-invalid')).toBe('true');
  });
});

describe('a toast', () => {
  it('can be read and tapped over an open dialog, and does not cover its main button', async () => {
    await page.goto(`${origin}/?dialog=demo`);
    const save = dialog().getByRole('button', { name: 'Save' });
    await save.click();
    const toast = dialog().getByRole('status').filter({ hasText: 'Please enter a title for your training log' });
    await toast.getByText('Error').waitFor();
    await atRest(page);
    const [over, button] = await Promise.all([toast.boundingBox(), save.boundingBox()]);
    expect((over?.y ?? 0) + (over?.height ?? 0)).toBeLessThanOrEqual(button?.y ?? 0);
    // A real tap: on an inert toast it would hit the dialog below.
    await toast.getByRole('button', { name: 'Close message' }).click();
    await expect.poll(() => toast.count()).toBe(0);
  });

  it('disappears after five seconds, but not while the pointer is on it', async () => {
    await page.clock.install();
    await page.goto(origin);
    await page.getByRole('button', { name: 'Toast' }).click();
    const toast = page.getByRole('status').filter({ hasText: 'Comment posted' });
    await toast.getByText('Success').hover();
    await page.clock.runFor(20_000);
    await expect.poll(() => toast.count()).toBe(1);
    await page.mouse.move(0, 0);
    await page.clock.runFor(4_900);
    await expect.poll(() => toast.count()).toBe(1);
    await page.clock.runFor(200);
    await expect.poll(() => toast.count()).toBe(0);
  });

  it('returns keyboard focus to where it was', async () => {
    await page.goto(origin);
    await page.getByRole('button', { name: 'Toast' }).press('Enter');
    const undo = page.getByRole('status').getByRole('button', { name: 'Undo' });
    await undo.press('Enter');
    await undo.waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Toast');
  });

  it('moves to the top when a second dialog opens over the first', async () => {
    await page.goto(`${origin}/?dialog=demo`);
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().getByRole('button', { name: 'Ask on top' }).click();
    const question = page.getByRole('dialog', { name: 'Remove Fen?' });
    await question.getByRole('button', { name: 'Close message' }).click();
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    await expect.poll(() => dialog().count()).toBe(1);
  });
});

describe('tabs', () => {
  it('move with the arrow keys and are kept in the URL', async () => {
    await page.goto(origin);
    await page.getByRole('tab', { name: 'All' }).focus();
    await page.keyboard.press('ArrowRight');
    expect(new URL(page.url()).search).toBe('?tab=mine');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    expect(new URL(page.url()).search).toBe('?tab=partners');
    await page.getByRole('tab', { name: "Partners' Sessions", selected: true }).waitFor();
    await page.getByText('Showing partners').waitFor();
    await page.keyboard.press('Home');
    expect(new URL(page.url()).search).toBe('');
    await page.getByRole('tab', { name: 'All', selected: true }).waitFor();
  });
});

describe('texts and states', () => {
  it("shows 'Synced' right after a sync, until it fades", async () => {
    await page.clock.install();
    await page.goto(origin);
    await page.getByText('Saved on this phone').waitFor();
    await page.getByRole('button', { name: 'Confirm sync' }).click();
    await page.getByText('Synced', { exact: true }).waitFor();
    await page.clock.runFor(3_100);
    await page.getByText('Synced', { exact: true }).waitFor({ state: 'detached' });
    expect(await page.getByText('Saved on this phone').count()).toBe(0);
  });

  it("says 'this device' on a desktop", async () => {
    await resize(page, DESKTOP);
    await page.goto(origin);
    await expect.poll(() => page.getByText('Saved on this device').count()).toBe(1);
    await expect.poll(() => page.getByText('1 item only on this device').count()).toBe(1);
  });

  it('keeps a number and its noun on one line in the sync line', async () => {
    for (const width of [320, 360, 390]) {
      await resize(page, { width, height: 844 });
      await page.goto(origin);
      const count = page.getByText('3 items', { exact: true }).first();
      await expect.poll(() => count.evaluate((words) => words.getClientRects().length)).toBe(1);
      expect(await count.evaluate((words) => getComputedStyle(words).whiteSpace)).toBe('nowrap');
    }
  });

  it('ignores a press of a pending button', async () => {
    await page.goto(origin);
    await page.getByRole('button', { name: 'Saving...' }).click({ force: true });
    await expect.poll(() => page.getByText('Pressed 0').count()).toBe(1);
    await page.getByRole('button', { name: "Couldn't upload: Retry" }).click();
    await page.getByText('Pressed 1').waitFor();
  });

  it('keeps the theme after a reload', async () => {
    await page.goto(origin);
    await page.getByRole('button', { name: 'Dark theme' }).click();
    await page.reload();
    await page.getByRole('button', { name: 'Light theme' }).waitFor();
    expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark');
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(14, 20, 17)');
  });
});

describe('accessibility', () => {
  for (const theme of ['light', 'dark'])
    for (const [name, viewport] of Object.entries({ phone: PHONE, small: { width: 320, height: 640 }, desktop: DESKTOP }))
      it(`has no axe violations and no overflow in the ${theme} theme at ${name} size, with and without a dialog`, async () => {
        await resize(page, viewport);
        await page.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme);
        await page.emulateMedia({ reducedMotion: 'reduce' });
        for (const path of ['/', '/?dialog=demo']) {
          await page.goto(origin + path);
          await page.getByRole('tab', { name: 'All', includeHidden: true }).waitFor();
          await expectNoFaultsHere(page);
        }
      });

  it('reports a control whose name lacks the words that it shows', async () => {
    await page.goto(origin);
    await opener().waitFor();
    await expectNoFaultsHere(page);
    await page.getByRole('button', { name: 'Toast' }).evaluate((button) => button.setAttribute('aria-label', 'Something else'));
    const found = await expectNoFaultsHere(page).catch(({ actual }: { actual: string[] }) => actual);
    expect(found).toEqual([expect.stringMatching(/^label-content-name-mismatch/)]);
  });

  it('makes each control at least 48 px', async () => {
    await page.goto(origin);
    await opener().waitFor();
    const small = await page
      .locator('main button, main a[href], main input:not([type=checkbox])')
      .evaluateAll((controls) =>
        controls
          .filter((control) => control.getBoundingClientRect().height < 48 || control.getBoundingClientRect().width < 48)
          .map((control) => control.outerHTML.slice(0, 80)),
      );
    expect(small).toEqual([]);
  });
});
