/** What a device can be told of while the app is closed. Each can be switched off, for each device by itself. */
export const PUSH_KINDS = ['request', 'accepted', 'comment', 'session'] as const;
