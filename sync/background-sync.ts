/** Tag of the app's only Background Sync registration, which sends all pending work. */
export const BACKGROUND_SYNC_TAG = 'longline-outbox';
