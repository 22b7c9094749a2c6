/**
 * A cookie that the page may read and that says no more than that somebody is signed in here (design section 6):
 * a visitor's page then asks nothing that would be answered with 401. Set and cleared together with the secret one.
 */
export const SIGNED_IN_COOKIE = 'longline-signed-in';
