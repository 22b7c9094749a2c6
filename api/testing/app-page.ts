import type { StaticFiles } from '../static.ts';

/** A recognisable app page. */
export const APP_PAGE = '<!doctype html><title>Longline</title><script>document.title = "app";</script>';

/** A built app that consists of this page only. */
export const APP_PAGE_ONLY: StaticFiles = {
  files: new Map(),
  index: {
    type: 'text/html; charset=utf-8',
    caching: 'no-cache',
    partOfPage: false,
    tag: 'app-page',
    bodies: [{ encoding: 'identity', body: new TextEncoder().encode(APP_PAGE) }],
  },
};
