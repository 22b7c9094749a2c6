/** The dialog's name in the URL, `?dialog=storage`; the account menu opens it. */
export const STORAGE_DIALOG = 'storage';
