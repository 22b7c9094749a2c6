import type { Page } from 'playwright';

/** Records every label of a form's submit button from now on: pending labels may show for only a few milliseconds. */
export const watchLabels = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seenLabels: seen });
    new MutationObserver(() => {
      for (const button of document.querySelectorAll('dialog button[type=submit]')) seen.push(button.textContent ?? '');
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });

export const seenLabels = (page: Page): Promise<string[]> => page.evaluate(() => Reflect.get(window, 'seenLabels') as string[]);
