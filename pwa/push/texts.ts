import type { PushKind } from '../../api/contract/push.ts';

/** Every text about notifications, except the notifications' own. */
export const TEXTS = {
  menu: (device: string) => `Notify this ${device}`,
  title: (device: string) => `Notifications on this ${device}`,
  description: 'Longline can tell you what is new while it is closed. It says who and where; what was written stays in the app.',
  on: 'Notify me',
  kinds: {
    request: 'Friend requests',
    accepted: 'Accepted requests',
    comment: 'Comments',
    session: "Partners' sessions",
  } satisfies Record<PushKind, string>,
  hints: {
    request: 'Somebody asks to train with you.',
    accepted: 'Somebody has accepted your request.',
    comment: 'On your sessions, and where you have commented.',
    session: 'A training partner has logged a session.',
  } satisfies Record<PushKind, string>,
  blocked: 'Notifications of Longline are blocked in this browser. Allow them in its settings for this site first.',
  unable: 'This browser cannot notify you. On an iPhone or iPad, install Longline first: tap Share, then Add to Home Screen.',
  problems: {
    offline: 'This takes effect when there is a connection.',
    browser: "This browser's push service does not answer. Longline tries again when it is opened.",
  },

  offer: {
    label: 'Notifications',
    title: 'Hear from your partners',
    why: (device: string) => `When they comment or log a session, this ${device} can say so.`,
    turnOn: 'Turn on',
    notNow: 'Not now',
  },
} as const;
