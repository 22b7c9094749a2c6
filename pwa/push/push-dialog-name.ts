/** The dialog's name in the URL, `?dialog=notify`; the account menu opens it. */
export const PUSH_DIALOG = 'notify';
