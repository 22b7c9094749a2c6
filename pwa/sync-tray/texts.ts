/** Texts of the queue dialog. */
export const TEXTS = {
  title: (device: string) => `Only on this ${device}`,
  titleLost: (device: string) => `Not on this ${device}`,
  titleSettle: 'Choose a version',
  allSynced: { title: 'All synced', description: 'Everything here is also on the server.' },
  nothingOnlyHere: { title: 'Nothing is waiting here', description: "Your data loads when you're online." },
  lastSynced: (moment: string) => `Last synced ${moment}`,
  summary: {
    here: (count: number, device: string) =>
      count === 1 ? `1 item is only on this ${device}.` : `${count} items are only on this ${device}.`,
    safe: (count: number) => (count === 1 ? "It's safe here." : "They're safe here."),
    automatic: (count: number) =>
      count === 1 ? "It's safe here and will sync automatically." : "They're safe here and will sync automatically.",
    saving: (count: number) =>
      count === 1 ? '1 file is still being saved: keep the app open.' : `${count} files are still being saved: keep the app open.`,
    lost: (count: number, device: string) => (count === 1 ? `1 file isn't on this ${device}.` : `${count} files aren't on this ${device}.`),
  },

  groups: {
    failed: "Couldn't sync",
    uploading: 'Uploading',
    waiting: 'Waiting',
    paused: 'Paused',
    conflicts: 'Conflicts',
    locked: 'Still locked',
    taps: 'Reps without their exercise',
  },

  showMore: (left: number) => `Show more (${left} left)`,

  nextTry: (words: string, moment: string) => `${words}. Next try at ${moment}`,
  waitsFor: (words: string) => `Waiting for ${words}`,
  amount: (sent: string, size: string) => `${sent} of ${size}`,
  uploaded: 'Uploaded',

  retry: 'Retry',
  /** What to do about a file that the server refuses every time. */
  noRetry: {
    videos: "Trying again won't help. Discard the file; the session stays.",
    dogs: "Trying again won't help. Discard the file and choose another picture of the dog.",
    profile: "Trying again won't help. Discard the file and choose another picture.",
  },
  /** What to do about a change that a proxy or firewall blocks. */
  stopped: (device: string) =>
    `It's safe on this ${device} and retried every hour. Try another network. Or copy the text, discard this, and rephrase it.`,
  /** For work locked at a sign-out that cannot be opened. */
  locked: {
    title: (moment: string) => `Locked ${moment}`,
    undated: 'Locked by an earlier version',
    reasons: {
      'no-answer': 'This waits for a connection.',
      'no-key': 'The server was restored and has lost the key to this.',
      'not-yet': 'The server could not open this yet.',
      damaged: 'This is damaged: its key does not open it.',
      failed: "This device couldn't restore it.",
    },
    helps: {
      'no-answer': (device: string) => `It stays on this ${device}, encrypted. It opens automatically once Longline reaches the server.`,
      'no-key': (device: string) =>
        `It stays on this ${device}, encrypted. Open Longline on a device that you used before the restore. That device returns the key. Then retry here.`,
      'not-yet': (device: string) => `It stays on this ${device}, encrypted. Longline will try again automatically.`,
      damaged: (device: string) => `It stays on this ${device} until you discard it. Retrying rarely helps.`,
      failed: (device: string) => `It stays on this ${device}, encrypted. Free up space, then retry.`,
    },
    askDiscard: {
      title: 'Discard this locked work?',
      text: (title: string) => `“${title}” will be permanently deleted. It isn't saved anywhere else.`,
    },
    keyReplaced: 'The server was restored and made a new key for locked work. Work that you locked before may not open.',
    understood: 'Got it',
  },
  /** For tapped reps whose exercise is deleted or not on this device. */
  taps: {
    title: (taps: number, exercise: string | null) => `${taps === 1 ? '1 tap' : `${taps} taps`} for ${exercise ?? 'an exercise'}`,
    gone: {
      set: () => 'This exercise is deleted. Restore it to count them.',
      session: () => 'This exercise and its session are deleted. Restore the session to count them.',
      absent: (device: string) => `This exercise isn't on this ${device}. The taps count once it's back.`,
    },
    restore: 'Restore exercise',
    askDiscard: 'Discard these taps?',
    discardText: "They will be permanently deleted. They aren't saved anywhere else.",
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

  actionFailed: 'Something went wrong on this device. Please try again.',

  askDiscard: {
    title: 'Discard this?',
    text: (words: string) => `${words} will be deleted from this device. It isn't saved anywhere else.`,
    maybeSent: (words: string) => `${words} will be deleted from this device. If the server already has it, it stays there and comes back.`,
    confirm: 'Discard',
  },
  askCancel: {
    title: 'Remove this file?',
    /** For a file that is not on this device. */
    lost: {
      videos: 'The session stays, without it.',
      dogs: 'The dog stays, without it.',
      profile: 'Your profile stays, without it.',
    },
    texts: {
      videos: 'It will be deleted from this device. The session stays, without it.',
      dogs: 'It will be deleted from this device. The dog stays, without it.',
      profile: 'It will be deleted from this device. Your profile stays, without it.',
    },
    confirm: 'Remove file',
  },

  pauses: {
    'signed-out': 'You are signed out. Sign in again to sync; nothing is lost meanwhile.',
    erased: 'This account was deleted. What is only here can be exported.',
    beta: 'Beta access required. Everything is kept here, and you can export it.',
    upgrade: 'This version is too old for the server. Reload to get the new one.',
    unknown: "This version doesn't understand the server's answer. Everything is kept here.",
  },
  signIn: 'Sign in',
  reload: 'Reload',

  keepAsIs: 'Keep current',
  useOther: 'Use this',
  inUse: 'Current',
  other: 'Other version',
  emptyValue: 'Empty',
  goneDog: 'A deleted dog',
  repsAsked: (reps: number) => (reps === 1 ? '1 rep' : `${reps} reps`),
  yes: 'Yes',
  no: 'No',
  rowNames: { profile: 'Your profile', plans: 'A plan' } as Readonly<Record<string, string>>,
} as const;
