import type { Page } from 'playwright';

/** 'Synced' has faded by then. A chip that stays for longer is checked as it is. */
const FADED_MS = 10_000;

/**
 * Waits for finite animations to end: half-faded colours would fail the contrast check. A chip that says 'Synced' fades by itself
 * after three seconds, which would otherwise begin during the check.
 */
export async function atRest(page: Page): Promise<void> {
  await page
    .locator('span.text-primary')
    .filter({ hasText: /^Synced$/ })
    .first()
    .waitFor({ state: 'detached', timeout: FADED_MS })
    .catch(() => undefined);
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    // `finished` rejects if the element is removed meanwhile.
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}
