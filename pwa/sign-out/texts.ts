/** Texts of the question about an earlier account (R303). */
export const EARLIER_TEXTS = {
  title: 'Add your earlier log?',
  why: (device: string) => `The server was restored and has lost your earlier account. This ${device} still holds:`,
  what: 'Added to your log, it syncs again. Pictures and films upload again; where you have newer ones, those stay.',
  not: "Training partners and their comments don't come back. Public links stay off.",
  add: 'Add to my log',
  adding: 'Adding...',
  added: 'Your earlier log was added.',
  remove: "Don't add",
  removing: 'Removing...',
  removed: (device: string) => `Your earlier log was removed from this ${device}.`,
  askRemove: {
    title: (device: string) => `Remove it from this ${device}?`,
    text: 'The server does not have it any more, so it cannot come back.',
    confirm: 'Remove',
  },
  askLeave: {
    title: 'Log out anyway?',
    earlier: (device: string) => `Your earlier log stays on this ${device}, and anyone who uses it can read that log.`,
    unknown: (device: string) =>
      `Another log is still on this ${device}. The server has not said whose it is, so it stays, and anyone who uses this ${device} can read it.`,
    confirm: 'Log out anyway',
  },
  removeFailed: 'Not all of your earlier log could be removed yet. Longline removes the rest when it starts again.',
  failed: 'Something went wrong. Nothing is lost. Please try again.',
} as const;

/** Texts of the sign-out dialog for unsynced work (R128). */
export const TEXTS = {
  title: 'Before you log out',
  changes: (count: number) => (count === 1 ? '1 change' : `${count} changes`),
  files: (count: number) => (count === 1 ? '1 file' : `${count} files`),
  drafts: (count: number) => (count === 1 ? '1 draft' : `${count} drafts`),
  onlyHere: (things: string, device: string) => `Only on this ${device}: ${things}.`,

  sync: { label: 'Sync now', hint: "Then log out. Keep this open until it's done." },
  syncing: 'Syncing...',
  stuck: (count: number) => (count === 1 ? '1 item could not be sent.' : `${count} items could not be sent.`),
  held: { signal: 'No signal. Syncing continues once you have one.', pause: 'Syncing is paused.' },
  seeQueue: 'See which',
  keep: {
    label: (device: string) => `Keep on this ${device}, encrypted`,
    hint: 'It stays locked until you sign in here again.',
    notYet: 'Available after the first sync.',
  },
  export: { hint: 'A file with everything you typed. You stay signed in.' },
  discard: { label: 'Discard and log out', hint: 'Anything not synced is permanently deleted.' },
  stay: 'Stay signed in',

  askDiscard: {
    title: 'Discard everything?',
    text: (things: string) => `This permanently deletes unsynced work: ${things}.`,
    confirm: 'Discard and log out',
  },
  askLeave: { title: 'Log out?', text: "Everything is synced. Longline's data will be removed from this device.", confirm: 'Log out' },
  failed: 'Something went wrong. You are still signed in and nothing is lost.',
} as const;
