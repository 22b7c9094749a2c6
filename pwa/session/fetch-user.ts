declare global {
  interface Window {
    /** The script in index.html asks before the app's code is here. */
    askedUser?: Promise<Response> | undefined;
  }
}

/**
 * GET /api/auth/user, by the call that index.html has made already where there is one.
 * @throws TypeError without a network
 */
export function fetchUser(): Promise<Response> {
  const asked = window.askedUser;
  // An answer can be read once, and is old by the time of a second question.
  window.askedUser = undefined;
  return asked ?? fetch('/api/auth/user', { credentials: 'include', headers: { Accept: 'application/json' } });
}
