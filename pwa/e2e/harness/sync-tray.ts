import type { Locator, Page } from 'playwright';

/** The open list of what waits or failed on this device. */
export const syncTray = (page: Page): Locator =>
  page.getByRole('dialog').filter({ has: page.getByRole('heading', { name: /^(Only on this|Choose a version)/ }) });
