declare global {
  interface Window {
    /** The request that the script in index.html made before the app's code loaded. */
    askedUser?: Promise<Response> | undefined;
  }
}

/**
 * GET /api/auth/user, reusing the request from index.html if there is one.
 * @throws TypeError without a network
 */
export function fetchUser(): Promise<Response> {
  const asked = window.askedUser;
  // Use it once: a body can be read only once, and a later call needs a fresh answer.
  window.askedUser = undefined;
  return asked ?? fetch('/api/auth/user', { credentials: 'include', headers: { Accept: 'application/json' } });
}
