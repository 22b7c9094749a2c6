import type { PushKind } from '../../api/contract/push.ts';

/** Every text about notifications, except the notifications' own. */
export const TEXTS = {
  menu: 'Notification settings',
  title: (device: string) => `Notifications on this ${device}`,
  description: 'Get notified while Longline is closed. Notifications name the person and what they did, never the text.',
  on: 'Notify me',
  kinds: {
    request: 'Partner requests',
    accepted: 'Accepted requests',
    comment: 'Comments',
    session: "Partners' sessions",
  } satisfies Record<PushKind, string>,
  hints: {
    request: 'Someone wants to be your training partner.',
    accepted: 'Someone accepted your request.',
    comment: 'On your sessions, and on sessions you commented on.',
    session: 'A training partner logged a session.',
  } satisfies Record<PushKind, string>,
  blocked: 'Notifications are blocked. Allow them in your browser settings.',
  unable: "This browser can't show notifications. On an iPhone or iPad, install Longline first: tap Share, then Add to Home Screen.",
  problems: {
    offline: "This takes effect when you're online.",
    browser: "This browser's push service isn't responding. Longline tries again when you open it.",
  },

  offer: {
    label: 'Notifications',
    title: 'Hear from your partners',
    why: 'Get notified when they comment or log a session.',
    turnOn: 'Turn on',
    notNow: 'Not now',
  },
} as const;
