/// <reference lib="webworker" />
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { listenForPushes } from './push.ts';
import { openSessionPage } from './session-page.ts';
import { takeShared } from './share-target.ts';
import { listenForSync } from './sync.ts';

/** Must match the manifest's share_target. */
const SHARE_PATH = '/share';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: Array<{ url: string; revision: string | null }> };

/** Paths at which the server renders its own page for signed-out visitors. */
const SESSION_PAGE = /^\/video\//;

precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();

// Sign-in pages, pages of the server such as the privacy page, and media come from the server; do not answer them with the app shell.
const appPage = createHandlerBoundToURL('/index.html');
registerRoute(
  new NavigationRoute(appPage, {
    denylist: [/^\/api\//, /^\/objects\//, /^\/(?:privacy|rules|complaints)(?:\?|$)/, /^\/report\//, SESSION_PAGE],
  }),
);
registerRoute(
  new NavigationRoute((options) => openSessionPage(self, options.request, () => appPage(options)), { allowlist: [SESSION_PAGE] }),
);

registerRoute(
  ({ url }) => url.pathname === SHARE_PATH,
  ({ request }) => takeShared(request),
  'POST',
);

// Control the page of the first visit too, so that offline it can open screens whose code it has not loaded yet.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

// A new version waits until the page reports that no form is dirty and no upload runs.
self.addEventListener('message', (event) => {
  if ((event.data as { type?: unknown } | null)?.type === 'SKIP_WAITING') void self.skipWaiting();
});

listenForSync(self);
listenForPushes(self);
