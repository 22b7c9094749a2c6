import { SCREEN_TITLES } from '../../shell/screen-titles.ts';

/** Every text of Beta Access Admin (R108). */
export const TEXTS = {
  title: SCREEN_TITLES.admin,
  checking: 'Checking access...',
  testers: 'Beta Testers',
  waitlist: 'Waitlist',
  noTesters: 'No one has beta access yet.',
  noWaiting: 'No one is waiting.',
  nobodyFound: 'No matching addresses.',
  search: 'Search addresses',
  firstOnly: (count: number) => `Showing the first ${count.toLocaleString()}. Search to find the others.`,
  searching: 'Searching...',
  searchedHere: "Couldn't search all addresses. These matches are from the loaded ones.",
  address: 'Email',
  addressExample: 'you@example.org',
  granted: (email: string) => `${email} has beta access`,
  joined: (date: string) => `Joined ${date}`,
  grant: 'Grant access',
  granting: 'Adding...',
  grantOf: (email: string) => `Grant access to ${email}`,
  remove: 'Remove',
  removing: 'Removing...',
  removeOf: (email: string) => `Remove ${email}`,
  removed: (email: string) => `Removed beta access for ${email}`,
  undo: 'Undo',
  offline: { title: 'You are offline', description: "The lists refresh when you're online." },
  unread: { title: "Couldn't load the lists", description: "The server couldn't send them. Please try again." },
  refresh: 'Refresh',

  backups: 'Backups',
  noBackups: 'The server makes no nightly backups. Set BACKUP_DIR on the server.',
  noBackupYet: 'No backup has worked yet.',
  backupWorked: (moment: string) => `Last backup: ${moment}. Restoring it was tested.`,
  backupLacks: (files: number) =>
    files === 1
      ? 'One media file is not in it, because it was missing or altered. Run npm run check-media on the server.'
      : `${files} media files are not in it, because they were missing or altered. Run npm run check-media on the server.`,
  backupFailed: (moment: string, why: string) => `The backup of ${moment} failed: ${why}`,

  addFailed: 'Failed to add beta access',
  removeFailed: 'Failed to remove beta access',
} as const;
