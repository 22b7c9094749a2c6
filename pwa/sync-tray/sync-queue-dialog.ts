/** The queue dialog's name in the URL, `?dialog=sync`; the header's sync total opens it. */
export const SYNC_QUEUE_DIALOG = 'sync';
