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

  addFailed: 'Failed to add beta access',
  removeFailed: 'Failed to remove beta access',
} as const;
