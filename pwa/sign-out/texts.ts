/** Texts of the sign-out dialog for unsynced work (R128). */
export const TEXTS = {
  title: 'Before you log out',
  changes: (count: number) => (count === 1 ? '1 change' : `${count} changes`),
  files: (count: number) => (count === 1 ? '1 file' : `${count} files`),
  drafts: (count: number) => (count === 1 ? '1 draft' : `${count} drafts`),
  onlyHere: (things: string, device: string) => `Only on this ${device}: ${things}.`,

  sync: { label: 'Sync now', hint: 'Then log out. Keep this open until it is done.' },
  syncing: 'Syncing...',
  stuck: (count: number) => (count === 1 ? '1 item could not be sent.' : `${count} items could not be sent.`),
  held: { signal: 'No signal. It goes on by itself when there is.', pause: 'Syncing is paused.' },
  seeQueue: 'See which',
  keep: { label: 'Keep it here, locked', hint: (device: string) => `Stays on this ${device}, encrypted. Only your next sign-in here opens it.`, notYet: 'Possible after the first sync.' },
  export: { hint: 'A file with all that was typed. You stay signed in.' },
  discard: { label: 'Discard and log out', hint: 'What is only here is gone for good.' },
  stay: 'Stay signed in',

  askDiscard: { title: 'Discard it all?', text: (things: string) => `Gone from this device, and nowhere else: ${things}.`, confirm: 'Discard and log out' },
  askLeave: { title: 'Log out?', text: 'All is synced. What this device holds is cleared.', confirm: 'Log out' },
  failed: 'This did not work. You are still signed in and nothing is lost.',
} as const;
