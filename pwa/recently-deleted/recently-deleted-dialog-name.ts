/** The dialog's name in the URL, `?dialog=recently-deleted`; the account menu opens it. */
export const RECENTLY_DELETED_DIALOG = 'recently-deleted';
