/**
 * A cookie that the page may read: the id of the person who is signed in here, and nothing where nobody is (design
 * section 6). A visitor's page then asks nothing that would be answered with 401, and nobody sees for a moment what the
 * person before them kept on this device. It opens no door; it is set and cleared together with the secret one.
 */
export const SIGNED_IN_COOKIE = 'longline-signed-in';
