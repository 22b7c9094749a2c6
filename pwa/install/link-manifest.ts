/** Links the web app manifest, once. A link in the page itself would load the manifest's icon before the first cards (R276). */
export function linkManifest(): void {
  // Only a build has a manifest.
  if (import.meta.env.DEV || document.querySelector('link[rel=manifest]')) return;
  document.head.append(Object.assign(document.createElement('link'), { rel: 'manifest', href: '/manifest.webmanifest' }));
}
