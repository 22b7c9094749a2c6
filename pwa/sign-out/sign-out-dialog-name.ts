/** The sign-out dialog's name in the URL; the account menu's Logout opens it. */
export const SIGN_OUT_DIALOG = 'sign-out';
