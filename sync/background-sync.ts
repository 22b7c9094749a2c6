/** Tag of the only Background Sync registration: one cycle sends everything that waits. */
export const BACKGROUND_SYNC_TAG = 'longline-outbox';
