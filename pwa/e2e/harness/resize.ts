import type { Page } from 'playwright';

interface Size {
  width: number;
  height: number;
}

/** Resizes the window, and waits for the next frame: before it, the app has not heard of the new size. */
export async function resize(page: Page, size: Size): Promise<void> {
  await page.setViewportSize(size);
  await page.evaluate(() => new Promise(requestAnimationFrame));
}
