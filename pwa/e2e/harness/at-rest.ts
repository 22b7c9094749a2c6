import type { Page } from 'playwright';

/** Waits for finite animations to end: half-faded colours would fail the contrast check. */
export async function atRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    // `finished` rejects if the element is removed meanwhile.
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}
