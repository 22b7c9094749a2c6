import type { Locator, Page } from 'playwright';

const TOTAL = /All synced|Saving on this|only on this|Couldn't sync|Uploading \d|\d conflicts?/;

/** The header's sync status for the whole device. */
export const syncTotal = (page: Page): Locator => page.getByRole('banner').locator('p, button, a').filter({ hasText: TOTAL });

/** Records the header's sync status from now on, however briefly it shows. @returns all texts since, in order */
export async function watchTotal(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate((pattern) => {
    const header = document.querySelector('header');
    const totals: string[] = [];
    Object.assign(window, { totals });
    if (!header) throw new Error('There is no header');
    new MutationObserver(() => {
      const words = [...header.querySelectorAll('p, button, a')]
        .map(({ textContent }) => textContent)
        .find((text) => new RegExp(pattern).test(text));
      if (words !== undefined && words !== totals.at(-1)) totals.push(words);
    }).observe(header, { subtree: true, childList: true, characterData: true });
  }, TOTAL.source);
  return () => page.evaluate(() => (window as unknown as { totals: string[] }).totals);
}
