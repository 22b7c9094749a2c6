/** Name of the queue's dialog in the URL, `?dialog=sync`: the header's total opens it. */
export const SYNC_QUEUE_DIALOG = 'sync';
