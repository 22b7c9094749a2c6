/** The dialog's name in the URL. */
export const RECENTLY_DELETED_DIALOG = 'recently-deleted';
