/** Path of the sign-in page, which leads back to the page that shows the link (R184). */
export function signInPath(): string {
  const here = location.pathname + location.search;
  return here === '/' ? '/api/login' : `/api/login?return=${encodeURIComponent(here)}`;
}
