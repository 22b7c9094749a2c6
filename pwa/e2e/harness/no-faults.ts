import type { Page } from 'playwright';
import { expect } from 'vitest';
import { atRest } from './at-rest.ts';
import { axeViolations } from './axe-violations.ts';
import { DESKTOP, PHONE } from './browser.ts';
import { resize } from './resize.ts';

const ALL = { type: 'tag' as const, values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] };
/** The colour rules. No other rule can fail in the other theme at the same size. */
const COLOURS = { type: 'rule' as const, values: ['color-contrast', 'link-in-text-block'] };
/**
 * Named, because its tags have changed between versions of axe: people who speak to their phone use the words that they see
 * (WCAG 2.5.3). An unknown name would throw.
 */
const BY_NAME = { 'label-content-name-mismatch': { enabled: true } };
const NARROWEST = { width: 320, height: 640 };

/** Expects no axe violations, on the page or `within` a part that covers others, and no horizontal overflow. */
export async function expectNoFaultsHere(page: Page, within?: string): Promise<void> {
  await expectAxeFindsNothing(page, ALL, within);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}

/** Expects no axe violations on phone and desktop in both themes, and no overflow at 320 px with 100 % and 200 % text. */
export async function expectNoFaults(page: Page): Promise<void> {
  const before = page.viewportSize() ?? PHONE;
  const scrolledTo = await page.evaluate(() => scrollY);
  for (const [size, theme, rules] of [
    [PHONE, 'light', ALL],
    [PHONE, 'dark', COLOURS],
    [DESKTOP, 'dark', ALL],
    [DESKTOP, 'light', COLOURS],
  ] as const) {
    await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme);
    await resize(page, size);
    // A scrolled page has arbitrary content under its header.
    await page.evaluate(() => scrollTo(0, 0));
    await expectAxeFindsNothing(page, rules);
  }
  await resize(page, NARROWEST);
  for (const text of ['100%', '200%']) {
    await page.evaluate((size) => (document.documentElement.style.fontSize = size), text);
    const sticksOut = await page.evaluate(() => {
      const frame = document.querySelector('dialog[open]');
      const sheet = frame?.querySelector('.sheet-body') ?? document.documentElement;
      return {
        sheet: sheet.scrollWidth - sheet.clientWidth,
        page: document.documentElement.scrollWidth - innerWidth,
        dialogHeight: frame ? frame.scrollHeight - frame.clientHeight : 0,
        dialogWidth: frame ? frame.scrollWidth - frame.clientWidth : 0,
      };
    });
    expect(sticksOut, `overflow with text of ${text}`).toEqual({ sheet: 0, page: 0, dialogHeight: 0, dialogWidth: 0 });
  }
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '';
    document.documentElement.dataset['theme'] = 'light';
  });
  await resize(page, before);
  await page.evaluate((y) => scrollTo(0, y), scrolledTo);
}

async function expectAxeFindsNothing(page: Page, runOnly: typeof ALL | typeof COLOURS, within?: string): Promise<void> {
  await atRest(page);
  const rules = runOnly === ALL ? { rules: BY_NAME } : {};
  expect(await axeViolations(page, { runOnly, ...rules, within: within ?? (await page.evaluate(onScreen)) })).toEqual([]);
}

/** The part to check: an open dialog makes the page below it inert. Tests check the page while no dialog is open. */
const onScreen = () => (document.querySelector('dialog[open]') ? 'dialog[open]' : 'html');
