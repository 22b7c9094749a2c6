/** Events that notify a device while the app is closed. Each can be switched off per device. */
export const PUSH_KINDS = ['request', 'accepted', 'comment', 'session'] as const;
