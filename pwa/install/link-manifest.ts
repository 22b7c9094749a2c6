/** Links the web app manifest, once. Not in the page: a browser loads its icon with it, before the first cards (R276). */
export function linkManifest(): void {
  // Only a build has one.
  if (import.meta.env.DEV || document.querySelector('link[rel=manifest]')) return;
  document.head.append(Object.assign(document.createElement('link'), { rel: 'manifest', href: '/manifest.webmanifest' }));
}
