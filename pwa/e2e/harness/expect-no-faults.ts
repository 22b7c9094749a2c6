import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { atRest } from './at-rest.ts';
import { DESKTOP, PHONE } from './browser.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const NARROWEST = { width: 320, height: 640 };

/** As it stands, axe finds nothing on phone and desktop, light and dark; the narrowest page scrolls in one direction only. */
export async function expectNoFaults(page: Page): Promise<void> {
  const before = page.viewportSize() ?? PHONE;
  for (const [size, theme] of [[PHONE, 'light'], [DESKTOP, 'dark']] as const) {
    await page.setViewportSize(size);
    await page.evaluate((name) => { document.documentElement.dataset['theme'] = name; }, theme);
    await atRest(page);
    const { violations } = await new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).withTags(RULES).analyze();
    expect(violations.map(({ id, nodes }) => [theme, size.width, id, nodes.map(({ html }) => html)])).toEqual([]);
  }
  await page.setViewportSize(NARROWEST);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(NARROWEST.width);
  await page.evaluate(() => { document.documentElement.dataset['theme'] = 'light'; });
  await page.setViewportSize(before);
}
