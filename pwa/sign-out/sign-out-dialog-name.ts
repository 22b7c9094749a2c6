/** Name of the question at sign-out in the URL: the user menu's Logout opens it. */
export const SIGN_OUT_DIALOG = 'sign-out';
