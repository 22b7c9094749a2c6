/** Names the one Background Sync registration: whatever waits, one cycle carries it. */
export const BACKGROUND_SYNC_TAG = 'longline-outbox';
