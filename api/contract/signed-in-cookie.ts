/**
 * A cookie that scripts can read: the id of the signed-in person, absent when signed out (R19). Signed-out
 * pages skip requests that would get 401, and never flash the previous person's content. It grants no access. It is set
 * and cleared together with the secret cookie.
 */
export const SIGNED_IN_COOKIE = 'longline-signed-in';
