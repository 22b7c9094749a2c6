/** The dialog's name in the URL, `?dialog=storage`; the user menu opens it. */
export const STORAGE_DIALOG = 'storage';
