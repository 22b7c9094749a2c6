import type { Locator, Page } from 'playwright';

/** The open sync tray. */
export const syncTray = (page: Page): Locator =>
  page.getByRole('dialog').filter({ has: page.getByRole('heading', { name: /^(Only on this|Not on this|Choose a version)/ }) });
