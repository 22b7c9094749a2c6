import type { Page } from 'playwright';

/** Waits until what moves into place has arrived: colours that are half faded in are nobody's to read. */
export async function atRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    // Cancelled, where its element went away meanwhile.
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}
