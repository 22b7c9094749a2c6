import { SIGNED_IN_COOKIE } from '../../api/contract/signed-in-cookie.ts';

/**
 * What the server's readable cookie says: the id of who is signed in here, or null for nobody.
 * @param cookies `document.cookie`
 */
export function signedInMark(cookies: string): string | null {
  for (const cookie of cookies.split('; ')) {
    const [name, value] = cookie.split('=');
    if (name === SIGNED_IN_COOKIE && value) return value;
  }
  return null;
}
