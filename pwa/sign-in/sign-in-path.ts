/** Path of the sign-in page, which leads back to the page that shows the link (R184), or to another one. */
export function signInPath(here = location.pathname + location.search): string {
  return here === '/' ? '/api/login' : `/api/login?return=${encodeURIComponent(here)}`;
}
