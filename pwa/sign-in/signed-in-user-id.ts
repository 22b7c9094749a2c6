import { SIGNED_IN_COOKIE } from '../../api/contract/signed-in-cookie.ts';

/**
 * The signed-in person's id from the server's readable cookie, or null.
 * @param cookies `document.cookie`
 */
export function signedInUserId(cookies: string): string | null {
  for (const cookie of cookies.split('; ')) {
    const [name, value] = cookie.split('=');
    if (name === SIGNED_IN_COOKIE && value) return value;
  }
  return null;
}

/** Whether someone other than this person is signed in. @param cookies `document.cookie` */
export const isSomeoneElseSignedIn = (userId: string, cookies: string): boolean => ![userId, null].includes(signedInUserId(cookies));
