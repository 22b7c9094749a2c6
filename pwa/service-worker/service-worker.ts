/// <reference lib="webworker" />
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { listenForPushes } from './push.ts';
import { openSessionPage } from './session-page.ts';
import { takeShared } from './share-target.ts';
import { listenForSync } from './sync.ts';

/** As the manifest's share_target names it. */
const SHARE_PATH = '/share';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: Array<{ url: string; revision: string | null }> };

/** Where the server has a page of its own for those who are not signed in. */
const SESSION_PAGE = /^\/video\//;

precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();

// Sign-in pages and media are the server's own: the shell must not stand in for them.
const appPage = createHandlerBoundToURL('/index.html');
registerRoute(new NavigationRoute(appPage, { denylist: [/^\/api\//, /^\/objects\//, SESSION_PAGE] }));
registerRoute(
  new NavigationRoute((options) => openSessionPage(self, options.request, () => appPage(options)), { allowlist: [SESSION_PAGE] }),
);

registerRoute(({ url }) => url.pathname === SHARE_PATH, ({ request }) => takeShared(request), 'POST');

// A new version waits until the page says that no form is dirty and no upload runs.
self.addEventListener('message', (event) => {
  if ((event.data as { type?: unknown } | null)?.type === 'SKIP_WAITING') void self.skipWaiting();
});

listenForSync(self);
listenForPushes(self);
