import type { Page, ViewportSize } from 'playwright';

/** Resizes the window, and waits for the next frame: before it, the app has not heard of the new size. */
export async function resize(page: Page, size: ViewportSize): Promise<void> {
  await page.setViewportSize(size);
  await page.evaluate(() => new Promise(requestAnimationFrame));
}
