/** Texts of the queue dialog. */
export const TEXTS = {
  title: (device: string) => `Only on this ${device}`,
  titleSettle: 'To settle',
  allSynced: { title: 'All synced', description: 'Everything here is on the server too.' },
  nothingOnlyHere: { title: 'Nothing waits here', description: 'What you have on the server comes by itself once there is a signal.' },
  lastSynced: (moment: string) => `Last synced ${moment}`,
  summary: (count: number, device: string) =>
    count === 1
      ? `1 item is only on this ${device}. It is safe here and goes out by itself.`
      : `${count} items are only on this ${device}. They are safe here and go out by themselves.`,
  summaryFailed: (count: number, device: string) =>
    count === 1 ? `1 item is only on this ${device}. It is safe here.` : `${count} items are only on this ${device}. They are safe here.`,

  groups: {
    failed: "Couldn't sync",
    uploading: 'Uploading',
    waiting: 'Waiting',
    paused: 'Paused',
    conflicts: 'Changed in two places',
    locked: 'Still locked',
  },

  states: {
    keeping: (device: string) => `Saving on this ${device}…`,
    saved: (device: string, time: string) => `Saved on this ${device} ${time}`,
    waiting: 'Waiting for signal',
    sending: 'On its way',
    paused: 'Paused: open the app to continue',
    pausedByYou: 'Paused by you',
    heldForWifi: 'Waiting for Wi-Fi',
    heldToAsk: 'This browser does not tell whether you are on Wi-Fi. Large files can use up a phone’s data.',
  },
  waitsFor: (words: string) => `Waits for ${words}`,
  amount: (sent: string, size: string) => `${sent} of ${size}`,
  uploaded: 'Uploaded',

  retry: 'Retry',
  /** What to do about a file that the server refuses every time. */
  noRetry: {
    videos: 'Trying again does not help. Discard the file; the session stays.',
    dogs: 'Trying again does not help. Discard the file and choose another picture of the dog.',
    profile: 'Trying again does not help. Discard the file and choose another picture.',
  },
  /** What to do about a change that a proxy or firewall blocks. */
  stopped: (device: string) =>
    `It's safe on this ${device} and retried every hour. Try another network. Or copy the text, discard this, and enter it in other words.`,
  /** For work locked at a sign-out that cannot be opened. */
  locked: {
    title: (moment: string) => `Locked ${moment}`,
    undated: 'Locked by an earlier version',
    reasons: {
      'no-key': 'The server was restored and has lost the key to this.',
      'not-yet': 'The server could not open this yet.',
      damaged: 'This is damaged: its key does not open it.',
      failed: 'This device could not take it back in.',
    },
    helps: {
      'no-key': (device: string) =>
        `It stays on this ${device}, encrypted. Open Longline on a device that you used before the restore. It gives the key back. Then retry here.`,
      'not-yet': (device: string) => `It stays on this ${device}, encrypted. Longline tries again by itself.`,
      damaged: (device: string) => `It stays on this ${device} until you discard it. Retrying rarely helps.`,
      failed: (device: string) => `It stays on this ${device}, encrypted. Free up space, then retry.`,
    },
    askDiscard: {
      title: 'Discard this locked work?',
      text: (title: string) => `“${title}” is permanently deleted. It is nowhere else.`,
      confirm: 'Discard',
    },
    keyReplaced: 'The server was restored and made a new key for locked work. Work that you locked before may not open.',
    understood: 'Got it',
  },
  restoreAsNew: 'Restore as new',
  edit: 'Edit',
  copy: 'Copy',
  discard: 'Discard',
  sendFirst: 'Send first',
  sendNow: 'Send now',
  waitForWifi: 'Wait for Wi-Fi',
  alwaysSend: 'Always send',
  pause: 'Pause',
  resume: 'Continue',
  cancel: 'Cancel',
  export: 'Export',
  tryNow: 'Try now',

  actionFailed: 'This did not work on this device. Please try again.',

  askDiscard: {
    title: 'Discard this?',
    text: (words: string) => `${words} goes from this device. It is nowhere else.`,
    maybeSent: (words: string) => `${words} goes from this device. If it has reached the server already, it stays there and comes back.`,
    confirm: 'Discard',
  },
  askCancel: {
    title: 'Take the file away?',
    texts: {
      videos: 'It goes from this device. The session stays, without it.',
      dogs: 'It goes from this device. The dog stays, without it.',
      profile: 'It goes from this device. Your profile stays, without it.',
    },
    confirm: 'Take away',
  },

  pauses: {
    'signed-out': 'You are signed out. Sign in again to sync; nothing is lost meanwhile.',
    beta: 'Beta access required. All is kept here; export it if you like.',
    upgrade: 'This version is too old for the server. Reload to get the new one.',
    unknown: 'The server gave an answer that this version does not know. All is kept here.',
  },
  signIn: 'Sign in',
  reload: 'Reload',

  keepAsIs: 'Keep as it is',
  useOther: 'Use this',
  inUse: 'In use',
  other: 'Other',
  emptyValue: 'Empty',
  goneDog: 'A dog that is no longer there',
  rowNames: { profile: 'Your profile' } as Readonly<Record<string, string>>,
} as const;
